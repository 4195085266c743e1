import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { registrations } from "#backend/modules/registration/tables";
import type { OwnReceipt } from "#contract/giving/fiscal-receipts";
import type { PaymentRecord } from "#contract/giving/payments";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { mailsTo } from "#tests/support/outbox";
import { paymentsOf } from "#tests/support/payments";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
let money: ReturnType<typeof paymentsOf>;
let receipts: ReturnType<typeof receiptsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  money = paymentsOf(backend, () => cookie);
  receipts = receiptsOf(backend, () => cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

/** Takes money back with the same form twice. */
async function takeBack(id: string, cents: number, more: object = {}) {
  const form = money.reversal(cents, { receivedOn: "2027-01-15", ...more });
  for (const _ of [1, 2]) expect((await money.post(`payments/${id}/reversals`, form)).status).toBe(201);
}
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ");
const mailsOf = async (email: string) => (await mailsTo(backend, email)).map(({ topic, text }) => ({ topic, text: plain(text) }));

test("whoever gave reads once what was returned, when, and that no receipt has it", async () => {
  const gift = await addPaidGift(backend, "lou@example.org", 5_000);
  await takeBack(gift.id, 2_000);
  const [mail, ...others] = await mailsOf("lou@example.org");
  expect([mail?.topic, others]).toEqual(["gift_refunded", []]);
  for (const words of ["20 €", "15 janvier 2027", "4 mai 2026", "ne compte pour aucun reçu fiscal"]) expect(mail?.text).toContain(words);
  expect(mail?.text).not.toContain("À sa demande");
  const [notice] = await backend.services.db.select().from(notices).where(eq(notices.topic, "gift_refunded"));
  expect([notice?.subject, notice?.subjectId]).toEqual(["pledge", gift.pledgeId]);
});

test("of a gift on a receipt they read its number, in their language, and what becomes of it in another mail", async () => {
  const gift = await addPaidGift(backend, "english@example.org", 5_000, "2026-05-04", { locale: "en" });
  const id = await receipts.issue(gift.id);
  const { number } = await receipts.get(id);
  const access = await openGifts(backend, "english@example.org");
  const own = async () => (await (await backend.request("/api/donor-receipts", { cookie: access })).json()) as { items: OwnReceipt[] };
  expect(await own()).toMatchObject({ items: [{ number, isToReplace: false }] });
  await takeBack(gift.id, 3_000);
  await takeBack(gift.id, 2_000);
  expect(await own()).toMatchObject({ items: [{ number, isToReplace: true, isCancelled: false }] });
  expect((await money.read<PaymentRecord>(`payments/${gift.id}`)).receipt).toEqual({ id, number });
  const toStaff = await backend.services.db.select().from(notices).where(eq(notices.topic, "receipt_to_replace"));
  const path = `/dashboard/admin/fiscal-receipts/${id}`;
  expect(toStaff.map((notice) => [notice.path, notice.values, notice.subjectId])).toEqual([[path, { number }, id]]);
  const about = async () => (await mailsOf("english@example.org")).filter(({ topic }) => !["receipt_ready", "magic_link"].includes(topic));
  expect((await about()).map(({ topic }) => topic)).toEqual(["gift_refunded", "gift_refunded"]);
  expect((await about())[0]?.text).toContain(`on your tax receipt ${number}`);
  await receipts.cancel(id, "Returned");
  expect((await about()).map(({ topic }) => topic).sort()).toEqual(["gift_refunded", "gift_refunded", "receipt_cancelled"]);
});

test("whoever has an account finds it in the inbox, also of a gift without a pledge", async () => {
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: "aya@example.org" });
  const pledged = await addPaidGift(backend, "aya@example.org", 3_000);
  const [given = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: person.id, donorName: "Aya" });
  for (const id of [pledged.id, given]) await takeBack(id, 1_000);
  expect((await mailsOf("aya@example.org")).map(({ topic }) => topic)).toEqual(["gift_refunded", "gift_refunded"]);
  const { db } = backend.services;
  const inbox = (await db.select().from(notices).where(eq(notices.userId, person.id))).filter(({ channel }) => channel === "inbox");
  expect(inbox.map(({ topic, path }) => [topic, path])).toEqual(Array(2).fill(["gift_refunded", "/donations/access"]));
});

test("a cheque that the bank refused is not said to be returned", async () => {
  const gift = await addPaidGift(backend, "noe@example.org", 5_000, "2026-05-04", { method: "cheque" });
  await takeBack(gift.id, 5_000, { method: "cheque", byBank: true });
  expect((await mailsOf("noe@example.org")).map(({ topic }) => topic)).toEqual(["pledge_taken_back"]);
});

test("nobody is written to of a mistake, where no address is known, or once the donor is erased", async () => {
  const { services } = backend;
  const gift = await addPaidGift(backend, "wrong@example.org");
  expect((await money.mistake(gift.id, 5_000)).status).toBe(201);
  const [unknown = ""] = await money.record(3_000, { receivedOn: "2026-06-01" });
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const [left = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: person.id, donorName: "Aya" });
  await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [person.id], services.clock()));
  const erased = await addGift(backend, { email: "1@erased.invalid", status: "received", createdAt: new Date("2026-05-04T10:00:00Z") });
  const [paid] = await services.db.select().from(payments).where(eq(payments.pledgeId, erased.id));
  const before = await services.db.$count(outgoingMails);
  for (const id of [unknown, left, paid?.id ?? ""]) await takeBack(id, 1_000);
  expect(await services.db.$count(outgoingMails)).toBe(before);
  expect(await mailsOf("wrong@example.org")).toEqual([]);
});

test("whoever paid dues reads on which day they were returned, and the number of the receipt that has them", async () => {
  const by = membershipsOf(backend, () => cookie);
  const member = await signIn(backend, { role: "VOLUNTEER", email: "member@example.org" });
  const id = await by.ask(await by.addPlan({ receiptEligible: true }), member.cookie);
  expect((await by.pay(id, { receivedOn: "2027-01-10" })).status).toBe(201);
  const [came] = (await by.record(id)).payments;
  await takeBack(came?.id ?? "", 500);
  const last = async () => (await mailsOf("member@example.org")).find(({ topic }) => topic === "membership_refunded")?.text;
  expect(await last()).toContain("15 janvier 2027");
  expect(await last()).not.toContain("reçu fiscal");
  const home = { addressLine: "2 rue Basse", postcode: "69002", city: "Lyon" };
  await backend.services.db.insert(registrations).values({ userId: member.id, kind: "volunteer", at: new Date(), ...home });
  const { number } = await receipts.get(await receipts.issue(came?.id ?? ""));
  await backend.services.db.delete(outgoingMails);
  await takeBack(came?.id ?? "", 200);
  expect(await last()).toContain(`reçu fiscal ${number}`);
});
