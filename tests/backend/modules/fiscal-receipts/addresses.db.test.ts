import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { payments } from "#backend/modules/payments/tables";
import { donorContacts } from "#backend/modules/pledges/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openGifts } from "#tests/support/gifts";
import { addApprovedGift } from "#tests/support/gifts-in-kind";
import { mailsTo } from "#tests/support/outbox";
import { paymentsOf } from "#tests/support/payments";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
let people: { recorder: string; decider: string };
let receipts: ReturnType<typeof receiptsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  const decider = await signIn(backend, { role: "ADMIN" });
  ({ cookie } = decider);
  people = { recorder: (await addPerson(backend, { role: "ADMIN" })).id, decider: decider.id };
  receipts = receiptsOf(backend, () => cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const lyon = { street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };

/** Money of somebody with an e-mail address alone, as from HelloAsso without an address. */
async function givenBy(donorEmail: string) {
  const [row] = await backend.services.db
    .insert(payments)
    .values({
      amountCents: 3_000,
      method: "card",
      receivedOn: "2026-05-04",
      donorEmail,
      donorName: "Noé Roy",
      submission: crypto.randomUUID(),
    })
    .returning();
  return row?.id ?? "";
}
const ask = (sourceId: string) => backend.request("/api/admin/fiscal-receipt-addresses", { method: "POST", cookie, json: { sourceId } });
const toComeOf = async (id: string) => (await receipts.toCome(2026)).items.find(({ sourceId }) => sourceId === id);
const put = (as: string, json: object = lyon) => backend.request("/api/own-gifts-address", { method: "PUT", cookie: as, json });
const lacks = async (as: string) =>
  ((await (await backend.request("/api/own-gifts", { cookie: as })).json()) as { lacksAddress: boolean }).lacksAddress;
const requests = async (email: string) => (await mailsTo(backend, email)).filter(({ topic }) => topic === "receipt_address");

test("whoever gave without a pledge is asked once a day, enters the address behind a link, and has their receipt", async () => {
  const id = await givenBy("noe@example.org");
  expect(await toComeOf(id)).toMatchObject({ gap: "no_address", mayAsk: true });
  const answers = [await ask(id), await ask(id)];
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual([
    [200, { sent: true }],
    [200, { sent: false }],
  ]);
  const [mail, ...others] = await requests("noe@example.org");
  expect([others, mail?.text.includes("/donations/access"), mail?.text.includes("vous envoie un lien")]).toEqual([[], true, true]);
  const { db } = backend.services;
  const logged = await db.select({ id: auditLog.entityId }).from(auditLog).where(eq(auditLog.action, "payment.ask_address"));
  expect(logged).toEqual([{ id }]);
  const access = await openGifts(backend, "noe@example.org");
  expect(await lacks(access)).toBe(true);
  expect((await put(access, { ...lyon, postcode: "6900" })).status).toBe(422);
  expect((await put(access)).status).toBe(200);
  expect([await lacks(access), (await put(access)).status]).toEqual([false, 409]);
  const [contact] = await db.select().from(donorContacts).where(eq(donorContacts.email, "noe@example.org"));
  expect(contact).toMatchObject({ ...lyon, lastName: "Noé Roy" });
  expect(await toComeOf(id)).toMatchObject({ gap: null, mayAsk: false });
  expect((await ask(id)).status).toBe(409);
  expect((await receipts.get(await receipts.issue(id))).donor).toMatchObject({ name: "Noé Roy", ...lyon });
});

test("a donor with an account is led to their profile; somebody whose address is unknown is not written to", async () => {
  const money = paymentsOf(backend, () => cookie);
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: "aya@example.org" });
  const [id = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: person.id, donorName: "Aya" });
  expect((await ask(id)).status).toBe(200);
  const [mail] = await requests("aya@example.org");
  expect([mail?.userId, mail?.text.includes("/account/settings/profile")]).toEqual([person.id, true]);
  const unproved = { emailVerifiedAt: null, accountState: "registered" } as const;
  const silent = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", ...unproved });
  const [blocked = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: silent.id, donorName: "Lou" });
  expect(await toComeOf(blocked)).toMatchObject({ gap: "no_address", mayAsk: false });
  const whole = await addPaidGift(backend, "whole@example.org");
  for (const one of [blocked, whole.id]) expect((await ask(one)).status).toBe(409);
});

test("an address is not asked for where a pledge or a gift in kind of the same receipt brings it", async () => {
  for (const [email, add] of [
    ["both@example.org", () => addPaidGift(backend, "both@example.org")],
    ["kind@example.org", () => addApprovedGift(backend, people, { email: "kind@example.org" })],
  ] as const) {
    const id = await givenBy(email);
    const access = await openGifts(backend, email);
    expect(await lacks(access)).toBe(true);
    await add();
    expect([await lacks(access), (await put(access)).status]).toEqual([false, 409]);
    expect(await toComeOf(id)).not.toMatchObject({ gap: "no_address" });
  }
});

test("nobody sets an address without the link, nor one that is not missing", async () => {
  await givenBy("mia@example.org");
  expect((await put("")).status).toBe(401);
  await addPaidGift(backend, "pledged@example.org");
  const access = await openGifts(backend, "pledged@example.org");
  expect([await lacks(access), (await put(access)).status]).toEqual([false, 409]);
});
