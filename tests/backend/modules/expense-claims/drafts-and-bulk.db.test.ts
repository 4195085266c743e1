import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { expenseClaims, expenseDrafts } from "#backend/modules/expense-claims/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { tasks } from "#backend/modules/tasks/tables";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import type { ClaimsBulkOutcome, ExpenseDraft } from "#contract/charity/expense-claims";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addCarRate, addVolunteer, aJourney, aProof, claimRow, sendClaim } from "#tests/support/expenses";
import { mailsTo } from "#tests/support/outbox";
import { cookiesOf, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { runDue } from "#tests/support/tasks";

const own = "/api/own-expense-claims";
const drafts = "/api/own-expense-drafts";
let backend: TestBackend;
const time = testClock(new Date("2026-06-20T10:00:00Z"));
let admin: Awaited<ReturnType<typeof signIn>>;
let volunteer: Awaited<ReturnType<typeof addVolunteer>>;

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
  volunteer = await addVolunteer(backend, { email: "vera@example.org", firstName: "Vera", lastName: "Motte" });
  await addCarRate(backend, { raisePercent: 20 });
  await addCarRate(backend, { vehicle: "bike", milliEuros: 250 });
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const post = (at: string, form: Record<string, string | File>, cookie = volunteer.cookie) =>
  backend.request(at, { method: "POST", cookie, form });
const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;
const errorsOf = async (answer: Response) => [answer.status, ((await answer.json()) as { fieldErrors?: object }).fieldErrors];

describe("a draft", () => {
  const read = async (id: string, cookie = volunteer.cookie) => {
    const answer = await backend.request(`${drafts}/${id}`, { cookie });
    return { status: answer.status, draft: (await answer.json()) as ExpenseDraft };
  };

  test("keeps what was typed, its proof too, until the claim is sent with it", async () => {
    const id = await idOf(await post(drafts, { kind: "cost", reason: "Péage", proof: aProof() }));
    expect((await read(id)).draft).toMatchObject({
      kind: "cost",
      reason: "Péage",
      spentOn: null,
      amountCents: null,
      hasProof: true,
      version: 1,
    });
    expect((await post(`${drafts}/${id}`, { kind: "cost", reason: "Péage", amount: "18,50", version: "1" })).status).toBe(200);
    expect((await read(id)).draft).toMatchObject({ amountCents: 1_850, hasProof: true, version: 2 });
    expect((await post(`${drafts}/${id}`, { reason: "Ailleurs", version: "1" })).status).toBe(409);
    const claim = { spentOn: "2026-03-02", kind: "cost", reason: "Péage", amount: "18,50", waiver: "on", draftId: id };
    const sent = await post(own, claim);
    expect(sent.status).toBe(201);
    const row = await claimRow(backend, await idOf(sent));
    expect([row?.documentId !== null, row?.amountCents]).toEqual([true, 1_850]);
    expect((await read(id)).status).toBe(404);
    expect((await post(own, claim)).status).toBe(404);
  });

  test("without a proof is not sent as a purchase", async () => {
    const id = await idOf(await post(drafts, { kind: "cost" }));
    const claim = { spentOn: "2026-03-02", kind: "cost", reason: "Péage", amount: "18,50", waiver: "on", draftId: id };
    expect(await errorsOf(await post(own, claim))).toEqual([422, { proof: ["expenses:error.proof"] }]);
    expect((await read(id)).status).toBe(200);
  });

  test("is one's own, and well formed as far as it goes", async () => {
    const id = await idOf(await post(drafts, { reason: "Collecte" }));
    const stranger = await addVolunteer(backend);
    expect((await read(id, stranger.cookie)).status).toBe(404);
    expect((await post(`${drafts}/${id}`, { version: "1" }, stranger.cookie)).status).toBe(404);
    expect(await errorsOf(await post(drafts, { spentOn: "hier" }))).toEqual([422, { spentOn: ["expenses:error.spentOn"] }]);
    const remove = (version: number) =>
      backend.request(`${drafts}/${id}/removal`, { method: "POST", cookie: volunteer.cookie, json: { version } });
    expect([(await remove(2)).status, (await remove(1)).status, (await remove(1)).status]).toEqual([409, 200, 404]);
  });

  test("of a declined claim has all that was sent, the proof too, and is sent again although its year is over", async () => {
    const writer = await addVolunteer(backend);
    const cost = { kind: "cost", amount: "18,50", reason: "Péage", spentOn: "2025-02-03", waiver: "on" };
    const id = await idOf(await post(own, { ...cost, proof: aProof() }, writer.cookie));
    const correct = (cookie = writer.cookie) => backend.request(`${own}/${id}/correction`, { method: "POST", cookie });
    expect([(await correct()).status, (await correct(volunteer.cookie)).status]).toEqual([409, 404]);
    const decline = { reason: "Justificatif illisible", version: 1 };
    const declined = await backend.request(`/api/admin/expense-claims/${id}/refusal`, {
      method: "POST",
      cookie: admin.cookie,
      json: decline,
    });
    expect(declined.status).toBe(200);
    const draftId = await idOf(await correct());
    expect(await idOf(await correct())).toBe(draftId);
    expect((await read(draftId, writer.cookie)).draft).toMatchObject({
      ...{ kind: "cost", reason: "Péage", spentOn: "2025-02-03", amountCents: 1_850, hasProof: true, correctedDay: "2025-02-03" },
    });
    time.set("2027-03-01T10:00:00Z");
    const later = await cookiesOf(backend, writer.id);
    expect(await errorsOf(await post(own, { ...cost, proof: aProof() }, later))).toEqual([422, { spentOn: ["expenses:error.tooOld"] }]);
    const earlier = { ...cost, spentOn: "2024-12-31", draftId };
    expect(await errorsOf(await post(own, earlier, later))).toEqual([422, { spentOn: ["expenses:error.tooOld"] }]);
    const sent = await post(own, { ...cost, amount: "18,60", draftId }, later);
    expect(sent.status).toBe(201);
    const [before, again] = [await claimRow(backend, id), await claimRow(backend, await idOf(sent))];
    expect([again?.amountCents, again?.documentId]).toEqual([1_860, before?.documentId]);
    time.set("2026-06-20T10:00:00Z");
  });

  test("of a declined claim does not take its proof along when the claim that was sent again is accepted", async () => {
    const { db } = backend.services;
    const leaver = await addVolunteer(backend);
    const cost = { kind: "cost", amount: "18,50", reason: "Péage", spentOn: "2026-02-03", waiver: "on" };
    const first = await idOf(await post(own, { ...cost, proof: aProof() }, leaver.cookie));
    const decide = (id: string, how: string, json: object) =>
      backend.request(`/api/admin/expense-claims/${id}/${how}`, { method: "POST", cookie: admin.cookie, json });
    await decide(first, "refusal", { reason: "Montant faux", version: 1 });
    const draftId = await idOf(await backend.request(`${own}/${first}/correction`, { method: "POST", cookie: leaver.cookie }));
    const second = await idOf(await post(own, { ...cost, draftId }, leaver.cookie));
    expect((await decide(second, "acceptance", { version: 1 })).status).toBe(200);
    await erasePeople(backend.services, null, [leaver.id], backend.services.clock());
    const accepted = await claimRow(backend, second);
    const [proof] = await db
      .select()
      .from(documents)
      .where(eq(documents.id, accepted?.documentId ?? ""));
    expect([await claimRow(backend, first), proof?.purgedAt]).toEqual([undefined, null]);
  });

  test("goes with its person, and its proof too", async () => {
    const leaver = await addVolunteer(backend);
    await post(drafts, { kind: "cost", reason: "Péage", proof: aProof() }, leaver.cookie);
    const { db } = backend.services;
    const [draft] = await db.select().from(expenseDrafts).where(eq(expenseDrafts.userId, leaver.id));
    await erasePeople(backend.services, null, [leaver.id], backend.services.clock());
    expect(await db.$count(expenseDrafts, eq(expenseDrafts.userId, leaver.id))).toBe(0);
    // The row stays, without the file.
    const [proof] = await db
      .select()
      .from(documents)
      .where(eq(documents.id, draft?.documentId ?? ""));
    expect([proof?.ownerId, proof?.purgedAt]).toEqual([null, expect.any(Date)]);
  });
});

describe("the raise for electric vehicles", () => {
  test("is that of the rate of the day, on the amount, and stays with the claim", async () => {
    const row = await claimRow(backend, await sendClaim(backend, volunteer.cookie, { electric: "on", kilometres: 7 }));
    // 7 km at 0,529 €, and a fifth more: 4,4436 €.
    expect([row?.milliEuros, row?.raisePercent, row?.amountCents]).toEqual([529, 20, 444]);
    const plain = await claimRow(backend, await sendClaim(backend, volunteer.cookie, { kilometres: 7 }));
    expect([plain?.raisePercent, plain?.amountCents]).toEqual([0, 370]);
    const changed = backend.services.db.execute(sql`update expense_claims set raise_percent = 0, amount_cents = 370 where id = ${row?.id}`);
    await expect(changed).rejects.toThrow();
  });

  test("is refused where the scale has none", async () => {
    const answer = await post(own, { ...aJourney, kilometres: "5", vehicle: "bike", electric: "on" } as Record<string, string>);
    expect(await errorsOf(answer)).toEqual([422, { electric: ["expenses:error.noRaise"] }]);
  });
});

describe("a decision on several claims", () => {
  const bulk = async (json: object, cookie = admin.cookie) => {
    const answer = await backend.request("/api/admin/expense-claims/bulk", { method: "POST", cookie, json });
    return { status: answer.status, body: (await answer.json()) as ClaimsBulkOutcome & { fieldErrors?: object } };
  };

  test("leaves one's own and those that were decided, and writes once to each person", async () => {
    const other = await addVolunteer(backend, { email: "odile@example.org" });
    const theirs = [
      await sendClaim(backend, other.cookie),
      await sendClaim(backend, other.cookie, { spentOn: "2026-03-05" }),
      await sendClaim(backend, other.cookie),
    ];
    const mine = await sendClaim(backend, admin.cookie);
    const [, , decided = ""] = theirs;
    const decline = { version: 1, reason: "Non" };
    await backend.request(`/api/admin/expense-claims/${decided}/refusal`, { method: "POST", cookie: admin.cookie, json: decline });
    const selection = { ids: [...theirs, mine] };
    const foretold = await bulk({ decision: "accept", selection, dryRun: true });
    expect(foretold.body).toMatchObject({ count: 4, changed: 2, amountCents: 4_232, leftCount: 2 });
    expect(foretold.body.left.map(({ obstacle }) => obstacle).toSorted()).toEqual(["decided", "own"]);
    expect((await claimRow(backend, theirs[0] ?? ""))?.status).toBe("sent");
    const before = (await mailsTo(backend, "odile@example.org")).length;
    expect((await bulk({ decision: "accept", selection, dryRun: false })).body).toMatchObject({
      changed: 2,
      amountCents: 4_232,
      leftCount: 2,
    });
    const states = await Promise.all([...theirs, mine].map(async (id) => (await claimRow(backend, id))?.status));
    expect(states).toEqual(["accepted", "accepted", "declined", "sent"]);
    const [mail, ...older] = await mailsTo(backend, "odile@example.org");
    expect(older).toHaveLength(before);
    expect(mail?.text.replace(/\s/g, " ")).toContain("Vos frais de 42,32 € sont acceptés (2 mars 2026, 5 mars 2026)");
    expect((await bulk({ decision: "accept", selection, dryRun: false })).body).toMatchObject({ changed: 0, leftCount: 4 });
  });

  test("is a task for hundreds, which writes to each person once", async () => {
    const people = [
      await addVolunteer(backend, { email: "lise@example.org", lastName: "Yver" }),
      await addVolunteer(backend, { email: "marc@example.org", lastName: "Yver" }),
    ];
    const first = await claimRow(backend, await sendClaim(backend, people[0]?.cookie ?? ""));
    if (!first) throw new Error("the claim is gone");
    const rows = Array.from({ length: maxRowsInRequest }, (_, at) => ({ ...first, id: crypto.randomUUID(), userId: people[at % 2]?.id }));
    await backend.services.db.insert(expenseClaims).values(rows as (typeof first)[]);
    const { body } = await bulk({ decision: "accept", selection: { all: true, query: { q: "Yver", status: "sent" } }, dryRun: false });
    expect(body.task).toEqual(expect.any(String));
    await runDue(backend);
    const [task] = await backend.services.db
      .select()
      .from(tasks)
      .where(eq(tasks.id, body.task ?? ""));
    expect(task).toMatchObject({ state: "done", done: maxRowsInRequest + 1, leftOut: 0, failed: 0 });
    for (const email of ["lise@example.org", "marc@example.org"]) expect(await mailsTo(backend, email)).toHaveLength(1);
  });

  test("declines with a reason alone, all that match a list, by administrators", async () => {
    const person = await addVolunteer(backend, { firstName: "Odile", lastName: "Zimmer" });
    const ids = [await sendClaim(backend, person.cookie), await sendClaim(backend, person.cookie)];
    const selection = { all: true, query: { q: "Zimmer", status: "sent" } };
    const without = await bulk({ decision: "decline", selection, dryRun: false });
    expect([without.status, without.body.fieldErrors]).toEqual([422, { reason: ["expenses:error.declineReason"] }]);
    expect((await bulk({ decision: "decline", reason: "Illisible", selection, dryRun: false }, person.cookie)).status).toBe(403);
    expect((await bulk({ decision: "decline", reason: "Illisible", selection, dryRun: false })).body.changed).toBe(2);
    const rows = await backend.services.db.select().from(expenseClaims).where(eq(expenseClaims.userId, person.id));
    expect(rows.map(({ declineReason, status }) => [declineReason, status])).toEqual(ids.map(() => ["Illisible", "declined"]));
  });
});
