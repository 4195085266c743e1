import { and, eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { recordChange } from "#backend/audit/recording";
import { declarationsOf } from "#backend/declarations";
import { modules } from "#backend/modules";
import { auditLog } from "#backend/modules/audit/tables";
import { firstBrokenAuditRow } from "#backend/modules/audit/verification";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { applicationReplies, applications, jobs } from "#backend/modules/jobs/tables";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { buildWaitingArchives } from "#backend/modules/privacy/archive";
import { finishErasures, replayErasures } from "#backend/modules/privacy/erasure";
import { dataRequests } from "#backend/modules/privacy/tables";
import { emailVerifications, guardianConsents } from "#backend/modules/registration/tables";
import type { PrivacyRecord } from "#contract/law/privacy";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";

const email = "zoe@example.org";
const identity = "Réponse reçue de cette adresse le 12 novembre";

const pledge = (index: number, of: Partial<typeof pledges.$inferInsert> = {}) => ({
  ...{ reference: `P-${index}`, dedupeKey: `p${index}`, amountCents: 5_000, receipt: true, locale: "en" as const },
  ...{ rhythm: "one_off" as const, donor: "person" as const, allocation: "any" as const, method: "transfer" as const },
  ...{ name: "Zoé Témoin", email: "Zoe@Example.org", street: "1 rue", postcode: "69001", city: "Lyon", country: "FR" },
  ...of,
});

/** Someone without account who wrote, applied, gave and agreed for a minor from one address, and someone else beside. */
async function known(kind: "access" | "erase") {
  const backend = await backendForTest();
  const { db, files } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA", "BENEFICIARY_READ_RESTRICTED"] });
  const minor = await addPerson(backend, { role: "VOLUNTEER" });
  const words = { title: { fr: "Offre" }, summary: { fr: "." }, body: { fr: "." }, contract: { fr: "." }, salary: { fr: "." } };
  const [offer] = await db
    .insert(jobs)
    .values({ ...words, kind: "job", place: { fr: "Lyon" }, hours: 35, opensOn: "2020-01-01" } as never)
    .returning();
  await files.put("applications/cv", new TextEncoder().encode("%PDF-1.7 cv"), "application/pdf");
  const [cv] = await db
    .insert(documents)
    .values({ kind: "CV", visibility: "owner", storageKey: "applications/cv", mime: "application/pdf", bytes: 11, sha256: "" })
    .returning();
  const at = { email, name: "Zoé Témoin", locale: "en" } as const;
  const applied = { ...at, jobId: offer?.id ?? "", message: "Mots de candidature", consentedAt: new Date() };
  const [application] = await db
    .insert(applications)
    .values({ ...applied, cvId: cv?.id, dedupeKey: "a" })
    .returning();
  const replied = { authorId: admin.id, at: new Date() };
  await db.insert(applicationReplies).values({ ...replied, threadId: application?.id ?? "", body: "Mots de la réponse à la candidature" });
  const [message] = await db
    .insert(messages)
    .values([
      { ...at, email: "ZOE@example.org", topic: "other", body: "Mots du message", dedupeKey: "a" },
      { ...at, email: "autre@example.org", topic: "other", body: "Mots d’une autre", dedupeKey: "b" },
    ])
    .returning();
  await db.insert(messageReplies).values({ ...replied, threadId: message?.id ?? "", body: "Mots de la réponse" });
  await db.insert(pledges).values([pledge(1), pledge(2, { status: "received" })]);
  const link = { userId: minor.id, email, tokenHash: "secret-hash", expiresAt: new Date() };
  await db.insert(emailVerifications).values(link);
  await db.insert(guardianConsents).values({ ...link, guardianName: "Zoé Témoin", guardianEmail: email, tokenHash: "other-hash" });
  await queueMailTo(backend.services, { email, locale: "fr" }, "contact_copy", { body: "Copie de Zoé" }, "one");
  const about = { entityType: "message" as const, entityId: message?.id ?? "" };
  await recordChange(db, null, { action: "message.create", ...about, after: { email }, reason: "Zoé écrit" });
  const values = { email, kind, message: "Mots de la demande", receivedAt: new Date(), dueAt: new Date() };
  const [request] = await db.insert(dataRequests).values(values).returning();
  const path = `/api/admin/data-requests/${request?.id}`;
  const read = async () => (await (await backend.request(path, { cookie: admin.cookie })).json()) as PrivacyRecord;
  const answer = (json: unknown, cookie = admin.cookie) => backend.request(`${path}/answer`, { method: "POST", cookie, json });
  return { backend, db, files, admin, minor, path, read, answer };
}

test("every column with an e-mail address is searched for people without account, or is declared with a reason", async () => {
  const { db } = (await backendForTest()).services;
  const { rows } = await db.execute<{ place: string }>(sql`
    select c.table_name || '.' || c.column_name as place from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type in ('text', 'USER-DEFINED', 'character varying') and c.column_name ~ '(^|_)(e?mail|recipient)$'`);
  expect(rows.length).toBeGreaterThan(8);
  const { personalData, otherEmails } = declarationsOf(modules);
  const searched = new Set(personalData.flatMap(({ table, emailColumn }) => (emailColumn ? [`${table}.${emailColumn}`] : [])));
  expect(rows.map(({ place }) => place).filter((place) => !searched.has(place) && !otherEmails[place])).toEqual([]);
  for (const place of Object.keys(otherEmails)) expect(rows).toContainEqual({ place });
});

test("the data of an e-mail address is counted in a preview, and nothing changes", async () => {
  const { read, db } = await known("erase");
  const { byEmail, status } = await read();
  expect([status, byEmail?.accountId]).toEqual(["open", null]);
  expect(byEmail?.held.map(({ table, fate, count }) => [table, fate, count])).toEqual([
    ["application_replies", "delete", 1],
    ["applications", "delete", 1],
    ["data_requests", "anonymise", 1],
    ["documents", "anonymise", 1],
    ["email_verifications", "delete", 1],
    ["guardian_consents", "keep", 1],
    ["message_replies", "delete", 1],
    ["messages", "delete", 1],
    ["outgoing_mails", "delete", 1],
    ["pledges", "delete", 1],
    ["pledges", "anonymise", 1],
  ]);
  expect([await db.$count(messages), await db.$count(pledges)]).toEqual([2, 2]);
});

test("an erasure deletes all of it after the identity was verified, as recorded; received gifts stay under a pseudonym", async () => {
  const { backend, db, files, admin, answer, read, path } = await known("erase");
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await answer({ outcome: "erasedByEmail", identity }, volunteer.cookie)).status).toBe(403);
  expect((await answer({ outcome: "erasedByEmail" })).status).toBe(422);
  expect((await answer({ outcome: "erasedByEmail", identity: " " })).status).toBe(422);
  expect((await answer({ outcome: "copiedByEmail", identity })).status).toBe(409);
  expect((await answer({ outcome: "erasedByEmail", identity })).status).toBe(200);
  expect(await read()).toMatchObject({ status: "answered", person: "–", message: null, byEmail: null });
  expect([await db.$count(applications), await db.$count(messageReplies), await db.$count(documents)]).toEqual([0, 0, 0]);
  await finishErasures(backend.services);
  expect([await db.$count(applicationReplies), await files.get("applications/cv")]).toEqual([0, null]);
  expect((await db.select().from(messages)).map(({ email: from }) => from)).toEqual(["autre@example.org"]);
  const gifts = await db.select().from(pledges);
  expect(gifts).toMatchObject([{ reference: "P-2", amountCents: 5_000, status: "received", street: null, city: null }]);
  const mails = await db.select().from(outgoingMails);
  expect(mails.map(({ topic, recipient, html }) => [topic, recipient, html.includes('lang="en"')])).toEqual([
    ["erasure_done", email, true],
  ]);
  expect([await db.$count(emailVerifications), await db.$count(guardianConsents)]).toEqual([0, 1]);
  expect(JSON.stringify([gifts, await db.select().from(auditLog)])).not.toMatch(/Zoé|zoe@/i);
  const which = and(eq(auditLog.action, "data_request.erased"), eq(auditLog.entityId, path.split("/").at(-1) ?? ""));
  const [line] = await db.select().from(auditLog).where(which);
  expect([line?.actorId, line?.reason]).toEqual([admin.id, identity]);
  expect(await firstBrokenAuditRow(db)).toBeNull();
  expect((await answer({ outcome: "erasedByEmail", identity })).status).toBe(409);
});

test("a copy contains what was sent from the address and to it, no data of others and no secret; those who may export download it", async () => {
  const { backend, db, admin, minor, answer, read, path } = await known("access");
  const plain = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  expect((await answer({ outcome: "copiedByEmail", identity }, plain.cookie)).status).toBe(403);
  expect((await answer({ outcome: "erasedByEmail", identity })).status).toBe(409);
  expect((await answer({ outcome: "copied" })).status).toBe(409);
  expect(await buildWaitingArchives(backend.services)).toBe(0);
  expect((await answer({ outcome: "copiedByEmail", identity })).status).toBe(200);
  expect((await read()).status).toBe("running");
  expect(await buildWaitingArchives(backend.services)).toBe(1);
  expect(await read()).toMatchObject({ status: "answered", onBehalf: true });
  const file = await backend.request(`${path}/archive`, { cookie: admin.cookie });
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const text = Object.values(entries)
    .map((bytes) => strFromU8(bytes))
    .join("\n");
  for (const words of ["Mots de candidature", "Mots du message", "Mots de la réponse", "Mots de la demande", "P-1", "P-2", "%PDF-1.7 cv"])
    expect(text).toContain(words);
  expect(JSON.parse(strFromU8(entries["pledges.json"] ?? new Uint8Array()))).toHaveLength(2);
  expect(text).not.toMatch(new RegExp(`Mots d’une autre|secret-hash|other-hash|${minor.id}`));
  expect((await backend.request(`${path}/archive`, { cookie: plain.cookie })).status).toBe(403);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "export_ready"))).toBe(0);
  const actions = (await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id))).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["data_request.copied", "data_request.download"]));
});

test("a refusal is mailed with its reason to an address without account, once, in the language it last used", async () => {
  const { db, answer, read } = await known("erase");
  const refusal = { outcome: "refused", reason: "We could not find out who asks." };
  expect((await answer(refusal)).status).toBe(200);
  expect((await answer(refusal)).status).toBe(409);
  expect((await read()).status).toBe("refused");
  const [mail, ...more] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "data_request_refused_by_address"));
  expect(more).toEqual([]);
  expect([mail?.recipient, mail?.userId]).toEqual([email, null]);
  expect(mail?.text).toContain("Why: We could not find out who asks.");
  expect(mail?.text).toMatch(/\/en\/gdpr$/m);
});

test("an address that has an account is answered from the account", async () => {
  const { backend, db, read, answer } = await known("erase");
  const { id } = await addPerson(backend, { role: "VOLUNTEER", email: "ZOE@example.org" });
  expect((await read()).byEmail?.accountId).toBe(id);
  expect((await answer({ outcome: "erasedByEmail", identity })).status).toBe(409);
  expect(await db.$count(messages)).toBe(2);
});

test("data of the address in a restored backup is erased again; later data is not touched", async () => {
  const { backend, db, answer } = await known("erase");
  const before = (await db.select().from(messages).where(sql`lower(email::text) = ${email}`)).map(({ number: _, ...row }) => row);
  const gifts = await db.select().from(pledges);
  await answer({ outcome: "erasedByEmail", identity });
  expect(await replayErasures(backend.services, new Date())).toBe(0);
  const again = { email, name: "Zoé", locale: "fr", topic: "other", body: "Une nouvelle fois", dedupeKey: "again" } as const;
  await db.insert(messages).values([...before, { ...again, createdAt: new Date(Date.now() + 60_000) }]);
  await db.delete(pledges);
  await db.insert(pledges).values(gifts);
  expect(await replayErasures(backend.services, new Date())).toBe(1);
  expect((await db.select().from(messages)).map(({ body }) => body).sort()).toEqual(["Mots d’une autre", "Une nouvelle fois"]);
  expect((await db.select().from(pledges)).map(({ reference, name }) => [reference, /Zoé/.test(name)])).toEqual([["P-2", false]]);
  expect(await replayErasures(backend.services, new Date())).toBe(0);
});

test.skipIf(!serverUrl)("two administrators who answer at the same moment erase once", async () => {
  const { answer, db } = await known("erase");
  const answers = await Promise.all(Array.from({ length: 8 }, () => answer({ outcome: "erasedByEmail", identity })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "erasure_done"))).toBe(1);
});
