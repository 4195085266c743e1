import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { guardianConsents, merchantProfiles, registrations, volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { agreeToAllergies } from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { AccountReview } from "#contract/accounts/account-review";
import type { BulkOutcome } from "#contract/accounts/people";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

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
const post = (path: string, json: unknown, { cookie } = reader) => backend.request(path, { method: "POST", cookie, json });
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
    await own.close();
  });
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
    expect([(await post(path, { body: "Bonjour" }, other)).status, (await post(path, { body: "Bonjour" })).status]).toEqual([403, 201]);
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
