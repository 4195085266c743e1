import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { legalDocuments, signatures } from "#backend/modules/legal-documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";

const path = "/api/admin/legal-texts";
const draft = {
  key: "charter",
  title: { fr: "Charte" },
  body: { fr: "## Règles\n\nÊtre **à l’heure** : « toujours »." },
  appliesTo: ["VOLUNTEER"],
  blocking: true,
};

async function office() {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const volunteer = await signIn(backend, { role: "VOLUNTEER", firstName: "Éloïse", lastName: "Noël" });
  const send = (address: string, method: string, json?: unknown, cookie = admin.cookie) =>
    backend.request(address, { method, cookie, json });
  const create = async (json: unknown) => ((await (await send(path, "POST", json)).json()) as { id: string }).id;
  /** Publishes as the page does: with the number of people whom it stops. */
  const publish = async (id: string) => {
    const { mustSign } = (await (await send(`${path}/${id}`, "GET")).json()) as { mustSign: number };
    return send(`${path}/${id}/publish?stops=${mustSign}`, "POST");
  };
  const next = async (id: string) => ((await (await send(`${path}/${id}/next-version`, "POST")).json()) as { id: string }).id;
  const sign = async (id: string, cookie: string) => {
    const { textHash } = (await (await backend.request(`/api/legal-documents/${id}`, { cookie })).json()) as { textHash: string };
    return backend.request(`/api/legal-documents/${id}/signature`, { method: "POST", cookie, json: { accepted: true, textHash } });
  };
  const mustSign = async (cookie: string) => {
    const me = (await (await backend.request("/api/user/me", { cookie })).json()) as {
      needToSignDocument: boolean;
      docToSign: { uuid: string } | null;
    };
    expect(me.docToSign !== null).toBe(me.needToSignDocument);
    return me.docToSign?.uuid ?? null;
  };
  return { backend, admin, volunteer, send, create, publish, next, sign, mustSign };
}

describe("legal texts", () => {
  test("a blocking text is published only with the number of people concerned, and each gets a mail in their language", async () => {
    const { backend, volunteer, create, send } = await office();
    const english = await signIn(backend, { role: "VOLUNTEER", locale: "en" });
    await signIn(backend, { role: "VOLUNTEER", accountState: "to_validate" });
    const id = await create(draft);
    for (const stops of ["", "?stops=1", "?stops=x"]) {
      const refused = await send(`${path}/${id}/publish${stops}`, "POST");
      expect([refused.status, (await refused.json()).fieldErrors]).toEqual([422, { stops: ["signing:publish.countChanged"] }]);
    }
    expect(await backend.services.db.$count(outgoingMails)).toBe(0);
    expect((await send(`${path}/${id}/publish?stops=2`, "POST")).status).toBe(200);
    const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.topic, "text_to_sign"));
    const subjects = Object.fromEntries(mails.map(({ userId, subject }) => [userId, subject]));
    expect(subjects).toEqual({ [volunteer.id]: "Un texte à signer", [english.id]: "A text to sign" });
    const minor = (await (await send(`${path}/${id}/next-version`, "POST")).json()) as { id: string };
    await send(`${path}/${minor.id}`, "PUT", { ...draft, minorChange: true, version: 1 });
    expect((await send(`${path}/${minor.id}/publish`, "POST")).status).toBe(200);
    expect(await backend.services.db.$count(outgoingMails, eq(outgoingMails.topic, "text_to_sign"))).toBe(2);
  });

  test("a new blocking version blocks people at their next request until they sign it; a minor one does not", async () => {
    const { volunteer, admin, create, publish, next, sign, mustSign, send } = await office();
    const first = await create(draft);
    expect(await mustSign(volunteer.cookie)).toBeNull();
    expect((await publish(first)).status).toBe(200);
    expect([await mustSign(volunteer.cookie), await mustSign(admin.cookie)]).toEqual([first, null]);
    expect((await sign(first, volunteer.cookie)).status).toBe(201);
    expect(await mustSign(volunteer.cookie)).toBeNull();

    const minor = await next(first);
    await send(`${path}/${minor}`, "PUT", { ...draft, minorChange: true, version: 1 });
    await publish(minor);
    expect(await mustSign(volunteer.cookie)).toBeNull();

    const third = await next(minor);
    await publish(third);
    expect(await mustSign(volunteer.cookie)).toBe(third);
    expect((await send(`/api/legal-documents/${first}`, "GET", undefined, volunteer.cookie)).status).toBe(404);
    const record = (await (await send(`${path}/${third}`, "GET")).json()) as {
      number: number;
      signed: number;
      mustSign: number;
      versions: { status: string }[];
    };
    expect([record.number, record.signed, record.mustSign, record.versions.map(({ status }) => status)]).toEqual([
      3,
      0,
      1,
      ["published", "superseded", "superseded"],
    ]);
  });

  test("who joins after a minor change signs the version in force", async () => {
    const { backend, create, publish, next, sign, mustSign, send } = await office();
    const first = await create(draft);
    await publish(first);
    const minor = await next(first);
    await send(`${path}/${minor}`, "PUT", { ...draft, minorChange: true, version: 1 });
    await publish(minor);
    const late = await signIn(backend, { role: "VOLUNTEER" });
    expect(await mustSign(late.cookie)).toBe(minor);
    await sign(minor, late.cookie);
    expect(await mustSign(late.cookie)).toBeNull();
  });

  test("a published text is neither edited nor deleted, and its hash is that of its text", async () => {
    const { backend, create, publish, send } = await office();
    const id = await create(draft);
    expect((await send(`${path}/${id}`, "PUT", { ...draft, version: 7 })).status).toBe(409);
    expect((await send(path, "POST", draft)).status).toBe(422);
    await publish(id);
    expect((await send(`${path}/${id}`, "PUT", { ...draft, version: 1 })).status).toBe(409);
    expect((await send(`${path}/${id}`, "DELETE")).status).toBe(409);
    expect((await publish(id)).status).toBe(409);
    const [row] = await backend.services.db.select().from(legalDocuments);
    expect([row?.frenchHash, row?.englishHash]).toEqual([createHash("sha256").update(draft.body.fr).digest("hex"), null]);
  });

  test.runIf(serverUrl)("a draft that is published while somebody removes it stays", async () => {
    const { backend, create, send } = await office();
    const { db } = backend.services;
    const id = await create(draft);
    const waiting = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
    const removal = await db.transaction(async (tx) => {
      await tx.update(legalDocuments).set({ publishedAt: new Date() }).where(eq(legalDocuments.id, id));
      const sent = send(`${path}/${id}`, "DELETE");
      await expect.poll(waiting).toBe(1);
      return { sent };
    });
    expect((await removal.sent).status).toBe(409);
    expect(await db.$count(legalDocuments)).toBe(1);
  });

  test("the list of signers shows who has signed and who has not", async () => {
    const { backend, volunteer, create, publish, sign, send } = await office();
    await addPerson(backend, { role: "VOLUNTEER", accountState: "suspended" });
    const waiting = await addPerson(backend, { role: "VOLUNTEER", lastName: "Attente" });
    const id = await create(draft);
    await publish(id);
    await sign(id, volunteer.cookie);
    const names = async (signed: string) =>
      ((await (await send(`${path}/${id}/signers?signed=${signed}`, "GET")).json()) as { items: { name: string }[] }).items.map(
        ({ name }) => name,
      );
    expect([await names("yes"), await names("no")]).toEqual([["Éloïse Noël"], [`${waiting.firstName} Attente`]]);
  });

  test("a signature stores hash, language, time and a truncated IP; its PDF is text in French, for the signer only", async () => {
    const { backend, admin, volunteer, create, publish, sign } = await office();
    const id = await create(draft);
    await publish(id);
    await sign(id, volunteer.cookie);
    const [signature] = await backend.services.db.select().from(signatures);
    expect(signature).toMatchObject({
      locale: "fr",
      ip: "192.0.2.0",
      textHash: createHash("sha256").update(draft.body.fr).digest("hex"),
    });
    const pdf = (cookie: string) => backend.request(`/api/account/signatures/${signature?.id}/pdf`, { cookie });
    expect((await pdf(admin.cookie)).status).toBe(404);
    const [one, two] = [await pdf(volunteer.cookie), await pdf(volunteer.cookie)];
    const bytes = Buffer.from(await one.arrayBuffer());
    expect([one.headers.get("content-type"), bytes.subarray(0, 5).toString()]).toEqual(["application/pdf", "%PDF-"]);
    expect(bytes.equals(Buffer.from(await two.arrayBuffer()))).toBe(true);
    const structure = bytes.toString("latin1");
    for (const mark of ["/StructTreeRoot", "/Marked true", "/Lang (fr-FR)", "/ToUnicode", "/FontFile2"]) expect(structure).toContain(mark);
    expect(structure).not.toContain("/Subtype /Image");
  });
});

describe("supporting documents", () => {
  const document = {
    kind: "IDENTITY",
    visibility: "owner",
    mime: "application/pdf",
    bytes: 8,
    sha256: "",
    verification: "pending",
  } as const;

  async function waitingDocument(backend: TestBackend, ownerId: string) {
    const { db, files } = backend.services;
    const storageKey = `papers/${crypto.randomUUID()}`;
    await files.put(storageKey, new TextEncoder().encode("%PDF-1.7"), "application/pdf");
    const [row] = await db
      .insert(documents)
      .values({ ...document, storageKey, ownerId })
      .returning();
    return row?.id ?? "";
  }

  test("are read by administrators only, and each access is in the log", async () => {
    const { backend, admin, volunteer } = await office();
    const id = await waitingDocument(backend, volunteer.id);
    const read = (cookie: string) => backend.request(`/api/admin/papers/${id}/file`, { cookie });
    expect([(await read(volunteer.cookie)).status, (await read("")).status]).toEqual([403, 401]);
    const answer = await read(admin.cookie);
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, 'attachment; filename="identity.pdf"']);
    const { db } = backend.services;
    expect(await db.$count(auditLog, eq(auditLog.action, "document.read"))).toBe(1);
  });

  test("are decided once; a rejection needs its reason, which is mailed to the person, and the purge date is set", async () => {
    const { backend, volunteer, send } = await office();
    const id = await waitingDocument(backend, volunteer.id);
    const decide = (json: unknown) => send(`/api/admin/papers/${id}/decision`, "POST", json);
    expect((await decide({ verdict: "rejected" })).status).toBe(422);
    expect((await decide({ verdict: "rejected", reason: "Illisible" })).status).toBe(200);
    expect((await decide({ verdict: "accepted" })).status).toBe(409);
    const { db } = backend.services;
    const [row] = await db.select().from(documents);
    expect(row?.purgeAt && row.verifiedAt && Math.round((row.purgeAt.getTime() - row.verifiedAt.getTime()) / 86_400_000)).toBe(30);
    expect((await db.select().from(outgoingMails))[0]?.text).toContain("Illisible");
    const { items } = (await (await send("/api/admin/papers?status=rejected&q=eloise", "GET")).json()) as { items: unknown[] };
    expect(items).toMatchObject([{ id, person: "Éloïse Noël", reason: "Illisible", purged: false }]);
  });
});
