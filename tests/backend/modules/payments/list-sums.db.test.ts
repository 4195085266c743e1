import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportsApi } from "#contract/accounts/exports";
import { exactCountLimit } from "#contract/api/endpoint";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { plansOf, statementsDuring } from "#tests/support/statements-sent";
import { runDue } from "#tests/support/tasks";

let database: TestDatabase;
let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  database = await openTestDatabase();
  backend = await startBackend({ database });
  ({ cookie } = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] }));
  // As many as are counted by the day of 2025, and one more.
  await database.jobs.execute(sql`insert into payments (received_on, amount_cents, method, donor_name, submission)
    select case when i > ${exactCountLimit}::int then date '2026-01-01' else date '2025-01-01' end, 100,
      case when i % 100 = 0 then 'cash' else 'cheque' end, 'Tronc', gen_random_uuid() from generate_series(1, ${exactCountLimit + 1}::int) i`);
  await database.jobs.execute(sql`analyze payments`);
});
afterAll(() => backend.close());

const addsUp = /sum\(every\.cents\)/;

/** A page of the list, and how often all that match were added up for it. */
async function listed(query: string) {
  let page: { total: number; totalIsExact: boolean; totalCents: number | null } | undefined;
  const sent = await statementsDuring(database, async () => {
    const answer = await backend.request(`/api/admin/payments?${query}`, { cookie });
    expect(answer.status).toBe(200);
    page = await answer.json();
  });
  return { ...page, sums: sent.filter(({ text }) => addsUp.test(text)).length };
}

test("payments are added up where they are few enough to be counted, and not in a longer list", async () => {
  expect(await listed("receivedOnTo=2025-12-31")).toMatchObject({ total: exactCountLimit, totalCents: 100 * exactCountLimit, sums: 1 });
  expect(await listed("method=cash")).toMatchObject({ total: exactCountLimit / 100, totalCents: exactCountLimit, sums: 1 });
  expect(await listed("")).toMatchObject({ totalIsExact: false, totalCents: null, sums: 0 });
});

test("the cheques of the newest fifty slips are added up, and those of no other", async () => {
  await database.jobs.execute(sql`insert into cheque_deposits (number, deposited_on, submission, created_at)
    select 'S-' || i, '2026-11-20', gen_random_uuid(), timestamptz '2026-01-01Z' + i * interval '1 day' from generate_series(1, 400) i`);
  await database.jobs.execute(sql`analyze cheque_deposits`);
  let slips: { number: string }[] = [];
  const plans = await plansOf(database, /from "cheque_deposits" left join "payments"/, async () => {
    ({ deposits: slips } = await (await backend.request("/api/admin/cheque-deposits", { cookie })).json());
  });
  expect(slips.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => `S-${400 - at}`));
  const grouped = /"Node Type":"Aggregate"[^{]*?"Actual Rows":(\d+)[^{]*?"Group Key":\["cheque_deposits.id"\]/.exec(plans.join());
  expect(Number(grouped?.[1])).toBe(50);
});

test("nothing is added up while a task reads the list for an export", async () => {
  const listQuery = { sort: "receivedOn", order: "desc", method: "cash" };
  const json = { list: "/dashboard/admin/donations/export.csv", params: {}, query: "method=cash", listQuery };
  const sent = await statementsDuring(database, async () => {
    const started = await backend.request(exportsApi.start.path, { method: "POST", cookie, json });
    const { task } = (await started.json()) as { task: string };
    await runDue(backend);
    const part = await backend.request(`/api/exports/tasks/${task}/rows`, { cookie });
    expect([part.status, ((await part.json()) as { items: unknown[] }).items.length > 50]).toEqual([200, true]);
  });
  expect(sent.filter(({ text }) => addsUp.test(text))).toEqual([]);
});
