import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { type JournalEntry, type JournalSum, linesOf } from "#contract/giving/journal";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { addGift } from "#tests/support/gifts";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
let by: ReturnType<typeof paymentsOf>;
const time = testClock(new Date("2026-11-20T10:00:00Z"));

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  by = paymentsOf(backend, () => cookie);
});
afterAll(() => backend.close());

const exported = async (year: number) =>
  ((await (await by.post("payment-journal", { year, kind: "csv" })).json()) as { entries: JournalEntry[] }).entries;
const totalOf = async (year: number) =>
  (await by.read<{ totalCents: number }>(`payments?receivedOnFrom=${year}-01-01&receivedOnTo=${year}-12-31`)).totalCents;

test("each payment is an entry of two equal lines in its year, and the sums are those of the list to the cent", async () => {
  const { id: projectId } = await addContent(backend, "projects", cookie, { name: { fr: "Les vélos" } });
  const company = await addGift(backend, {
    ...{ email: "c@example.org", donor: "company", company: "Pétrin", siren: "732829320", amountCents: 9_900 },
    allocation: "dressed",
  });
  await by.record(9_900, { parts: [{ amountCents: 9_900, reference: company.reference }], method: "cheque" });
  await by.record(1_234, { method: "cash", projectId });
  await by.record(5_000, { receivedOn: "2025-12-31" });
  time.pass(60);
  const [back = "", wrong = ""] = [...(await by.record(700)), ...(await by.record(300, { receivedOn: "2025-03-01", method: "cash" }))];
  time.pass(60);
  await by.post(`payments/${back}/reversals`, by.reversal(200));
  await by.mistake(wrong, 300);
  for (const year of [2024, 2025, 2026]) {
    const entries = await exported(year);
    const lines = entries.flatMap((entry) => linesOf(entry));
    const debit = lines.reduce((sum, line) => sum + line.debitCents, 0);
    expect(debit).toBe(lines.reduce((sum, line) => sum + line.creditCents, 0));
    const gifts = lines.filter(({ account }) => account.startsWith("754"));
    const total = await totalOf(year);
    expect(gifts.reduce((sum, { debitCents, creditCents }) => sum + creditCents - debitCents, 0)).toBe(total);
    const { sums } = await by.read<{ sums: JournalSum[] }>(`payment-journal?year=${year}`);
    expect(sums.reduce((sum, { cents }) => sum + cents, 0)).toBe(total);
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
    expect(JSON.stringify(entries)).not.toMatch(/Pétrin|Tronc|example/);
  }
  expect(await by.read("payment-journal")).toMatchObject({
    ...{ year: 2026, firstYear: 2025 },
    sums: [
      { money: "511200", gift: "754200", allocation: "dressed", project: null, payments: 1, cents: 9_900 },
      { money: "512000", gift: "754100", allocation: "any", payments: 2, cents: 500 },
      { money: "530000", gift: "754100", project: { fr: "Les vélos" }, cents: 1_234 },
    ],
  });
  expect((await exported(2025)).map(({ signedCents, receivedOn }) => [signedCents, receivedOn])).toEqual([
    [5_000, "2025-12-31"],
    [300, "2025-03-01"],
    [-300, "2025-03-01"],
  ]);
  const log = await backend.services.db.select().from(auditLog);
  expect(log.filter(({ action, entityId }) => action === "list.export" && entityId.includes("journal"))).not.toEqual([]);
});

test("what was taken back is the same entry, mirrored", () => {
  const lines = (signedCents: number) => linesOf({ method: "cheque", donor: "company", signedCents });
  expect(lines(250)).toEqual([
    { account: "511200", debitCents: 250, creditCents: 0 },
    { account: "754200", debitCents: 0, creditCents: 250 },
  ]);
  expect(lines(-250)).toEqual([
    { account: "754200", debitCents: 250, creditCents: 0 },
    { account: "511200", debitCents: 0, creditCents: 250 },
  ]);
});
