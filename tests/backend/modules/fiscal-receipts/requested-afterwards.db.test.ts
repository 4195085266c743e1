import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { OwnGiftRecord } from "#contract/giving/donor-access";
import type { PledgeRecord } from "#contract/giving/pledges";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift, aReceipt, openGifts, payGift } from "#tests/support/gifts";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
let receipts: ReturnType<typeof receiptsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  receipts = receiptsOf(backend, () => cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const lyon = { street: "2 rue Basse", postcode: "69002", city: "Lyon", country: "FR" };
const none = { receipt: false, street: null, postcode: null, city: null, country: null };

/** A gift without receipt whose money came on a day. */
async function paid(email: string, receivedOn: string, more: Partial<typeof pledges.$inferInsert> = {}) {
  const gift = await addGift(backend, { email, ...more });
  await payGift(backend, gift, receivedOn);
  if (!more.status) await backend.services.db.update(pledges).set({ status: "received" }).where(eq(pledges.id, gift.id));
  return gift;
}
const stored = async (id: string) => (await backend.services.db.select().from(pledges).where(eq(pledges.id, id)))[0];
const read = async <T>(path: string, as: string) => (await (await backend.request(path, { cookie: as })).json()) as T;
const toCome = async (year: number) => (await receipts.toCome(year)).items.map(({ name, amountCents, gap }) => [name, amountCents, gap]);
const lineOf = async (id: string, action: string) => {
  const which = and(eq(auditLog.entityId, id), eq(auditLog.action, action));
  return (await backend.services.db.select().from(auditLog).where(which))[0];
};

describe("whoever gave", () => {
  const ask = (as: string, reference: string, json: object = lyon) =>
    backend.request(`/api/own-gifts/${reference}/receipt`, { method: "PUT", cookie: as, json });
  const mayAsk = async (as: string, reference: string) => (await read<OwnGiftRecord>(`/api/own-gifts/${reference}`, as)).mayAskReceipt;

  test("asks for the receipt of a gift that was made without one, behind a link, and the receipts to issue list it", async () => {
    const gift = await paid("ada@example.org", "2025-05-04", { name: "Ada Roy" });
    const { updatedAt } = (await stored(gift.id)) ?? {};
    expect(await toCome(2025)).toEqual([]);
    const access = await openGifts(backend, gift.email);
    expect(await mayAsk(access, gift.reference)).toBe(true);
    const wrong = await ask(access, gift.reference, { ...lyon, postcode: "6900" });
    expect([wrong.status, (await stored(gift.id))?.receipt]).toEqual([422, false]);
    const answer = await ask(access, gift.reference);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { receipt: true, address: lyon, mayAskReceipt: false, mayMove: true, lacksLegalForm: false },
    ]);
    expect(await stored(gift.id)).toMatchObject({ ...lyon, receipt: true, updatedAt });
    expect(await toCome(2025)).toEqual([["Ada Roy", 5_000, null]]);
    expect(await lineOf(gift.id, "pledge.receipt")).toMatchObject({
      actorKind: "system",
      changes: { receipt: { before: false, after: true }, street: { before: null, after: "2 rue Basse" } },
    });
    // Sent twice, it is the same wish.
    expect((await ask(access, gift.reference)).status).toBe(200);
  });

  test("asks with an account; another's gift is not found, and without access there is none", async () => {
    const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "lou@example.org" });
    const [own, other] = [await paid(donor.email, "2026-05-04"), await paid("autre@example.org", "2026-05-04")];
    expect((await ask(donor.cookie, own.reference)).status).toBe(200);
    expect([(await ask(donor.cookie, other.reference)).status, (await ask("", other.reference)).status]).toEqual([404, 401]);
    expect(await stored(other.id)).toMatchObject(none);
  });

  test("moves the other receipts to come of the same person to the new address, and those of no one else", async () => {
    const email = "ensemble@example.org";
    const company = { donor: "company", company: "Boulangerie Roy", siren: "732829320" } as const;
    const [mine, theirs] = [
      await addPaidGift(backend, email, 3_000, "2026-02-01"),
      await addPaidGift(backend, email, 3_000, "2026-02-01", company),
    ];
    const [requested, left] = [await paid(email, "2026-03-01"), await paid(email, "2026-03-02")];
    expect((await ask(await openGifts(backend, email), requested.reference)).status).toBe(200);
    expect((await stored(mine.pledgeId ?? ""))?.street).toBe("2 rue Basse");
    expect((await stored(theirs.pledgeId ?? ""))?.street).toBe("1 rue Haute");
    expect(await stored(left.id)).toMatchObject(none);
  });

  test.each([
    [200, "that is promised", "promise", null, {}],
    [200, "of every month that was stopped after money came", "stopped", "2026-05-04", { rhythm: "monthly", status: "cancelled" }],
    [200, "of the first year that may still be certified", "third", "2024-01-01", {}],
    [409, "of the year before", "fourth", "2023-12-31", {}],
    [409, "that was cancelled without money", "cancelled", null, { status: "cancelled" }],
    [409, "whose address was erased", "erased", "2026-05-04", { receipt: true, addressGoneAt: new Date("2026-06-01") }],
  ] as const)("a wish answers %i for a gift %s", async (status, _, name, receivedOn, more) => {
    const email = `${name}@example.org`;
    const gift = await (receivedOn ? paid(email, receivedOn, more) : addGift(backend, { email, ...more }));
    const access = await openGifts(backend, email);
    expect(await mayAsk(access, gift.reference)).toBe(status === 200);
    expect((await ask(access, gift.reference)).status).toBe(status);
    expect((await stored(gift.id))?.street ?? null).toBe(status === 200 ? lyon.street : null);
  });

  test("asks for nothing of what was taken back whole", async () => {
    const gift = await paid("rendu@example.org", "2026-05-04");
    const ledger = paymentsOf(backend, () => cookie);
    const { items } = await ledger.read<{ items: { id: string }[] }>(`payments?pledgeId=${gift.id}`);
    expect((await ledger.post(`payments/${items[0]?.id}/reversals`, ledger.reversal(5_000))).status).toBe(201);
    await backend.services.db.update(pledges).set({ status: "received" }).where(eq(pledges.id, gift.id));
    expect((await ask(await openGifts(backend, gift.email), gift.reference)).status).toBe(409);
  });
});

describe("staff", () => {
  const correct = (id: string, json: object) => backend.request(`/api/admin/pledges/${id}/donor`, { method: "PUT", cookie, json });
  const person = { donor: "person", name: "Iris Roy", receipt: true, ...lyon } as const;

  test("add the wish and the address for who asks afterwards, and issue the receipt", async () => {
    const gift = await paid("iris@example.org", "2026-05-04", { name: "Iris Roy" });
    expect(await read<PledgeRecord>(`/api/admin/pledges/${gift.id}`, cookie)).toMatchObject({ receipt: false, mayAskReceipt: true });
    const answer = await correct(gift.id, person);
    expect([answer.status, await answer.json()]).toMatchObject([200, { receipt: true, postal: lyon, mayAskReceipt: false }]);
    expect((await lineOf(gift.id, "pledge.donor"))?.fields.sort()).toEqual(["city", "country", "postcode", "receipt", "street"]);
    const listed = (await receipts.toCome(2026)).items.find(({ name }) => name === "Iris Roy");
    expect((await receipts.get(await receipts.issue(listed?.sourceId ?? ""))).donor).toMatchObject({ name: "Iris Roy", ...lyon });
  });

  test("correct a name without adding a wish", async () => {
    const gift = await paid("nom@example.org", "2026-05-04");
    expect((await correct(gift.id, { donor: "person", name: "Noé Roy", receipt: false })).status).toBe(200);
    expect(await stored(gift.id)).toMatchObject({ name: "Noé Roy", ...none });
  });

  test.each([
    [422, "without an address", "2026-05-04", { ...person, street: "" }],
    [409, "of a year that is certified no more", "2023-05-04", person],
  ] as const)("a wish answers %i %s", async (status, _, receivedOn, json) => {
    const gift = await paid("ancien@example.org", receivedOn);
    expect([(await correct(gift.id, json)).status, await stored(gift.id)]).toMatchObject([status, none]);
  });

  test("a wish that is there is not taken back", async () => {
    const gift = await addGift(backend, { email: "garde@example.org", ...aReceipt });
    expect((await correct(gift.id, { donor: "person", name: "Lou", receipt: false })).status).toBe(409);
  });
});
