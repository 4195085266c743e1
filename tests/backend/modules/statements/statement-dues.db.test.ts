import { afterAll, beforeAll, expect, test } from "vitest";
import { pendingDebits } from "#backend/modules/card-payments/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { refusal } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { bank } from "#tests/support/statements";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let by: ReturnType<typeof membershipsOf>;
let planId: string;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  admin = await signIn(backend, { role: "ADMIN" });
  by = membershipsOf(backend, () => admin.cookie);
  planId = await by.addPlan();
});
afterAll(() => backend.close());

async function requested(lastName: string) {
  const { cookie } = await signIn(backend, { role: "VOLUNTEER", firstName: "Inès", lastName });
  const id = await by.ask(planId, cookie);
  return { id, reference: (await by.record(id)).reference ?? "" };
}

let count = 0;
/** What the open line of a statement with one line says; no other has its name, since the same line again would be known. */
async function openOf(text: string, name = "VIR", amount = "16,00") {
  count += 1;
  const ofBank = bank(backend, admin.cookie);
  const { id } = await ofBank.import([{ day: "18/11/2026", amount, text, name: `${name} ${count}` }]);
  return (await ofBank.read(id)).open;
}

const dues = (line: string | undefined, membershipId: string) =>
  by.post(`admin/bank-statement-lines/${line}/dues`, { membershipId, submission: crypto.randomUUID() });

test("a line names the memberships whose dues it is, whatever is written between the signs, and what of them is still to be paid", async () => {
  const { id, reference } = await requested("Okafor");
  const named = (leftCents: number) => [{ id, reference, name: "Inès Okafor", leftCents, obstacle: null }];
  for (const text of [reference, `adhesion ${reference.toLowerCase().replaceAll("-", "")} merci`, [...reference].join(" ")])
    expect([text, (await openOf(text))?.memberships]).toEqual([text, named(1_500)]);
  expect((await openOf("Cotisation", `OKAFOR ${reference}`))?.memberships).toEqual(named(1_500));
  await by.pay(id, { amountCents: 500 });
  expect((await openOf(`${reference} suite`))?.memberships).toEqual(named(1_000));
  await by.pay(id, { amountCents: 1_000 });
  expect((await openOf(`${reference} encore`))?.memberships).toEqual(named(0));
});

test("a line with the reference and all of the fee is recorded as dues by itself, and undone with them", async () => {
  const { id, reference } = await requested("Lambert");
  const ofBank = bank(backend, admin.cookie);
  const line = { day: "18/11/2026", amount: "15,00", text: `cotisation ${reference.toLowerCase().replaceAll("-", " ")}`, name: "LAMBERT" };
  const { id: statement, matched, waiting } = await ofBank.import([line, { ...line, name: "LAMBERT BIS" }]);
  expect([matched, waiting]).toEqual([1, 1]);
  const paid = await by.record(id);
  expect([paid.status, paid.payments]).toMatchObject(["active", [{ receivedOn: "2026-11-18", signedCents: 1_500, method: "transfer" }]]);
  const { lines, open } = await ofBank.read(statement);
  expect(lines.map(({ state, doubt }) => [state, doubt])).toEqual([
    ["matched", null],
    ["waiting", "already"],
  ]);
  expect(lines[0]?.payments).toMatchObject([{ id: paid.payments[0]?.id, amountCents: 1_500 }]);
  expect(open?.memberships).toMatchObject([{ id, leftCents: 0 }]);
  expect((await ofBank.decide(lines[0]?.id ?? "", "undo")).status).toBe(200);
  const undone = await by.record(id);
  expect([undone.status, undone.receivedCents, (await ofBank.read(statement)).lines[0]?.state]).toEqual(["pending_payment", 0, "waiting"]);
});

test("another amount is recorded as dues by a button, once, and the rest makes the membership active by itself", async () => {
  const { id, reference } = await requested("Nguyen");
  const ofBank = bank(backend, admin.cookie);
  const row = { day: "18/11/2026", text: reference, name: "NGUYEN" };
  const { id: statement } = await ofBank.import([{ ...row, amount: "10,00" }]);
  const { open } = await ofBank.read(statement);
  expect([open?.doubt, open?.memberships]).toMatchObject(["other_amount", [{ id, leftCents: 1_500 }]]);
  const json = { membershipId: id, submission: crypto.randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => by.post(`admin/bank-statement-lines/${open?.id}/dues`, json)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await by.record(id)).toMatchObject({ status: "pending_payment", receivedCents: 1_000 });
  expect((await ofBank.import([{ ...row, amount: "5,00" }])).matched).toBe(1);
  expect(await by.record(id)).toMatchObject({ status: "active", receivedCents: 1_500 });
});

test("dues are not recorded by a line for what takes none: without its proof, ended, or with a debit on its way", async () => {
  const proved = await by.addPlan({ reducedCents: 1_000, reducedLabel: { fr: "Étudiants" }, reducedProof: true });
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const unproven = await by.ask(proved, cookie, { reduced: true });
  const [ended, debited] = [await requested("Garcia"), await requested("Roux")];
  expect((await by.post(`admin/memberships/${ended.id}/cancellation`, { reason: "Départ" })).status).toBe(200);
  await backend.services.db.insert(pendingDebits).values({ membershipId: debited.id, providerReference: "pi_roux", amountCents: 1_500 });
  const references = [(await by.record(unproven)).reference ?? "", ended.reference, debited.reference];
  const opened = [];
  for (const reference of references) opened.push(await openOf(reference, "VIR", "15,00"));
  expect(opened.map((line) => [line?.doubt, line?.memberships[0]?.leftCents, line?.memberships[0]?.obstacle])).toEqual([
    [null, 1_000, "unproven"],
    ["cancelled", 0, null],
    [null, 1_500, "held"],
  ]);
  const line = (await openOf(references[0] ?? "", "VIR", "10,00"))?.id;
  expect((await dues(line, unproven)).status).toBe(409);
  expect(await refusal(await dues(opened[2]?.id, debited.id))).toEqual([422, { membershipId: ["statements:error.held"] }]);
  expect((await by.record(debited.id)).receivedCents).toBe(0);
});

test("one transfer may be for several, those that wait first; nothing is left of one that was cancelled", async () => {
  const [cancelled, waiting] = [await requested("Diallo"), await requested("Moreau")];
  expect((await by.post(`admin/memberships/${cancelled.id}/cancellation`, { reason: "Doublon" })).status).toBe(200);
  expect((await openOf(`${cancelled.reference} ${waiting.reference}`))?.memberships).toMatchObject([
    { ...waiting, leftCents: 1_500 },
    { ...cancelled, leftCents: 0 },
  ]);
});

test("a line of more than a membership has to pay is not all recorded for it: its rest may be of another", async () => {
  const [one, other] = [await requested("Haddad"), await requested("Haddad")];
  const open = await openOf(`${one.reference} ${other.reference}`, "VIR", "30,00");
  expect(open?.doubt).toBe("several_references");
  expect(await refusal(await dues(open?.id, one.id))).toEqual([422, { membershipId: ["statements:error.tooMuch"] }]);
  expect((await by.record(one.id)).receivedCents).toBe(0);
});

test("a line of a pledge, or with signs that no membership has, names none", async () => {
  const { reference } = await addGift(backend, { email: "jeanne@example.org", name: "Jeanne Vasseur", amountCents: 9_900 });
  for (const text of [reference, "ADHESION ANNUELLE", "ADH-2222-2222", ""]) expect((await openOf(text))?.memberships).toEqual([]);
});

test("the reference of a membership that is typed for a pledge is refused as that", async () => {
  const { reference } = await requested("Petit");
  const ofBank = bank(backend, admin.cookie);
  const { id } = await ofBank.import([{ day: "18/11/2026", amount: "15,00", text: "typed", name: "VIR" }]);
  const line = (await ofBank.read(id)).open?.id;
  const typed = (as: string) => by.post(`admin/bank-statement-lines/${line}/payments`, { reference: as, submission: crypto.randomUUID() });
  expect(await refusal(await typed(reference.toLowerCase()))).toEqual([422, { reference: ["payments:error.duesReference"] }]);
  expect(await refusal(await typed("DON-22"))).toEqual([422, { reference: ["payments:error.reference"] }]);
});
