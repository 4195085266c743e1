import { and, eq, notInArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { documentPurgeDate } from "#backend/modules/documents/purge-date";
import { documents } from "#backend/modules/documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { purgeAnswers } from "#backend/modules/verification/supporting-documents";
import { accountDecisions, beneficiaryFiles, criteriaVersions } from "#backend/modules/verification/tables";
import { beginYearlyCheck } from "#backend/modules/verification/yearly";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { filesInMemory } from "#tests/support/files-in-memory";
import { cookiesOf, signIn } from "#tests/support/people";

let backend: TestBackend;
const time = testClock();
type Person = Awaited<ReturnType<typeof signIn>>;
let admin: Person;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN", firstName: "Samira", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
});
afterAll(() => backend.close());

const post = (path: string, json: unknown, { cookie }: { cookie: string }) => backend.request(path, { method: "POST", cookie, json });
const sent = (path: string, form: object, { cookie }: { cookie: string }) => backend.request(path, { method: "POST", cookie, form });
const get = async (path: string, { cookie }: { cookie: string }) => (await backend.request(path, { cookie })).json();
const student = () => signIn(backend, { role: "BENEFICIARY", accountState: "waiting" });
const stateOf = async ({ id }: Person) => (await backend.services.db.select().from(users).where(eq(users.id, id)))[0];
const answers = { studies: "Lyon 2", scholarship: "4", income: 700, charges: 600, household: 1 };
const pdf = (words = "") =>
  new File([`%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n% ${words}\ntrailer\n<<>>\n%%EOF`], "certificat.pdf", { type: "application/pdf" });

function addSupportingDocument({ cookie }: { cookie: string }, file = pdf(), kind = "PROOF_STUDIES") {
  const body = new FormData();
  body.set("file", file);
  body.set("kind", kind);
  return backend.request("/api/account/papers", { method: "POST", cookie, body });
}

async function sentFile() {
  const person = await student();
  await backend.request("/api/account/criteria", { method: "PUT", cookie: person.cookie, json: answers });
  await addSupportingDocument(person);
  expect((await post("/api/account/criteria/sending", {}, person)).status).toBe(200);
  return person;
}

/** Decides about an account; its documents are accepted along with it, as they must be before it opens. */
async function decide(person: Person, verdict: string, reason?: string, by = admin) {
  const rows = verdict === "accept" ? await backend.services.db.select().from(documents).where(eq(documents.ownerId, person.id)) : [];
  const accepted = rows.filter(({ verification }) => verification === "pending").map(({ id }) => ({ id, verdict: "accepted" }));
  return post(`/api/admin/verification/${person.id}/decision`, { verdict, reason, documents: accepted }, by);
}

test.runIf(serverUrl)("of many decisions at once about one document, one counts and is in the log", async () => {
  const person = await student();
  const { id } = await (await addSupportingDocument(person)).json();
  const decisions = Array.from({ length: 12 }, (_, at) =>
    at % 2 ? { verdict: "accepted" } : { verdict: "rejected", reason: "Illisible" },
  );
  const given = await Promise.all(decisions.map((json) => post(`/api/admin/papers/${id}/decision`, json, admin)));
  expect(given.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(409)]);
  const rows = await backend.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.entityId, id));
  const [stored] = await backend.services.db.select().from(documents).where(eq(documents.id, id));
  expect(rows.map(({ action }) => action)).toEqual([`document.${stored?.verification}`]);
});

test.runIf(serverUrl)("of many concurrent documents twelve are stored, and no file without its row", async () => {
  const files = filesInMemory();
  const own = await backendForTest({ clock: time.clock, files });
  const person = await signIn(own, { role: "BENEFICIARY", accountState: "waiting" });
  const add = (_: unknown, page: number) => {
    const body = new FormData();
    body.set("file", pdf(`page ${page}`));
    body.set("kind", "PROOF_STUDIES");
    return own.request("/api/account/papers", { method: "POST", cookie: person.cookie, body });
  };
  const answers = await Promise.all(Array.from({ length: 30 }, add));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(18);
  expect([await own.services.db.$count(documents, eq(documents.ownerId, person.id)), files.stored.size]).toEqual([12, 12]);
});

test("a document sent twice is stored once, also at the same moment; under another kind, or once it was rejected, it is another one", async () => {
  const files = filesInMemory();
  const own = await backendForTest({ clock: time.clock, files });
  const person = await signIn(own, { role: "BENEFICIARY", accountState: "waiting" });
  const send = async (kind = "PROOF_STUDIES") => {
    const body = new FormData();
    body.set("file", pdf());
    body.set("kind", kind);
    const answer = await own.request("/api/account/papers", { method: "POST", cookie: person.cookie, body });
    return ((await answer.json()) as { id: string }).id;
  };
  const rows = () => own.services.db.select().from(documents).where(eq(documents.ownerId, person.id));
  const ids = new Set([await send(), ...(await Promise.all([send(), send(), send()]))]);
  expect([ids.size, (await rows()).length, files.stored.size]).toEqual([1, 1, 1]);
  await send("PROOF_INCOME");
  await own.services.db
    .update(documents)
    .set({ verification: "rejected", rejectReason: "Illisible" })
    .where(eq(documents.ownerId, person.id));
  await send();
  expect([(await rows()).length, files.stored.size]).toEqual([3, 3]);
});

describe("a student's file", () => {
  test("is sent with every answer and the certificate, and waits for the team then", async () => {
    const person = await student();
    const send = () => post("/api/account/criteria/sending", {}, person);
    expect(Object.values((await (await send()).json()).fieldErrors)).toEqual([["pending:criteria.answersMissing"]]);
    await backend.request("/api/account/criteria", { method: "PUT", cookie: person.cookie, json: answers });
    expect(Object.values((await (await send()).json()).fieldErrors)).toEqual([["pending:criteria.documentMissing"]]);
    expect((await addSupportingDocument(person)).status).toBe(201);
    expect((await send()).status).toBe(200);
    expect((await stateOf(person))?.accountState).toBe("to_validate");
    expect((await send()).status).toBe(409);
    expect((await addSupportingDocument(person)).status).toBe(409);
  });

  test.each([
    [{ ...answers, income: "beaucoup" }, "income"],
    [{ ...answers, scholarship: "9" }, "scholarship"],
    [{ ...answers, household: 1.5 }, "household"],
    [{}, "studies"],
  ])("refuses %o", async (json, field) => {
    const { cookie } = await student();
    const answer = await backend.request("/api/account/criteria", { method: "PUT", cookie, json });
    expect([answer.status, Object.keys((await answer.json()).fieldErrors)]).toEqual([422, expect.arrayContaining([field])]);
  });

  test("exists for beneficiaries only", async () => {
    const volunteer = await signIn(backend, { role: "VOLUNTEER", accountState: "to_validate" });
    expect((await backend.request("/api/account/criteria", { cookie: volunteer.cookie })).status).toBe(403);
    expect((await addSupportingDocument(volunteer)).status).toBe(409);
  });
});

test("a file that is sent back in the yearly check is sent with a certificate newer than the last acceptance", async () => {
  const person = await sentFile();
  time.pass(60);
  await decide(person, "accept");
  await backend.services.db.update(users).set({ annualVerificationNeeded: true }).where(eq(users.id, person.id));
  time.pass(60);
  expect((await post("/api/account/annual-check", { confirmed: true }, person)).status).toBe(200);
  await decide(person, "ask", "Il manque le certificat de l’année");
  const send = () => post("/api/account/criteria/sending", {}, person);
  expect(Object.values((await (await send()).json()).fieldErrors)).toEqual([["pending:criteria.documentMissing"]]);
  expect((await addSupportingDocument(person, pdf("next year"))).status).toBe(201);
  expect((await send()).status).toBe(200);
});

describe("a supporting document", () => {
  const read = (id: string, cookie: string | undefined) => backend.request(`/api/admin/papers/${id}/file`, { cookie });

  test("is read by administrators only, and each access is recorded", async () => {
    const person = await student();
    const { id } = await (await addSupportingDocument(person)).json();
    const others = [person, await student(), await signIn(backend, { role: "VOLUNTEER" })];
    expect((await read(id, admin.cookie)).status).toBe(200);
    for (const { cookie } of others) expect((await read(id, cookie)).status).toBeGreaterThanOrEqual(403);
    expect((await read(id, undefined)).status).toBe(401);
    const rows = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([["document.read", admin.id]]);
  });

  test.each([
    new File(["<html>"], "page.pdf", { type: "application/pdf" }),
    new File(["MZ"], "photo.png", { type: "image/png" }),
    new File([], "vide.pdf", { type: "application/pdf" }),
  ])("is what it says it is: $name", async (file) => {
    expect((await addSupportingDocument(await student(), file)).status).toBe(422);
  });

  test("is removed by its owner only, until it is checked", async () => {
    const person = await student();
    const { id } = await (await addSupportingDocument(person)).json();
    const remove = ({ cookie }: Person) =>
      backend.request(`/api/account/papers/${id}`, { method: "DELETE", cookie }).then(({ status }) => status);
    expect(await remove(await student())).toBe(404);
    await post(`/api/admin/papers/${id}/decision`, { verdict: "rejected", reason: "Illisible" }, admin);
    expect(await remove(person)).toBe(409);
    expect((await get("/api/account/criteria", person)).documents[0]).toMatchObject({ status: "rejected", reason: "Illisible" });
    const other = await (await addSupportingDocument(person)).json();
    expect((await backend.request(`/api/account/papers/${other.id}`, { method: "DELETE", cookie: person.cookie })).status).toBe(200);
    expect(await backend.services.db.$count(documents, eq(documents.ownerId, person.id))).toBe(1);
  });

  test("that is accepted by itself is purged by the decision on the file", async () => {
    const person = await sentFile();
    const stored = async () => (await backend.services.db.select().from(documents).where(eq(documents.ownerId, person.id)))[0];
    expect((await post(`/api/admin/papers/${(await stored())?.id}/decision`, { verdict: "accepted" }, admin)).status).toBe(200);
    expect(await stored()).toMatchObject({ verification: "accepted", purgeAt: null });
    time.pass(60);
    await decide(person, "accept");
    expect((await stored())?.purgeAt).toEqual(await documentPurgeDate(backend.services.db, time.clock()));
  });

  test("is purged on the policy's day after the decision, and the answers with it", async () => {
    const person = await sentFile();
    await decide(person, "accept");
    const [document] = await backend.services.db.select().from(documents).where(eq(documents.ownerId, person.id));
    const due = await documentPurgeDate(backend.services.db, time.clock());
    expect(document?.purgeAt).toEqual(due);
    const fileOf = async () => (await backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, person.id)))[0];
    await purgeAnswers(backend.services.db, new Date(due.getTime() - 1));
    expect((await fileOf())?.answers).toEqual(answers);
    await purgeAnswers(backend.services.db, due);
    expect(await fileOf()).toMatchObject({ answers: {}, leftToLiveOnCents: 10_000, status: "eligible" });
  });
});

describe("a document that is rejected by itself", () => {
  const reject = (id: unknown) => post(`/api/admin/papers/${id}/decision`, { verdict: "rejected", reason: "Illisible" }, admin);
  const mailsTo = ({ id }: Person, but: string[] = []) =>
    backend.services.db
      .select()
      .from(outgoingMails)
      .where(and(eq(outgoingMails.userId, id), notInArray(outgoingMails.id, but)));

  test("sends a file that waits for the team back to the student, who sends another document", async () => {
    const person = await sentFile();
    const [sent] = await backend.services.db.select().from(documents).where(eq(documents.ownerId, person.id));
    time.pass(60);
    const before = (await mailsTo(person)).map(({ id }) => id);
    expect((await reject(sent?.id)).status).toBe(200);
    const mails = await mailsTo(person, before);
    expect([(await stateOf(person))?.accountState, mails.map(({ topic }) => topic)]).toEqual(["waiting", ["more_information"]]);
    expect(mails[0]?.text).toMatch(/Certificat de scolarité\s: Illisible/);
    expect((await addSupportingDocument(person, pdf("again"))).status).toBe(201);
    expect((await post("/api/account/criteria/sending", {}, person)).status).toBe(200);
    expect((await reject(sent?.id)).status).toBe(409);
  });

  test("is sent again on the page of the driving, where it is a driver's", async () => {
    const driver = await signIn(backend, { role: "VOLUNTEER" });
    const licence = { ownerId: driver.id, kind: "LICENCE", visibility: "owner", verification: "pending" } as const;
    const stored = { mime: "application/pdf", bytes: 4, sha256: "", storageKey: `papers/${driver.id}` };
    const [sent] = await backend.services.db
      .insert(documents)
      .values({ ...licence, ...stored })
      .returning();
    expect((await reject(sent?.id)).status).toBe(200);
    expect((await mailsTo(driver)).map(({ topic, text }) => [topic, text.includes("/account/settings/driving")])).toEqual([
      ["paper_rejected", true],
    ]);
  });
});

test("only unchecked documents count among the twelve; the thirteenth is refused with the number, and what helps", async () => {
  const person = await student();
  const file = { ownerId: person.id, kind: "PROOF_STUDIES", visibility: "owner", mime: "application/pdf", bytes: 4 } as const;
  const add = (count: number, state: object) =>
    backend.services.db.insert(documents).values(
      Array.from({ length: count }, () => {
        const storageKey = crypto.randomUUID();
        return { ...file, storageKey, sha256: storageKey, ...state };
      }),
    );
  await add(6, { verification: "rejected", rejectReason: "Illisible" });
  await add(12, { verification: "accepted" });
  await add(11, { verification: "pending" });
  expect((await addSupportingDocument(person, pdf("the twelfth"))).status).toBe(201);
  const refused = await addSupportingDocument(person, pdf("the thirteenth"));
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({
      code: "too_many_documents",
      title: expect.stringMatching(/12 documents.*Retirez-en un, puis ajoutez l’autre/),
    }),
  ]);
});

test("a file shows the documents that came last first, however many came before", async () => {
  const person = await student();
  const file = { ownerId: person.id, kind: "PROOF_STUDIES", visibility: "owner", mime: "application/pdf", bytes: 4 } as const;
  const rows = Array.from({ length: 104 }, (_, at) => {
    const storageKey = crypto.randomUUID();
    const seen = { verification: "rejected", rejectReason: "Illisible", createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)) } as const;
    return { ...file, ...seen, storageKey, sha256: storageKey, fileName: `${at}.pdf` };
  });
  await backend.services.db.insert(documents).values(rows);
  const shown = (await get("/api/account/criteria", person)).documents.map(({ name }: { name: string }) => name);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([100, "103.pdf", "4.pdf"]);
});

test("a driver with twelve unchecked documents is told to wait: drivers remove none", async () => {
  const driver = await signIn(backend, { role: "VOLUNTEER" });
  const licence = { ownerId: driver.id, kind: "LICENCE", visibility: "owner", verification: "pending" } as const;
  const stored = Array.from({ length: 12 }, (_, at) => ({ storageKey: `papers/${driver.id}/${at}`, sha256: `${at}` }));
  await backend.services.db.insert(documents).values(stored.map((one) => ({ ...licence, mime: "application/pdf", bytes: 4, ...one })));
  const body = new FormData();
  body.set("file", pdf("the thirteenth"));
  body.set("kind", "LICENCE");
  const refused = await backend.request("/api/account/driving/papers", { method: "POST", cookie: driver.cookie, body });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: "too_many_driving_documents", title: expect.stringMatching(/12 documents.*Attendez/) }),
  ]);
});

describe("a refused file that waits again", () => {
  const fileOf = async ({ id }: Person) =>
    (await backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id)))[0];
  const documentsOf = async ({ id }: Person) => {
    const rows = await backend.services.db.select().from(documents).where(eq(documents.ownerId, id)).orderBy(documents.createdAt);
    return rows.map(({ verification, purgeAt }) => [verification, purgeAt]);
  };
  const refused = async () => {
    const person = await sentFile();
    await decide(person, "refuse", "Au-dessus du plafond");
    return person;
  };

  test("has no document that waits while it is refused, nor one whose bytes are gone; taken up again, it has", async () => {
    const waits = async () => [
      (await get("/api/work-queues", admin)).queues.documents.count,
      (await get("/api/admin/papers?status=pending", admin)).total,
    ];
    const [before = 0] = await waits();
    const person = await sentFile();
    const theirs = eq(documents.ownerId, person.id);
    const [sent] = await backend.services.db.select().from(documents).where(theirs);
    const path = `/api/admin/papers/${sent?.id}`;
    const accept = async () => (await post(`${path}/decision`, { verdict: "accepted" }, admin)).status;
    expect(await waits()).toEqual([before + 1, before + 1]);
    await decide(person, "refuse", "Au-dessus du plafond");
    expect(await waits()).toEqual([before, before]);
    expect([(await get(path, admin)).closed, await accept()]).toEqual([true, 409]);
    await post(`/api/admin/people/${person.id}/steps`, { step: "reconsider" }, admin);
    expect([await waits(), (await get(path, admin)).closed]).toEqual([[before + 1, before + 1], false]);
    await backend.services.db.update(documents).set({ purgedAt: time.clock() }).where(theirs);
    expect([await waits(), await accept()]).toEqual([[before, before], 409]);
  });

  test("of somebody who volunteers, the documents of the driving wait no longer either, and wait again with the account", async () => {
    const driver = await signIn(backend, { role: "VOLUNTEER", accountState: "to_validate" });
    const pending = { ownerId: driver.id, visibility: "owner", verification: "pending", mime: "application/pdf", bytes: 4 } as const;
    const kinds = ["LICENCE", "INSURANCE", "INSPECTION"] as const;
    const rows = kinds.map((kind) => ({ ...pending, kind, sha256: "", storageKey: `papers/${driver.id}/${kind}` }));
    await backend.services.db.insert(documents).values(rows);
    const waiting = async () => (await get("/api/admin/papers?status=pending", admin)).total;
    const before = await waiting();
    expect((await decide(driver, "refuse", "Pas de créneau")).status).toBe(200);
    const due = await documentPurgeDate(backend.services.db, time.clock());
    expect([await waiting(), await documentsOf(driver)]).toEqual([before - 3, kinds.map(() => ["pending", due])]);
    await post(`/api/admin/people/${driver.id}/steps`, { step: "reconsider" }, admin);
    expect([await waiting(), await documentsOf(driver)]).toEqual([before, kinds.map(() => ["pending", null])]);
    expect((await decide(driver, "accept")).status).toBe(200);
    // An accepted document has done its part, also where it is not of the file.
    expect(await documentsOf(driver)).toEqual(kinds.map(() => ["accepted", due]));
  });

  test("keeps its new answers and documents until it is decided again", async () => {
    const person = await refused();
    const due = await documentPurgeDate(backend.services.db, time.clock());
    time.pass(60);
    await decide(person, "ask", "Une page manque");
    person.cookie = await cookiesOf(backend, person.id);
    const corrected = { ...answers, income: 650 };
    await backend.request("/api/account/criteria", { method: "PUT", cookie: person.cookie, json: corrected });
    await purgeAnswers(backend.services.db, due);
    expect((await fileOf(person))?.answers).toEqual(corrected);
    expect((await post("/api/account/criteria/sending", {}, person)).status).toBe(200);
    await purgeAnswers(backend.services.db, due);
    expect([(await fileOf(person))?.answers, await documentsOf(person)]).toEqual([corrected, [["pending", null]]]);
    await decide(person, "accept");
    const again = await documentPurgeDate(backend.services.db, time.clock());
    expect([(await fileOf(person))?.answersPurgeAt, await documentsOf(person)]).toEqual([again, [["accepted", again]]]);
  });

  test("also when the team takes it up by itself, or its yearly check is confirmed; a rejected document still goes", async () => {
    const person = await refused();
    const due = (await documentsOf(person))[0]?.[1];
    await post(`/api/admin/people/${person.id}/steps`, { step: "reconsider" }, admin);
    expect([(await fileOf(person))?.answersPurgeAt, await documentsOf(person)]).toEqual([null, [["pending", null]]]);
    const [sent] = await backend.services.db.select().from(documents).where(eq(documents.ownerId, person.id));
    const unreadable = { verdict: "ask", reason: "Illisible", documents: [{ id: sent?.id, verdict: "rejected", reason: "Illisible" }] };
    expect((await post(`/api/admin/verification/${person.id}/decision`, unreadable, admin)).status).toBe(200);
    expect(await documentsOf(person)).toEqual([["rejected", due]]);
    const yearly = await sentFile();
    await decide(yearly, "accept");
    await backend.services.db.update(users).set({ annualVerificationNeeded: true }).where(eq(users.id, yearly.id));
    expect((await post("/api/account/annual-check", { confirmed: true }, yearly)).status).toBe(200);
    expect((await fileOf(yearly))?.answersPurgeAt).toBeNull();
  });
});

describe("a decision", () => {
  test.each([
    ["accept", undefined, "validated", "account_accepted", "eligible"],
    ["refuse", "Au-dessus du plafond", "refused", "account_refused_beneficiary", "not_eligible"],
    ["ask", "Une page manque", "waiting", "more_information", "to_verify"],
  ])("to %s keeps criteria, reason and who, and writes to the person", async (verdict, reason, state, topic, status) => {
    const person = await sentFile();
    expect((await decide(person, verdict, reason)).status).toBe(200);
    expect((await stateOf(person))?.accountState).toBe(state);
    const [stored] = await backend.services.db.select().from(accountDecisions).where(eq(accountDecisions.userId, person.id));
    const [version] = await backend.services.db.select().from(criteriaVersions);
    expect(stored).toMatchObject({ verdict, reason: reason ?? null, decidedBy: admin.id, criteriaVersionId: version?.id });
    const [file] = await backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, person.id));
    expect(file?.status).toBe(status);
    const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, person.id));
    const mail = mails.find((one) => one.topic === topic);
    expect(mail?.text).toContain(reason ?? "Votre inscription est validée");
    expect(mail?.subject).not.toMatch(/bénéficiaire|kit/i);
    if (verdict === "refuse") expect(mail?.text).toContain("/further-support");
  });

  test("needs a reason unless it is an approval, and is for administrators only", async () => {
    const person = await sentFile();
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    expect([(await decide(person, "refuse")).status, (await decide(person, "accept", undefined, volunteer)).status]).toEqual([422, 403]);
    expect((await decide(await signIn(backend, { role: "VOLUNTEER" }), "accept")).status).toBe(409);
  });

  test("is append-only, and published criteria do not change", async () => {
    const person = await sentFile();
    await decide(person, "accept");
    await expect(backend.services.db.update(accountDecisions).set({ reason: "autre" })).rejects.toThrow();
    await expect(backend.services.db.update(criteriaVersions).set({ rule: { likelyUpTo: 0, doubtUpTo: 0 } })).rejects.toThrow();
  });
});

describe("the conversation with the team", () => {
  const write = (person: Person, body: string) => sent("/api/account/chat", { body }, person);

  test("who writes again keeps the place of their first unanswered message", async () => {
    const person = await sentFile();
    const turn = async () => {
      const { items } = await get(`/api/admin/verification-chats?q=${person.lastName}`, admin);
      const own = items.find(({ userId }: { userId: string }) => userId === person.id);
      return [own.status, own.turnSince];
    };
    const writtenAt = async (body: string) => {
      time.pass(120);
      expect((await write(person, body)).status).toBe(201);
      return time.clock().toISOString();
    };
    const first = await writtenAt("Bonjour.");
    await writtenAt("Avez-vous lu mon message ?");
    expect(await turn()).toEqual(["waiting_staff", first]);
    const { queues } = await get("/api/work-queues", admin);
    expect(queues.chats.oldest <= first).toBe(true);
    const [{ id }] = (await get(`/api/admin/verification-chats?q=${person.lastName}`, admin)).items;
    await sent(`/api/admin/verification-chats/${id}/messages`, { body: "Oui.", internal: true }, admin);
    expect(await turn()).toEqual(["waiting_staff", first]);
    await sent(`/api/admin/verification-chats/${id}/messages`, { body: "Oui." }, admin);
    expect((await turn())[0]).toBe("waiting_user");
    const again = await writtenAt("Merci.");
    expect(await turn()).toEqual(["waiting_staff", again]);
  });

  test("is overdue when the team has owed an answer for longer than promised", async () => {
    const person = await sentFile();
    expect((await write(person, "Bonjour ?")).status).toBe(201);
    const late = async () => (await get(`/api/admin/verification-chats?due=late&q=${person.lastName}`, admin)).items.length;
    expect(await late()).toBe(0);
    const ofPerson = eq(verificationChats.userId, person.id);
    const longAgo = { waitingSince: new Date(time.clock().getTime() - 9 * 86_400_000) };
    await backend.services.db.update(verificationChats).set(longAgo).where(ofPerson);
    expect(await late()).toBe(1);
    await backend.services.db.update(verificationChats).set({ status: "waiting_user", waitingSince: null }).where(ofPerson);
    expect(await late()).toBe(0);
  });

  test("has messages of both sides; notes are internal; opening it is recorded", async () => {
    const person = await sentFile();
    expect((await write(person, "Bonjour, il me manque un papier.")).status).toBe(201);
    time.pass(60);
    const { items } = await get(`/api/admin/verification-chats?status=waiting_staff&q=${person.lastName}`, admin);
    const [{ id }] = items;
    await sent(`/api/admin/verification-chats/${id}/messages`, { body: "À voir avec Paul", internal: true }, admin);
    expect((await get(`/api/admin/verification-chats/${id}`, admin)).status).toBe("waiting_staff");
    time.pass(60);
    await sent(`/api/admin/verification-chats/${id}/messages`, { body: "Lequel ?" }, admin);
    const own = await get("/api/account/chat", person);
    expect(own.messages.map(({ from, own: mine, body }: Record<string, unknown>) => [from, mine, body])).toEqual([
      [person.firstName, true, "Bonjour, il me manque un papier."],
      ["Samira", false, "Lequel ?"],
    ]);
    expect(JSON.stringify(own)).not.toContain("Paul");
    const record = await get(`/api/admin/verification-chats/${id}`, admin);
    expect(record).toMatchObject({ status: "waiting_user", userId: person.id, documents: [{ kind: "PROOF_STUDIES" }], file: { answers } });
    expect(record.messages.map(({ internal, fromStaff }: Record<string, unknown>) => [internal, fromStaff])).toEqual([
      [false, false],
      [true, true],
      [false, true],
    ]);
    const opened = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, person.id));
    expect(opened.filter(({ action }) => action === "verification.read").length).toBe(2);
    const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, person.id));
    const mail = mails.find(({ topic }) => topic === "team_message");
    expect([mail !== undefined, mail?.text.includes("Lequel")]).toEqual([true, false]);
  });

  test("has an owner and an end", async () => {
    const person = await sentFile();
    await write(person, "Bonjour");
    const [{ id }] = (await get(`/api/admin/verification-chats?q=${encodeURIComponent(person.email)}`, admin)).items;
    await post(`/api/admin/verification-chats/${id}/owner`, { mine: true }, admin);
    expect((await get("/api/admin/verification-chats?owner=me", admin)).items[0]).toMatchObject({ id, owner: "Samira" });
    await post(`/api/admin/verification-chats/${id}/closing`, { seen: time.clock().toISOString() }, admin);
    expect((await get("/api/account/chat", person)).status).toBe("closed");
    await write(person, "Encore une question");
    expect((await get("/api/account/chat", person)).status).toBe("waiting_staff");
  });

  test("is opened again by an account that was accepted, and stands in the queue of the office", async () => {
    const person = await sentFile();
    await write(person, "Bonjour");
    await decide(person, "accept");
    expect((await get("/api/account/chat", person)).status).toBe("closed");
    const waiting = async () => (await get("/api/work-queues", admin)).queues.chats.count as number;
    const before = await waiting();
    time.set(new Date(time.clock().getTime() + 1_000).toISOString());
    expect((await write(person, "Ma carte est perdue.")).status).toBe(201);
    const own = await get("/api/account/chat", person);
    expect([own.status, own.messages.at(-1).body, await waiting()]).toEqual(["waiting_staff", "Ma carte est perdue.", before + 1]);
  });

  test.each(["VOLUNTEER", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)(
    "is begun by %s with an open account, and answered by staff",
    async (role) => {
      const person = await signIn(backend, { role });
      expect((await write(person, "Bonjour")).status).toBe(201);
      const [row] = (await get(`/api/admin/verification-chats?status=waiting_staff&q=${encodeURIComponent(person.email)}`, admin)).items;
      expect(row).toMatchObject({ userId: person.id, accountState: "validated" });
      await sent(`/api/admin/verification-chats/${row.id}/messages`, { body: "Oui ?" }, admin);
      expect((await get("/api/account/chat", person)).messages).toHaveLength(2);
    },
  );

  test("is read by those who manage accounts, and takes a text", async () => {
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    expect((await backend.request("/api/admin/verification-chats", { cookie: volunteer.cookie })).status).toBe(403);
    expect((await write(await student(), " ")).status).toBe(422);
  });
});

test("S3-007 the yearly check begins on 1 September for students with an open account, once; they confirm, staff open the account again", async () => {
  const clock = testClock(new Date("2026-08-31T21:59:00Z"));
  const own = await backendForTest({ clock: clock.clock });
  const old = { stateChangedAt: new Date("2026-02-01") };
  const person = await signIn(own, { role: "BENEFICIARY", ...old });
  const others = [
    await signIn(own, { role: "VOLUNTEER", ...old }),
    await signIn(own, { role: "BENEFICIARY", accountState: "to_validate", ...old }),
    await signIn(own, { role: "BENEFICIARY", stateChangedAt: new Date("2026-09-02") }),
  ];
  const needed = async ({ cookie }: Person) =>
    (await (await own.request("/api/user/me", { cookie })).json()).extraData.annualVerificationNeeded;
  const confirm = (json: unknown) => own.request("/api/account/annual-check", { method: "POST", cookie: person.cookie, json });
  const year = async () => beginYearlyCheck(own.services);
  expect((await confirm({ confirmed: true })).status).toBe(409);
  clock.set("2026-09-01T04:05:00Z");
  await year();
  await year();
  for (const one of [person, ...others]) one.cookie = await cookiesOf(own, one.id);
  expect([await needed(person), ...(await Promise.all(others.map(needed)))]).toEqual([true, false, false, false]);
  expect(await own.services.db.$count(outgoingMails, eq(outgoingMails.topic, "annual_check"))).toBe(1);
  expect((await confirm({ changes: "Rien" })).status).toBe(422);
  expect((await confirm({ confirmed: true, changes: "J'ai changé d'école" })).status).toBe(200);
  const me = await (await own.request("/api/user/me", { cookie: person.cookie })).json();
  expect([me.isAccountValidated, me.extraData.accountState]).toEqual([false, "to_validate"]);
  const staff = await signIn(own, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const accepted = await own.request(`/api/admin/verification/${person.id}/decision`, {
    method: "POST",
    cookie: staff.cookie,
    json: { verdict: "accept" },
  });
  expect([accepted.status, await needed(person)]).toEqual([200, false]);
});
