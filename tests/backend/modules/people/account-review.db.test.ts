import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { guardianConsents, merchantProfiles, registrations, volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { agreeToAllergies } from "#backend/modules/verification/allergies";
import { accountDecisions, beneficiaryFiles, criteriaVersions } from "#backend/modules/verification/tables";
import type { AccountReview } from "#contract/accounts/account-review";
import type { BulkOutcome } from "#contract/accounts/people";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

let backend: TestBackend;
const time = testClock(new Date("2026-11-24T10:00:00Z"));
let reader: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
});
afterAll(() => backend.close());

const answers = { studies: "Lyon 2", scholarship: "4", income: 700, charges: 600, household: 1 };
const read = (id: string, { cookie } = reader) => backend.request(`/api/admin/people/${id}/review`, { cookie });
const review = async (id: string, by = reader) => (await (await read(id, by)).json()) as AccountReview;
const post = (path: string, json: unknown, { cookie }: { cookie: string } = reader) =>
  backend.request(path, { method: "POST", cookie, json });
const sent = (path: string, form: object, { cookie }: { cookie: string } = reader) =>
  backend.request(path, { method: "POST", cookie, form });
const decide = (id: string, json: unknown) => post(`/api/admin/verification/${id}/decision`, json);
const stateOf = async (id: string) =>
  (await backend.services.db.select({ state: users.accountState }).from(users).where(eq(users.id, id)))[0]?.state;
const mailsTo = async (userId: string) =>
  backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, userId)).orderBy(outgoingMails.createdAt);

/** A student without messages, with answers and documents of these kinds. */
async function aStudent(kinds: ("PROOF_STUDIES" | "PROOF_INCOME")[] = ["PROOF_STUDIES"]) {
  const { id } = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate", birthDate: "2004-05-06" });
  const { db, clock } = backend.services;
  await agreeToAllergies(db, id, clock());
  await db
    .insert(beneficiaryFiles)
    .values({ userId: id, status: "to_verify", answers, diets: ["porkFree"], allergies: "noix", sentAt: clock() });
  const file = { ownerId: id, visibility: "owner", mime: "application/pdf", bytes: 2_000, sha256: "", verification: "pending" } as const;
  const files = kinds.length
    ? await db
        .insert(documents)
        .values(kinds.map((kind) => ({ ...file, kind, storageKey: `papers/${id}/${kind}` })))
        .returning()
    : [];
  return { id, documents: files.map((document) => document.id) };
}

/** A volunteer of 16 whose guardian has not answered. */
async function aMinor() {
  const { id } = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", birthDate: "2010-01-01", firstName: "Zoé" });
  const guardian = { guardianName: "Anne Petit", guardianEmail: "anne@example.org", tokenHash: `token of ${id}` };
  await backend.services.db.insert(guardianConsents).values({
    userId: id,
    ...guardian,
    expiresAt: new Date("2026-12-01"),
    createdAt: time.clock(),
    updatedAt: new Date("2026-11-10T10:00:00Z"),
  });
  return id;
}

describe("the review of an account", () => {
  test("holds the answers, the documents and the rule of a student who never wrote, and is written down", async () => {
    const { id, documents: sent } = await aStudent();
    const found = await review(id);
    expect(found).toMatchObject({
      situation: { answers, diets: ["porkFree"], allergies: "noix", version: { rule: { likelyUpTo: expect.any(Number) } } },
      documents: [{ id: sent[0], kind: "PROOF_STUDIES", status: "pending", purged: false }],
      birthDate: "2004-05-06",
      chat: null,
      missing: [],
      withheld: false,
      verdicts: expect.arrayContaining(["accept", "ask", "refuse"]),
    });
    const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([["verification.read", reader.id]]);
  });

  test("withholds restricted data from readers without the right, and is for administrators only", async () => {
    const { id } = await aStudent();
    const other = await signIn(backend, { role: "ADMIN" });
    expect(await review(id, other)).toMatchObject({
      ...{ situation: null, documents: [], chat: null, birthDate: null, address: null, message: null },
      ...{ withheld: true, verdicts: [] },
    });
    const refused = await Promise.all(
      (["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const).map(async (role) =>
        read(id, await signIn(backend, { role })),
      ),
    );
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await read(crypto.randomUUID())).status).toBe(404);
  });

  test("shows the answers of volunteers and shops when registering", async () => {
    const { db, clock } = backend.services;
    const volunteer = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" });
    await db.insert(volunteerProfiles).values({ userId: volunteer.id, activities: ["deliver"], moments: ["sunday"] });
    const place = { addressLine: "3 rue Hénon", postcode: "69004", city: "Lyon" };
    await db
      .insert(registrations)
      .values({ userId: volunteer.id, kind: "volunteer", at: clock(), ...place, message: "J’ai un vélo cargo." });
    expect(await review(volunteer.id)).toMatchObject({
      wishes: { activities: ["deliver"], moments: ["sunday"], vehicle: null },
      address: "3 rue Hénon, 69004 Lyon",
      message: "J’ai un vélo cargo.",
    });
    const merchant = await addPerson(backend, { role: "DONATOR_MERCHANT", accountState: "to_validate" });
    const shop = { siret: "73282932000074", companyName: "Au bon pain", legalForm: "SARL", surfaceOver400: true, fiscalYearEnd: "31/12" };
    const pickup = { moments: ["saturday" as const], products: ["bread" as const], pickupNotes: "Porte arrière", inRegister: true };
    await db.insert(merchantProfiles).values({ userId: merchant.id, ...shop, ...pickup });
    expect((await review(merchant.id)).shop).toEqual({ ...shop, ...pickup });
  });

  test("has the position in the queue, the next account, and whether it is overdue", async () => {
    const own = await startBackend({ clock: time.clock });
    const { cookie } = await signIn(own, { role: "ADMIN" });
    const add = (day: string) =>
      addPerson(own, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: new Date(`${day}T09:00:00Z`) });
    const [first, second] = [await add("2026-11-16"), await add("2026-11-17")];
    const of = async (id: string) => (await (await own.request(`/api/admin/people/${id}/review`, { cookie })).json()) as AccountReview;
    expect(await of(first.id)).toMatchObject({ queue: { place: 1, total: 2, next: second.id }, dueOn: "2026-11-23", late: true });
    expect(await of(second.id)).toMatchObject({ queue: { place: 2, total: 2, next: first.id }, dueOn: "2026-11-24", late: false });
    const read = async ({ id }: { id: string }) =>
      (await own.request("/api/account/standing", { cookie: await cookiesOf(own, id) })).json() as Promise<{ late: boolean }>;
    expect([(await read(first)).late, (await read(second)).late]).toEqual([true, false]);
    await own.close();
  });
});

describe("what the owner of an account that waits reads", () => {
  type Standing = { reason: string | null; question: string | null; answeredAt: string | null; late: boolean };
  const standingOf = async ({ id }: { id: string }): Promise<Standing> =>
    (await backend.request("/api/account/standing", { cookie: await cookiesOf(backend, id) })).json();

  test("is a question until they answer, whatever the team writes then; the answer is due by the day of theirs", async () => {
    const before = time.clock().toISOString();
    onTestFinished(() => {
      time.set(before);
    });
    const stateChangedAt = time.clock();
    const person = await signIn(backend, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt });
    expect(await standingOf(person)).toMatchObject({ question: null, answeredAt: null });
    expect((await decide(person.id, { verdict: "ask", reason: "Votre adresse" })).status).toBe(200);
    expect(await standingOf(person)).toMatchObject({ question: "Votre adresse", answeredAt: null });
    time.pass(10 * 86_400);
    expect((await standingOf(person)).late).toBe(true);
    const answeredAt = time.clock().toISOString();
    expect((await sent("/api/account/chat", { body: "La voici." }, { cookie: await cookiesOf(backend, person.id) })).status).toBe(201);
    expect(await standingOf(person)).toMatchObject({ question: null, answeredAt, late: false });
    time.pass(60);
    const staff = await signIn(backend, { role: "ADMIN" });
    expect((await sent(`/api/admin/verification/${person.id}/messages`, { body: "Merci." }, staff)).status).toBe(201);
    expect(await standingOf(person)).toMatchObject({ question: null, answeredAt, late: false });
  });

  test("is no question where the reason is that of another change, nor once the file is sent again", async () => {
    const changed = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", stateReason: "Rouvert par erreur" });
    expect(await standingOf(changed)).toMatchObject({ reason: "Rouvert par erreur", question: null });
    const { id } = await aStudent();
    expect((await decide(id, { verdict: "ask", reason: "Une page manque" })).status).toBe(200);
    const cookie = await cookiesOf(backend, id);
    expect((await post("/api/account/criteria/sending", {}, { cookie })).status).toBe(200);
    expect(await standingOf({ id })).toMatchObject({ reason: null, question: null, answeredAt: null });
  });
});

describe("an administrator whose account waits", () => {
  test("is accepted or refused by those who grant rights, and by nobody else", async () => {
    const giver = await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] });
    const [one, two, third] = await Promise.all(
      [1, 2, 3].map(async () => (await addPerson(backend, { role: "ADMIN", accountState: "to_validate" })).id),
    );
    if (!one || !two || !third) throw new Error("nobody waits");
    const give = (id: string, json: unknown, by = giver) => post(`/api/admin/verification/${id}/decision`, json, by);
    expect((await review(one, giver)).verdicts).toContain("accept");
    expect((await give(one, { verdict: "accept" })).status).toBe(200);
    expect((await give(two, { verdict: "refuse", reason: "Un doublon" })).status).toBe(200);
    expect([await stateOf(one), await stateOf(two)]).toEqual(["validated", "refused"]);
    const many = { step: "approve", selection: { ids: [third] }, dryRun: false };
    const bulk = async (by: typeof reader) =>
      (await (await post("/api/admin/people/pending-approval/bulk", many, by)).json()) as BulkOutcome;
    expect((await give(third, { verdict: "accept" }, reader)).status).toBe(403);
    expect((await bulk(reader)).left).toMatchObject([{ id: third, obstacles: ["administrator"] }]);
    expect((await bulk(giver)).changed).toBe(1);
    expect(await stateOf(third)).toBe("validated");
  });
});

test("whoever decides sees the documents to check first, then the newest, however many came before", async () => {
  const { id, documents: sent } = await aStudent();
  const file = { ownerId: id, kind: "PROOF_INCOME", visibility: "owner", mime: "application/pdf", bytes: 2_000, sha256: "" } as const;
  const seen = { verification: "rejected", rejectReason: "Illisible" } as const;
  const rows = Array.from({ length: 52 }, (_, at) => {
    const createdAt = new Date(Date.UTC(2026, 8, 1, 0, at));
    return { ...file, ...seen, createdAt, fileName: `${at}.pdf`, storageKey: `papers/${id}/${at}` };
  });
  const { db } = backend.services;
  await db.insert(documents).values(rows);
  await db
    .update(documents)
    .set({ createdAt: new Date("2026-08-01") })
    .where(eq(documents.id, sent[0] ?? ""));
  const shown = (await review(id)).documents;
  expect([shown.length, shown[0]?.id, shown[1]?.name, shown.at(-1)?.name]).toEqual([50, sent[0], "51.pdf", "3.pdf"]);
});

describe("a decision with its documents", () => {
  test("does not open an account with unchecked documents", async () => {
    const { id, documents: sent } = await aStudent(["PROOF_STUDIES", "PROOF_INCOME"]);
    const blind = await decide(id, { verdict: "accept", documents: [{ id: sent[0], verdict: "accepted" }, { id: sent[1] }] });
    expect([blind.status, (await blind.json()).fieldErrors]).toEqual([422, { documents: ["chats:decision.documentsFirst"] }]);
    expect(await backend.services.db.$count(documents, eq(documents.verification, "accepted"))).toBe(0);
    expect((await post(`/api/admin/people/${id}/steps`, { step: "approve" })).status).toBe(422);
    const seen = sent.map((document) => ({ id: document, verdict: "accepted" }));
    expect((await decide(id, { verdict: "accept", documents: seen })).status).toBe(200);
    expect(await stateOf(id)).toBe("validated");
  });

  test("lists the documents to send again in its own mail, and sends no mail for each", async () => {
    const { id, documents: sent } = await aStudent();
    const answer = await decide(id, { verdict: "ask", documents: [{ id: sent[0], verdict: "rejected", reason: "La photo est coupée." }] });
    expect([answer.status, await stateOf(id)]).toEqual([200, "waiting"]);
    const mails = await mailsTo(id);
    expect(mails.map(({ topic }) => topic)).not.toContain("paper_rejected");
    expect(mails.find(({ topic }) => topic === "more_information")?.text).toMatch(/Certificat de scolarité\s: La photo est coupée\./);
    expect((await review(id)).missing).toEqual(["studies"]);
  });

  test("accepts no document of another person, none twice, and a rejection only with its reason", async () => {
    const one = await aStudent();
    const other = await aStudent();
    const with_ = (document: object) => decide(one.id, { verdict: "ask", reason: "Rien", documents: [document] });
    expect((await with_({ id: other.documents[0], verdict: "accepted" })).status).toBe(404);
    expect((await with_({ id: one.documents[0], verdict: "rejected" })).status).toBe(422);
    expect(await stateOf(one.id)).toBe("to_validate");
    expect((await decide(one.id, { verdict: "ask" })).status).toBe(422);
  });

  test("can be prepared by starting a chat with the person", async () => {
    const { id } = await aStudent();
    const path = `/api/admin/verification/${id}/messages`;
    const other = await signIn(backend, { role: "ADMIN" });
    expect([(await sent(path, { body: "Bonjour" }, other)).status, (await sent(path, { body: "Bonjour" })).status]).toEqual([403, 201]);
    expect((await review(id)).chat?.messages.map(({ body }) => body)).toEqual(["Bonjour"]);
  });
});

describe("a minor's account", () => {
  test("names the guardian, cannot be opened without consent, and the mail to the guardian can be sent again", async () => {
    const id = await aMinor();
    expect(await review(id)).toMatchObject({
      guardian: { name: "Anne Petit", email: "anne@example.org", consentedAt: null, expired: false },
      missing: ["consent"],
      verdicts: ["ask", "refuse"],
    });
    const ask = () => post(`/api/admin/people/${id}/guardian-mail`, {});
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    const [consent] = await backend.services.db.select().from(guardianConsents).where(eq(guardianConsents.userId, id));
    expect([consent?.tokenHash === `token of ${id}`, consent?.expiresAt]).toEqual([false, new Date("2026-12-24T10:00:00Z")]);
    const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, "anne@example.org"));
    expect(mails.map(({ topic }) => topic)).toEqual(["guardian_consent"]);
    const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(log.map(({ action }) => action)).toContain("user.ask_guardian");
    await backend.services.db.update(guardianConsents).set({ consentedAt: time.clock() }).where(eq(guardianConsents.userId, id));
    await backend.services.limits.clear("mailAgain", `guardian ${id}`);
    expect((await ask()).status).toBe(409);
    expect(await review(id)).toMatchObject({ missing: [], verdicts: ["accept", "ask", "refuse"] });
  });
});

test("a guardian who was mistyped is corrected by administrators: the former link is void, and the minor is told", async () => {
  const id = await aMinor();
  const { db } = backend.services;
  const correct = (json: unknown, { cookie } = reader) =>
    backend.request(`/api/admin/people/${id}/guardian`, { method: "PUT", cookie, json });
  const corrected = { name: "Anne Petit-Roy", email: "anne.petit@example.org" };
  expect((await correct({ ...corrected, email: "anne" })).status).toBe(422);
  expect((await correct(corrected, await signIn(backend, { role: "VOLUNTEER" }))).status).toBe(403);
  expect((await post(`/api/admin/people/${id}/guardian-mail`, {})).status).toBe(200);
  await backend.services.limits.clear("mailAgain", `guardian ${id}`);
  expect((await correct(corrected)).status).toBe(200);
  const toMistyped = and(eq(outgoingMails.recipient, "anne@example.org"), eq(outgoingMails.aboutId, id));
  expect((await db.select().from(outgoingMails).where(toMistyped)).map(({ status }) => status)).toEqual(["expired"]);
  expect((await review(id)).guardian).toMatchObject(corrected);
  const [consent] = await db.select().from(guardianConsents).where(eq(guardianConsents.userId, id));
  expect(consent?.tokenHash).not.toBe(`token of ${id}`);
  const requests = await db.select().from(outgoingMails).where(eq(outgoingMails.recipient, corrected.email));
  expect(requests.map(({ topic }) => topic)).toEqual(["guardian_consent"]);
  const changes = (await mailsTo(id)).filter(({ topic }) => topic === "profile_changed");
  expect(changes.map(({ text }) => [text.includes("représentant légal"), text.includes("anne")])).toEqual([[true, false]]);
  const log = await db.select().from(auditLog).where(eq(auditLog.entityId, id));
  const row = log.find(({ action }) => action === "user.correct_guardian");
  expect([row?.actorId, JSON.stringify(row).includes("anne")]).toEqual([reader.id, false]);
});

test.runIf(serverUrl)("a consent that arrives while the guardian is corrected is not overwritten", async () => {
  const id = await aMinor();
  const { db } = backend.services;
  const waiting = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
  const correction = await db.transaction(async (tx) => {
    const consent = { consentedAt: time.clock(), signedName: "Anne Petit" };
    await tx.update(guardianConsents).set(consent).where(eq(guardianConsents.userId, id));
    const json = { name: "Jean Roux", email: "jean@example.org" };
    const sent = backend.request(`/api/admin/people/${id}/guardian`, { method: "PUT", cookie: reader.cookie, json });
    await expect.poll(waiting).toBe(1);
    return { sent };
  });
  expect((await correction.sent).status).toBe(409);
  const [consent] = await db.select().from(guardianConsents).where(eq(guardianConsents.userId, id));
  expect(consent).toMatchObject({ guardianEmail: "anne@example.org", tokenHash: `token of ${id}` });
});

test("who has turned 18, or whose date of birth was corrected, needs no guardian", async () => {
  const { db, limits } = backend.services;
  const id = await aMinor();
  const born = (birthDate: string) => db.update(users).set({ birthDate }).where(eq(users.id, id));
  const seen = async () => {
    const { missing, verdicts } = await review(id);
    const standing = await backend.request("/api/account/standing", { cookie: await cookiesOf(backend, id) });
    return [missing, verdicts.includes("accept"), (await standing.json()).guardianWaiting];
  };
  await born("2008-11-25");
  expect(await seen()).toEqual([["consent"], false, true]);
  expect((await decide(id, { verdict: "accept" })).status).toBe(409);
  await born("2008-11-24");
  expect(await seen()).toEqual([[], true, false]);
  await limits.clear("mailAgain", `guardian ${id}`);
  expect((await post(`/api/admin/people/${id}/guardian-mail`, {})).status).toBe(409);
  expect((await decide(id, { verdict: "accept" })).status).toBe(200);
  expect(await stateOf(id)).toBe("validated");
});

test("a bulk approval leaves incomplete files, and names them with what is missing", async () => {
  const ready = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", lastName: "Prêt" });
  const unchecked = await aStudent();
  const empty = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const minor = await aMinor();
  const ids = [ready.id, unchecked.id, empty.id, minor];
  const bulk = async (dryRun: boolean) =>
    (await (await post("/api/admin/people/pending-approval/bulk", { step: "approve", dryRun, selection: { ids } })).json()) as BulkOutcome;
  const planned = await bulk(true);
  expect([planned.count, planned.changed, planned.opened.map(({ id }) => id)]).toEqual([4, 1, [ready.id]]);
  const why = Object.fromEntries(planned.left.map(({ id, obstacles, guardian }) => [id, [obstacles, guardian]]));
  expect(why).toEqual({
    [unchecked.id]: [["documents"], null],
    [empty.id]: [["answers", "studies"], null],
    [minor]: [["consent"], "Anne Petit"],
  });
  expect(await bulk(false)).toMatchObject({ changed: 1 });
  expect(await Promise.all(ids.map(stateOf))).toEqual(["validated", "to_validate", "to_validate", "to_validate"]);
});

test("a file of another year lacks its certificate until a newer one is sent, and no longer when its bytes are gone", async () => {
  const { db } = backend.services;
  const { id } = await aStudent();
  const [version] = await db.select().from(criteriaVersions);
  await db
    .update(documents)
    .set({ verification: "accepted", createdAt: new Date("2025-10-01T10:00:00Z") })
    .where(eq(documents.ownerId, id));
  const accepted = { userId: id, verdict: "accept", decidedBy: reader.id, criteriaVersionId: version?.id } as const;
  await db.insert(accountDecisions).values({ ...accepted, decidedAt: new Date("2025-10-05T10:00:00Z") });
  const missing = async () => (await review(id)).missing;
  expect(await missing()).toEqual(["studies"]);
  const body = { step: "approve", dryRun: false, selection: { ids: [id] } };
  const bulk = (await (await post("/api/admin/people/pending-approval/bulk", body)).json()) as BulkOutcome;
  expect([bulk.changed, bulk.left.map(({ obstacles }) => obstacles), await stateOf(id)]).toEqual([0, [["studies"]], "to_validate"]);
  const file = { ownerId: id, visibility: "owner", mime: "application/pdf", bytes: 2_000, sha256: "new" } as const;
  const [sent] = await db
    .insert(documents)
    .values({ ...file, verification: "pending", kind: "PROOF_STUDIES", storageKey: `papers/${id}/new`, createdAt: time.clock() })
    .returning();
  expect(await missing()).toEqual([]);
  await db
    .update(documents)
    .set({ purgedAt: time.clock() })
    .where(eq(documents.id, sent?.id ?? ""));
  expect(await missing()).toEqual(["studies"]);
});

test("the list shows what each file lacks, and filters incomplete ones", async () => {
  const own = await startBackend({ clock: time.clock });
  const { cookie } = await signIn(own, { role: "ADMIN" });
  await addPerson(own, { role: "BENEFICIARY", accountState: "to_validate", lastName: "Sans" });
  await addPerson(own, { role: "VOLUNTEER", accountState: "to_validate", lastName: "Avec" });
  const names = async (complete: string) => {
    const answer = await own.request(`/api/admin/people/pending-approval?complete=${complete}`, { cookie });
    return ((await answer.json()) as { items: { lastName: string }[] }).items.map(({ lastName }) => lastName);
  };
  expect([await names("yes"), await names("no")]).toEqual([["Avec"], ["Sans"]]);
  await own.close();
});
