import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import type { ClaimRow, StaffClaimRow } from "#contract/charity/expense-claims";
import type { MileageRate } from "#contract/charity/mileage-rates";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addCarRate, addVolunteer, aJourney, aProof, claimRow, sendClaim, waiver } from "#tests/support/expenses";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";

const own = "/api/own-expense-claims";
const path = "/api/admin/expense-claims";
let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let volunteer: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-06-20T10:00:00Z")).clock });
  admin = await signIn(backend, { role: "ADMIN" });
  volunteer = await addVolunteer(backend, { email: "vera@example.org", firstName: "Vera", lastName: "Motte" });
  await addCarRate(backend);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const send = (more: object, cookie = volunteer.cookie) => backend.request(own, { method: "POST", cookie, form: { ...aJourney, ...more } });
const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { fieldErrors?: object }).fieldErrors];
const post = async (at: string, json: object, cookie = admin.cookie) =>
  (await backend.request(at, { method: "POST", cookie, json })).status;
const accept = (id: string, cookie?: string, version = 1) => post(`${path}/${id}/acceptance`, { version }, cookie);
const decline = (id: string, cookie?: string, version = 1) => post(`${path}/${id}/refusal`, { version, reason: "Illisible" }, cookie);
const mine = async (cookie = volunteer.cookie) =>
  (await (await backend.request(own, { cookie })).json()) as { claims: ClaimRow[]; hasAddress: boolean };

describe("a claim", () => {
  test("of a journey is valued by the scale of its day, with the sentence of the waiver", async () => {
    await addCarRate(backend, { vehicle: "bike", milliEuros: 255, validFrom: "2025-01-01", validTo: "2025-12-31" });
    await addCarRate(backend, { vehicle: "bike", milliEuros: 300, validFrom: "2026-01-01" });
    await sendClaim(backend, volunteer.cookie);
    await sendClaim(backend, volunteer.cookie, { vehicle: "bike", kilometres: 7, spentOn: "2025-12-31" });
    await sendClaim(backend, volunteer.cookie, { vehicle: "bike", kilometres: 7, spentOn: "2026-01-01" });
    const { claims, hasAddress } = await mine();
    expect(claims.map(({ spentOn, amountCents, milliEuros }) => [spentOn, amountCents, milliEuros])).toEqual([
      ["2026-03-02", 2_116, 529],
      ["2026-01-01", 210, 300],
      ["2025-12-31", 179, 255],
    ]);
    expect([hasAddress, claims[0]?.waiver, claims[0]?.waivedAt]).toEqual([true, waiver, "2026-06-20T10:00:00.000Z"]);
  });

  test("of a purchase needs its amount and its proof, which administrators read", async () => {
    const given = { spentOn: "2026-03-02", kind: "cost", reason: "Péage", waiver: "on" };
    const answer = await backend.request(own, { method: "POST", cookie: volunteer.cookie, form: given });
    expect(await refusalOf(answer)).toEqual([422, { amount: ["expenses:error.amount"], proof: ["expenses:error.proof"] }]);
    const sent = await backend.request(own, {
      method: "POST",
      cookie: volunteer.cookie,
      form: { ...given, amount: "18,50", proof: aProof() },
    });
    expect(sent.status).toBe(201);
    const { id, amountCents } = (await sent.json()) as { id: string; amountCents: number };
    expect(amountCents).toBe(1_850);
    const { documentId } = (await (await backend.request(`${path}/${id}`, { cookie: admin.cookie })).json()) as StaffClaimRow;
    const fileOf = (cookie: string) => backend.request(`/api/admin/record-files/${documentId}`, { cookie });
    expect([(await fileOf(admin.cookie)).status, (await fileOf(volunteer.cookie)).status]).toEqual([200, 403]);
    const text = new File(["rien"], "ticket.pdf", { type: "application/pdf" });
    const wrong = await backend.request(own, { method: "POST", cookie: volunteer.cookie, form: { ...given, amount: "1", proof: text } });
    expect(wrong.status).toBe(422);
  });

  test.each([
    [{ waiver: "" }, { waiver: ["expenses:error.waiver"] }],
    [{ spentOn: "2026-06-21" }, { spentOn: ["expenses:error.future"] }],
    [{ spentOn: "2024-12-31" }, { spentOn: ["expenses:error.tooOld"] }],
    [{ vehicle: "moped" }, { vehicle: ["expenses:error.noRate"] }],
    [{ kilometres: 0 }, { kilometres: ["expenses:error.kilometres"] }],
    [{ reason: " " }, { reason: ["expenses:error.reason"] }],
    [{ sectorId: crypto.randomUUID() }, { sectorId: ["expenses:error.sector"] }],
  ])("with %o is refused at the field", async (more, errors) => {
    expect(await refusalOf(await send(more))).toEqual([422, errors]);
  });

  test("stays within the kilometres of a year for which its rate applies, whatever was declined or withdrawn", async () => {
    await addCarRate(backend, { vehicle: "car_5", milliEuros: 636, yearlyKilometres: 100 });
    const other = await addVolunteer(backend);
    const drive = async (kilometres: number, spentOn = "2026-02-01") =>
      (await send({ vehicle: "car_5", kilometres, spentOn }, other.cookie)).status;
    expect([await drive(60), await drive(41), await drive(60, "2025-02-01")]).toEqual([201, 422, 201]);
    const [first] = (await mine(other.cookie)).claims;
    expect(await decline(first?.id ?? "")).toBe(200);
    expect([await drive(100), await drive(1)]).toEqual([201, 422]);
  });

  test("is sent by staff alone", async () => {
    const student = await signIn(backend, { role: "BENEFICIARY" });
    expect([(await send({}, student.cookie)).status, (await backend.request(own)).status]).toEqual([403, 401]);
  });
});

describe("the decision", () => {
  test("is that of an administrator, and is mailed", async () => {
    const [good, bad] = [await sendClaim(backend, volunteer.cookie), await sendClaim(backend, volunteer.cookie)];
    expect(await accept(good, volunteer.cookie)).toBe(403);
    expect([await accept(good), await decline(bad)]).toEqual([200, 200]);
    expect(await claimRow(backend, good)).toMatchObject({ status: "accepted", deciderId: admin.id, version: 2 });
    const [declined, accepted] = await mailsTo(backend, "vera@example.org");
    expect([accepted?.topic, declined?.topic]).toEqual(["expenses_accepted", "expenses_declined"]);
    expect(declined?.text).toContain("Illisible");
    expect(accepted?.text.replace(/\s/g, " ")).toMatch(
      /21,16 € sont acceptés \(2 mars 2026\).*Ils seront dans votre reçu fiscal de l’année, que nous/,
    );
    const [shown] = (await mine()).claims.filter(({ id }) => id === bad);
    expect(shown?.declineReason).toBe("Illisible");
  });

  test("is never one's own, on any way", async () => {
    const theirs = await sendClaim(backend, admin.cookie);
    expect([await accept(theirs), await decline(theirs)]).toEqual([403, 403]);
    const written = { status: "accepted", deciderId: admin.id, decidedAt: new Date() } as const;
    await expect(backend.services.db.update(expenseClaims).set(written).where(eq(expenseClaims.id, theirs))).rejects.toThrow();
    const second = await signIn(backend, { role: "ADMIN" });
    expect(await accept(theirs, second.cookie)).toBe(200);
    expect(await decline(theirs, admin.cookie, 2)).toBe(403);
  });

  test("is taken once, of the version that was read; an acceptance can be taken back", async () => {
    const id = await sendClaim(backend, volunteer.cookie);
    expect([await accept(id), await accept(id), await accept(id, admin.cookie, 2)]).toEqual([200, 409, 409]);
    expect([await decline(id, admin.cookie, 2), await accept(id, admin.cookie, 3), await decline(id, admin.cookie, 3)]).toEqual([
      200, 409, 409,
    ]);
    const changed = backend.services.db.update(expenseClaims).set({ amountCents: 9 }).where(eq(expenseClaims.id, id));
    await expect(changed).rejects.toThrow();
  });

  test("comes after no withdrawal, and a withdrawal after no decision", async () => {
    const [one, two] = [await sendClaim(backend, volunteer.cookie), await sendClaim(backend, volunteer.cookie)];
    const withdraw = (id: string, cookie = volunteer.cookie, version = 1) => post(`${own}/${id}/withdrawal`, { version }, cookie);
    const stranger = await addVolunteer(backend);
    expect(await withdraw(one, stranger.cookie)).toBe(404);
    expect([await withdraw(one), await accept(one, admin.cookie, 2)]).toEqual([200, 409]);
    expect([await accept(two), await withdraw(two, volunteer.cookie, 2)]).toEqual([200, 409]);
  });
});

test("the list finds claims by name, reason and state", async () => {
  const person = await addVolunteer(backend, { firstName: "Odile", lastName: "Zimmer" });
  const id = await sendClaim(backend, person.cookie, { reason: "Maraude aux Brotteaux" });
  const found = async (query: string) =>
    ((await (await backend.request(`${path}?${query}`, { cookie: admin.cookie })).json()) as { items: StaffClaimRow[] }).items;
  for (const query of ["q=zimmer", "q=brotteaux", "q=zimmer&status=sent&kind=journey&spentOnFrom=2026-03-02&spentOnTo=2026-03-02"])
    expect((await found(query)).map((row) => row.id)).toEqual([id]);
  expect(await found("q=zimmer&status=accepted")).toEqual([]);
  expect((await found("q=zimmer"))[0]).toMatchObject({ name: "Odile Zimmer", isOwn: false, receipt: null, amountCents: 2_116 });
});

test("rates of a vehicle do not overlap, and end on a day", async () => {
  const add = (json: object) => backend.request("/api/admin/mileage-rates", { method: "POST", cookie: admin.cookie, json });
  const first = (await (await add({ vehicle: "moped", milliEuros: 315, validFrom: "2026-01-01" })).json()) as MileageRate;
  expect(await refusalOf(await add({ vehicle: "moped", milliEuros: 320, validFrom: "2027-01-01" }))).toEqual([
    422,
    { validFrom: ["expenses:error.rateOverlap"] },
  ]);
  const end = (json: object) => backend.request(`/api/admin/mileage-rates/${first.id}`, { method: "PATCH", cookie: admin.cookie, json });
  expect((await end({ validTo: "2025-12-31", version: 1 })).status).toBe(422);
  expect((await end({ validTo: "2026-12-31", version: 1 })).status).toBe(200);
  expect((await end({ validTo: "2026-12-30", version: 1 })).status).toBe(409);
  expect((await add({ vehicle: "moped", milliEuros: 320, validFrom: "2027-01-01" })).status).toBe(201);
  expect((await backend.request("/api/admin/mileage-rates", { cookie: volunteer.cookie })).status).toBe(403);
});

test("a mistyped rate is removed, of the version that was read; the log names it, and claims stay valued by it", async () => {
  const rates = "/api/admin/mileage-rates";
  const typed = { vehicle: "motorbike_2", milliEuros: 3950, validFrom: "2026-01-01" };
  const rate = (await (await backend.request(rates, { method: "POST", cookie: admin.cookie, json: typed })).json()) as MileageRate;
  const claim = await sendClaim(backend, volunteer.cookie, { vehicle: "motorbike_2", kilometres: 10 });
  const remove = (version: number, cookie?: string) => post(`${rates}/${rate.id}/removal`, { version }, cookie);
  expect([await remove(1, volunteer.cookie), await remove(2), await remove(1), await remove(1)]).toEqual([403, 409, 200, 404]);
  expect(await claimRow(backend, claim)).toMatchObject({ milliEuros: 3950, amountCents: 3_950 });
  const [line] = await backend.services.db.select().from(auditLog).where(eq(auditLog.action, "expense_claim.remove_rate"));
  expect([line?.actorId, line?.entityId, line?.changes?.milliEuros?.before]).toEqual([admin.id, rate.id, 3950]);
  const right = { ...typed, milliEuros: 395 };
  expect((await backend.request(rates, { method: "POST", cookie: admin.cookie, json: right })).status).toBe(201);
});

test("an erasure leaves accepted claims with their proof for six years, and deletes the others with theirs", async () => {
  const { services } = backend;
  const person = await addVolunteer(backend);
  const cost = { kind: "cost", amount: "12", vehicle: "car_3", kilometres: 1 };
  const proved = async () => sendClaim(backend, person.cookie, { ...cost, proof: aProof() });
  const [good, bad] = [await proved(), await proved()];
  expect([await accept(good), await decline(bad)]).toEqual([200, 200]);
  const files = [(await claimRow(backend, good))?.documentId ?? "", (await claimRow(backend, bad))?.documentId ?? ""];
  await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [person.id], services.clock()));
  expect([(await claimRow(backend, good))?.reason, await claimRow(backend, bad)]).toEqual(["Collecte à Vaise", undefined]);
  const purged = async (id = "") => (await services.db.select().from(documents).where(eq(documents.id, id)))[0]?.purgedAt;
  expect([await purged(files[0]), (await purged(files[1])) instanceof Date]).toEqual([null, true]);
  await applyRetention({ ...services, clock: () => new Date("2032-06-19T10:00:00Z") });
  expect((await claimRow(backend, good))?.reason).toBe("Collecte à Vaise");
  await applyRetention({ ...services, clock: () => new Date("2032-06-21T10:00:00Z") });
  expect(await claimRow(backend, good)).toMatchObject({ reason: "", documentId: null, amountCents: 1_200, status: "accepted" });
});
