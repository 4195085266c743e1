import { eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { expect, test, vi } from "vitest";
import { recordChange } from "#backend/audit/recording";
import { sessions } from "#backend/identity/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { firstBrokenAuditRow } from "#backend/modules/audit/verification";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { donorLinks, donorSessions } from "#backend/modules/donor-access/tables";
import { applicationReplies, applications, jobs } from "#backend/modules/jobs/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { buildWaitingArchives } from "#backend/modules/privacy/archive";
import { finishErasures, replayErasures } from "#backend/modules/privacy/erasure";
import { applyRetention, dryRun } from "#backend/modules/privacy/retention";
import { dataRequests, erasures, retentionProgress } from "#backend/modules/privacy/tables";
import { emailVerifications, registrationDrafts, registrations } from "#backend/modules/registration/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { dismissedSearches, unansweredSearches } from "#backend/modules/search/tables";
import { users } from "#backend/modules/users/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import type { PledgeStatus } from "#contract/giving/pledges";
import { dataKinds, retentionSteps } from "#contract/law/retention";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

const now = new Date("2026-11-21T04:20:00Z");
const years = (count: number) => new Date(Date.UTC(2026 - count, 10, 21));
const pledge = (index: number, of: Partial<typeof pledges.$inferInsert> = {}) => ({
  reference: `P-${index}`,
  dedupeKey: `p${index}`,
  amountCents: 5_000,
  rhythm: "one_off" as const,
  donor: "person" as const,
  allocation: "any" as const,
  method: "transfer" as const,
  name: "Zoé Témoin",
  email: "zoe@example.org",
  locale: "fr" as const,
  receipt: true,
  ...{ street: "1 rue", postcode: "69001", city: "Lyon", country: "FR" },
  ...of,
});

async function addOffer({ services: { db } }: TestBackend) {
  const words = { title: { fr: "Offre" }, summary: { fr: "." }, body: { fr: "." }, contract: { fr: "." }, salary: { fr: "." } };
  const [offer] = await db
    .insert(jobs)
    .values({ ...words, kind: "job", place: { fr: "Lyon" }, hours: 35, opensOn: "2020-01-01" } as never)
    .returning();
  return offer?.id ?? "";
}

/** For each kind of data outside accounts, a record that is due and one that is not. */
async function fill(backend: TestBackend) {
  const { db, files } = backend.services;
  const admin = await addPerson(backend, { role: "ADMIN", createdAt: now });
  const seen = { createdAt: now, lastInteractionAt: now };
  const person = await addPerson(backend, { role: "VOLUNTEER", ...seen });
  const other = await addPerson(backend, { role: "VOLUNTEER", ...seen });
  const jobId = await addOffer(backend);
  await files.put("applications/cv", new Uint8Array([1]), "application/pdf");
  const file = { visibility: "owner", mime: "application/pdf", bytes: 1, sha256: "" } as const;
  const document = { ...file, kind: "IDENTITY", ownerId: person.id, verification: "accepted" } as const;
  await db.insert(documents).values([
    { ...document, storageKey: "papers/old", purgeAt: years(1) },
    { ...document, storageKey: "papers/new", purgeAt: new Date("2027-01-01") },
  ]);
  const [cv] = await db
    .insert(documents)
    .values({ ...file, kind: "CV", storageKey: "applications/cv" })
    .returning();
  const applied = { jobId, name: "Zoé", email: "zoe@example.org", locale: "fr", message: ".", consentedAt: now } as const;
  await db.insert(applications).values([
    { ...applied, dedupeKey: "a", cvId: cv?.id, createdAt: years(3) },
    { ...applied, dedupeKey: "b", createdAt: years(1) },
  ]);
  const message = { topic: "other", name: "Zoé", email: "zoe@example.org", locale: "fr", body: "." } as const;
  const written = await db
    .insert(messages)
    .values([
      { ...message, dedupeKey: "a", createdAt: years(4) },
      { ...message, dedupeKey: "b", createdAt: years(4) },
    ])
    .returning();
  await db.insert(messageReplies).values({ threadId: written[1]?.id ?? "", authorId: admin.id, body: ".", at: years(1) });
  await db.insert(pledges).values([
    pledge(1, { createdAt: years(4), updatedAt: years(4) }),
    pledge(2, { createdAt: years(1), updatedAt: years(1) }),
    pledge(3, { status: "received", createdAt: years(7), updatedAt: years(7) }),
    pledge(4, {
      status: "received",
      createdAt: years(11),
      updatedAt: years(11),
      receipt: false,
      street: null,
      postcode: null,
      city: null,
    }),
    pledge(5, { status: "received", rhythm: "monthly", createdAt: years(12), updatedAt: years(12) }),
  ]);
  await db.insert(memberships).values([
    { userId: person.id, startDate: "2014-01-01", endDate: "2014-12-31" },
    { userId: person.id, startDate: "2024-01-01", endDate: "2024-12-31" },
  ]);
  const request = { userId: person.id, kind: "rectify", status: "answered", dueAt: now } as const;
  await db.insert(dataRequests).values([
    { ...request, receivedAt: years(4) },
    { ...request, receivedAt: years(4), status: "open" },
  ]);
  const mail = { topic: "session_revoked", recipient: "zoe@example.org", subject: ".", text: ".", html: "." };
  await db.insert(outgoingMails).values([
    { ...mail, dedupeKey: "a", status: "sent", sentAt: years(1) },
    { ...mail, dedupeKey: "b", status: "failed", updatedAt: years(1) },
    { ...mail, dedupeKey: "c", status: "waiting", sendBefore: years(1), createdAt: years(1) },
    { ...mail, dedupeKey: "d", status: "waiting", createdAt: years(1) },
  ]);
  const link = { userId: person.id, email: "zoe@example.org" };
  await db.insert(emailVerifications).values([
    { ...link, tokenHash: "a", expiresAt: years(1) },
    { ...link, tokenHash: "b", expiresAt: now },
  ]);
  for (const table of [donorLinks, donorSessions])
    await db.insert(table).values([
      { email: "zoe@example.org", tokenHash: "a", expiresAt: years(1) },
      { email: "lou@example.org", tokenHash: "b", expiresAt: now },
    ]);
  await db.insert(registrationDrafts).values([
    { tokenHash: "a", kind: "volunteer", sealedAnswers: "", expiresAt: years(1) },
    { tokenHash: "b", kind: "volunteer", sealedAnswers: "", expiresAt: new Date("2026-12-01") },
  ] as never);
  const invited = { label: "Salon", role: "VOLUNTEER", createdBy: admin.id } as const;
  const [invitation] = await db
    .insert(registrationLinks)
    .values([
      { ...invited, codeHash: "a", expiresAt: years(2), updatedAt: years(2) },
      { ...invited, codeHash: "b", updatedAt: years(2) },
    ])
    .returning();
  await db
    .insert(registrations)
    .values({ userId: person.id, kind: "volunteer" as never, at: years(2), registrationLinkId: invitation?.id });
  await db.insert(sessions).values([
    { userId: person.id, createdAt: years(1), expiresAt: years(1) },
    { userId: person.id, expiresAt: now },
  ]);
  await db.insert(unansweredSearches).values([
    { words: "velo", locale: "fr", day: "2026-05-20" },
    { words: "velo", locale: "fr", day: "2026-06-20" },
  ]);
  await db.insert(dismissedSearches).values([
    { digest: "a", day: "2026-05-20" },
    { digest: "b", day: "2026-06-20" },
  ]);
  await db.insert(verificationChats).values([
    { userId: person.id, status: "closed", lastMessageAt: years(3) },
    { userId: other.id, status: "closed", lastMessageAt: years(1) },
  ]);
  await db.insert(auditLog).values({
    ...{ at: years(2), actorKind: "system", action: "user.refuse", entityType: "user", entityId: person.id, fields: ["phone"] },
    ...{ changes: { phone: { after: "0612345678" } }, reason: "Dossier de Zoé" },
  });
  return { person };
}

test("a dry run has the numbers of the run, for every policy; what is not due stays, and a second run does nothing", async () => {
  const { clock } = testClock(now);
  const backend = await backendForTest({ clock });
  const { db, files } = backend.services;
  await fill(backend);
  for (const [role, kind] of [
    ["BENEFICIARY", "noticed"],
    ["VOLUNTEER", "archived"],
    ["DONATOR_INDIVIDUAL", null],
  ] as const) {
    const { id } = await addPerson(backend, { role, createdAt: years(9), lastInteractionAt: years(9) });
    const past = years(1);
    if (kind)
      await db.insert(retentionProgress).values({ userId: id, state: kind, firstNoticeAt: past, lastNoticeAt: past, archivedAt: past });
  }
  const foretold = await dryRun(backend.services, clock());
  expect(await db.$count(retentionProgress)).toBe(2);
  const { counts } = await applyRetention(backend.services);
  expect(counts).toEqual(foretold.counts);
  expect(backend.logged.filter(({ msg }) => msg === "a retention policy failed")).toEqual([]);
  const keys = dataKinds.flatMap((kind) => retentionSteps[kind].map((step) => `${kind}.${step}`));
  expect(Object.keys(counts).sort()).toEqual(keys.sort());
  const done = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  expect(done).toEqual({
    ...{ "papers.erase": 1, "verification_chats.erase": 1, "messages.erase": 1, "applications.erase": 1, "promises.erase": 1 },
    ...{ "receipts.blank": 1, "accounting.anonymise": 1, "memberships.erase": 1, "data_requests.erase": 1, "mails.erase": 3 },
    ...{ "mail_links.erase": 2, "registration_drafts.erase": 1, "invitations.erase": 1, "sessions.erase": 2, "searches.erase": 2 },
    ...{ "access_logs.blank": 1 },
    ...{ "beneficiary_account.archive": 1, "volunteer_account.anonymise": 1, "donor_account.firstNotice": 1 },
  });
  const gifts = await db.select().from(pledges).orderBy(pledges.reference);
  expect(gifts.map(({ reference, name, street, amountCents }) => [reference, name.startsWith("Zoé"), street, amountCents])).toEqual([
    ["P-2", true, "1 rue", 5_000],
    ["P-3", true, null, 5_000],
    ["P-4", false, null, 5_000],
    ["P-5", true, "1 rue", 5_000],
  ]);
  expect([await files.get("applications/cv"), await db.$count(documents, eq(documents.kind, "CV"))]).toEqual([null, 0]);
  expect(JSON.stringify(await db.select().from(auditLog))).not.toMatch(/0612345678|Dossier de Zoé/);
  expect(await firstBrokenAuditRow(db)).toBeNull();
  const again = Object.entries((await applyRetention(backend.services)).counts).filter(([, count]) => count > 0);
  expect(again).toEqual([]);
});

test("a policy has its last run, and the retention of applications stays within what the form promises", async () => {
  const { clock } = testClock(now);
  const backend = await backendForTest({ clock });
  await fill(backend);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const read = async (path: string) =>
    ((await (await backend.request(path, { cookie })).json()) as { items: Record<string, unknown>[] }).items;
  expect((await read("/api/admin/retention-policies")).every(({ lastRun }) => lastRun === null)).toBe(true);
  await applyRetention(backend.services);
  const policies = await read("/api/admin/retention-policies");
  expect(policies.map(({ dataKind }) => dataKind)).toEqual(dataKinds);
  expect(policies.find(({ dataKind }) => dataKind === "messages")?.lastRun).toEqual({
    at: now.toISOString(),
    counts: { "messages.erase": 1 },
  });
  expect((await read("/api/retention-policies")).map(({ dataKind, lastRun }) => [dataKind, lastRun])).toEqual(
    dataKinds.map((kind) => [kind, undefined]),
  );
  const put = (months: number) =>
    backend.request("/api/admin/retention-policies/applications", { method: "PUT", cookie, json: { months, days: 0 } });
  expect([(await put(25)).status, (await put(12)).status]).toEqual([422, 200]);
});

test("one run over 1,000 accounts takes fewer than 300 statements, whatever the step", async () => {
  const { clock, pass } = testClock(now);
  const database = await openTestDatabase();
  const backend = await backendForTest({ clock, database });
  const { db } = backend.services;
  await db.execute(sql`
    insert into users (email, first_name, last_name, role, account_state, email_verified_at, created_at, last_interaction_at)
    select 'idle-' || n || '@maillon.example', 'Aya', 'Test ' || n, 'BENEFICIARY', 'validated', '2020-01-01', '2020-01-01', '2020-01-01'
    from generate_series(1, 1000) n`);
  const driver: { query(...statement: never[]): unknown } = "client" in database ? database.client : database.pool;
  const steps: [number, string][] = [
    [0, "firstNotice"],
    [23, "lastNotice"],
    [7, "archive"],
    [30, "anonymise"],
  ];
  for (const [days, step] of steps) {
    pass(days * 86_400);
    const query = vi.spyOn(driver, "query");
    const { counts } = await applyRetention(backend.services);
    const statements = query.mock.calls.length;
    query.mockRestore();
    expect([step, counts[`beneficiary_account.${step}`]]).toEqual([step, 1_000]);
    expect(statements, step).toBeLessThan(300);
  }
  expect(await db.$count(users, eq(users.firstName, "–"))).toBe(1_000);
  expect(await firstBrokenAuditRow(db)).toBeNull();
}, 180_000);

/** Someone who wrote, applied, gave and was refused once, all of it under one address. */
async function known() {
  const backend = await backendForTest();
  const { db, files } = backend.services;
  const person = await signIn(backend, { role: "VOLUNTEER", email: "Zoe@example.org", firstName: "Zoé", lastName: "Témoin" });
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA", "BENEFICIARY_READ_RESTRICTED"] });
  const jobId = await addOffer(backend);
  await files.put("applications/cv", new TextEncoder().encode("%PDF-1.7 cv"), "application/pdf");
  const [cv] = await db
    .insert(documents)
    .values({ kind: "CV", visibility: "owner", storageKey: "applications/cv", mime: "application/pdf", bytes: 11, sha256: "" })
    .returning();
  const at = { email: "zoe@example.org", name: "Zoé Témoin", locale: "fr" } as const;
  const [application] = await db
    .insert(applications)
    .values({ ...at, jobId, message: "Mots de candidature", cvId: cv?.id, consentedAt: now, dedupeKey: "a" })
    .returning();
  const replied = { authorId: admin.id, at: now };
  await db.insert(applicationReplies).values({ ...replied, threadId: application?.id ?? "", body: "Mots à la candidature" });
  const [message] = await db
    .insert(messages)
    .values({ ...at, topic: "other", body: "Mots du message", dedupeKey: "a" })
    .returning();
  await db.insert(messageReplies).values({ ...replied, threadId: message?.id ?? "", body: "Mots de la réponse" });
  const stopped = { status: "cancelled", stoppedAt: now, stopReason: "Zoé déménage" } as const;
  await db.insert(pledges).values([pledge(1), pledge(2, { status: "received" }), pledge(3, { rhythm: "monthly", status: "received" })]);
  await db.update(pledges).set(stopped).where(eq(pledges.reference, "P-3"));
  await db.insert(pledges).values(pledge(4, { rhythm: "monthly" }));
  await db.update(pledges).set(stopped).where(eq(pledges.reference, "P-4"));
  for (const table of [donorLinks, donorSessions]) await db.insert(table).values({ email: at.email, tokenHash: "a", expiresAt: now });
  const refused = { entityType: "user" as const, entityId: person.id, reason: "Zoé a menti" };
  await recordChange(db, { id: admin.id, requestId: "" }, { action: "user.refuse", ...refused });
  return { backend, db, files, person, admin };
}

test("a copy contains messages, applications and gifts of the confirmed address, with the files, and of no other", async () => {
  const { backend, db, person } = await known();
  const copyOf = async (cookie: string) => {
    const created = await backend.request("/api/account/data-requests", { method: "POST", cookie, json: { kind: "access" } });
    const { id } = (await created.json()) as { id: string };
    await buildWaitingArchives(backend.services);
    const answer = await backend.request(`/api/account/data-requests/${id}/archive`, { cookie });
    return unzipSync(new Uint8Array(await answer.arrayBuffer()));
  };
  const entries = await copyOf(person.cookie);
  const text = Object.values(entries)
    .map((bytes) => strFromU8(bytes))
    .join("\n");
  for (const words of [
    "Mots de candidature",
    "Mots à la candidature",
    "Mots du message",
    "Mots de la réponse",
    "P-1",
    "P-2",
    "%PDF-1.7 cv",
  ])
    expect(text).toContain(words);
  expect(JSON.parse(strFromU8(entries["pledges.json"] ?? new Uint8Array()))).toHaveLength(4);
  await db.update(users).set({ email: "else@example.org" }).where(eq(users.id, person.id));
  const claimed = await signIn(backend, { role: "VOLUNTEER", email: "zoe@example.org", accountState: "registered", emailVerifiedAt: null });
  const { id } = claimed;
  await db.insert(dataRequests).values({ userId: id, kind: "access", status: "running", receivedAt: now, dueAt: now });
  await buildWaitingArchives(backend.services);
  const [request] = await db.select().from(dataRequests).where(eq(dataRequests.userId, id));
  const unproven = unzipSync((await backend.services.files.get(request?.archiveKey ?? "")) ?? new Uint8Array());
  expect(Object.keys(unproven).filter((name) => /messages|applications|pledges|files/.test(name))).toEqual([]);
});

const nothingLeft = async ({ backend, db, files }: Awaited<ReturnType<typeof known>>) => {
  await finishErasures(backend.services);
  expect([await db.$count(messages), await db.$count(messageReplies), await db.$count(applications), await db.$count(documents)]).toEqual([
    0, 0, 0, 0,
  ]);
  expect([await db.$count(applicationReplies), await files.get("applications/cv")]).toEqual([0, null]);
  expect([await db.$count(donorLinks), await db.$count(donorSessions)]).toEqual([0, 0]);
  const gifts = await db.select().from(pledges).orderBy(pledges.reference);
  expect(gifts).toMatchObject([
    { reference: "P-2", amountCents: 5_000, status: "received", street: null, city: null },
    { reference: "P-3", amountCents: 5_000, status: "cancelled", street: null, stopReason: null },
  ]);
  expect(JSON.stringify([gifts, await db.select().from(auditLog)])).not.toMatch(/Zoé|zoe@/i);
  expect(await firstBrokenAuditRow(db)).toBeNull();
};

test("an erasure requested by letter deletes all of it, leaves received gifts under a pseudonym, and is recorded", async () => {
  const all = await known();
  const { backend, db, person, admin } = all;
  const path = `/api/admin/people/${person.id}/data-requests`;
  const send = (cookie: string, json: unknown) => backend.request(path, { method: "POST", cookie, json });
  const erase = { kind: "erase", reason: "Lettre du 12 novembre" };
  expect((await send(person.cookie, { ...erase, sure: true })).status).toBe(403);
  expect((await send(admin.cookie, erase)).status).toBe(422);
  expect((await send(admin.cookie, { ...erase, reason: " ", sure: true })).status).toBe(422);
  const own = `/api/admin/people/${admin.id}/data-requests`;
  expect((await backend.request(own, { method: "POST", cookie: admin.cookie, json: { ...erase, sure: true } })).status).toBe(403);
  expect(await db.$count(messages)).toBe(1);
  const answer = await send(admin.cookie, { ...erase, sure: true });
  expect([answer.status, await answer.json()]).toMatchObject([201, { kind: "erase", status: "answered", onBehalf: true }]);
  await nothingLeft(all);
  const actions = (await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id))).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["data_request.on_behalf", "user.erase"]));
});

test("data of a restored backup is erased again, messages and gifts too", async () => {
  const all = await known();
  const { backend, db, person, admin } = all;
  const before = {
    users: await db.select().from(users).where(eq(users.id, person.id)),
    messages: (await db.select().from(messages)).map(({ number: _, ...row }) => row),
    pledges: await db.select().from(pledges),
  };
  const json = { kind: "erase", reason: "Lettre", sure: true };
  await backend.request(`/api/admin/people/${person.id}/data-requests`, { method: "POST", cookie: admin.cookie, json });
  await finishErasures(backend.services);
  await db.delete(erasures);
  const { email, firstName, lastName, emailVerifiedAt } = before.users[0] ?? person;
  await db.update(users).set({ email, firstName, lastName, emailVerifiedAt }).where(eq(users.id, person.id));
  await db.delete(pledges);
  await db.insert(pledges).values(before.pledges);
  await db.insert(messages).values(before.messages);
  expect(await replayErasures(backend.services, new Date())).toBe(1);
  await nothingLeft(all);
});

test("a copy requested by letter is downloaded by administrators who may export and read restricted data, recorded each time; one that the person requested is not theirs", async () => {
  const { backend, db, person, admin } = await known();
  const path = `/api/admin/people/${person.id}/data-requests`;
  const json = { kind: "access", reason: "Lettre du 12 novembre" };
  const { id } = (await (await backend.request(path, { method: "POST", cookie: admin.cookie, json })).json()) as { id: string };
  await buildWaitingArchives(backend.services);
  const mine = (await (
    await backend.request("/api/account/data-requests", { method: "POST", cookie: person.cookie, json: { kind: "access" } })
  ).json()) as {
    id: string;
  };
  await buildWaitingArchives(backend.services);
  const fetch = async (request: string, cookie: string) =>
    (await backend.request(`/api/admin/data-requests/${request}/archive`, { cookie })).status;
  const volunteer = await cookiesOf(backend, (await addPerson(backend, { role: "VOLUNTEER" })).id);
  expect([await fetch(id, admin.cookie), await fetch(id, volunteer), await fetch(mine.id, admin.cookie)]).toEqual([200, 403, 404]);
  expect(await db.$count(auditLog, eq(auditLog.action, "data_request.download"))).toBe(1);
  for (const permission of ["EXPORT_PERSONAL_DATA", "BENEFICIARY_READ_RESTRICTED"] as const) {
    const { cookie } = await signIn(backend, { role: "ADMIN", permissions: [permission] });
    expect([(await backend.request(path, { method: "POST", cookie, json })).status, await fetch(id, cookie)]).toEqual([403, 403]);
  }
});

test("a gift counts as paid when money was received: a monthly one stopped before was not, and a reception can be undone", async () => {
  const { db } = (await backendForTest()).services;
  const paidAfter = async (rhythm: "one_off" | "monthly", ...steps: PledgeStatus[]) => {
    const reference = `P-${rhythm}-${steps.join("-")}`;
    await db.insert(pledges).values({ ...pledge(0), reference, dedupeKey: reference, rhythm });
    for (const status of steps) await db.update(pledges).set({ status }).where(eq(pledges.reference, reference));
    const [row] = await db.select().from(pledges).where(eq(pledges.reference, reference));
    return row?.paid;
  };
  expect(await paidAfter("monthly")).toBe(false);
  expect(await paidAfter("monthly", "received")).toBe(true);
  expect(await paidAfter("monthly", "cancelled")).toBe(false);
  expect(await paidAfter("monthly", "received", "cancelled")).toBe(true);
  expect(await paidAfter("monthly", "received", "cancelled", "promised")).toBe(true);
  expect(await paidAfter("monthly", "received", "promised")).toBe(false);
  expect(await paidAfter("monthly", "received", "promised", "cancelled")).toBe(false);
  expect(await paidAfter("one_off", "received")).toBe(true);
  expect(await paidAfter("one_off", "received", "cancelled")).toBe(false);
});
