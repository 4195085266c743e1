import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lacksAddress, receivableOf } from "#backend/modules/fiscal-receipts/gifts";
import { startBackend } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { plansOf } from "#tests/support/statements-sent";

const count = 4_000;

test("what one receipt certifies is selected among thousands of gifts by indexes, as a year of receipts asks it for each of them", async () => {
  const database = await openTestDatabase();
  const backend = await startBackend({ database });
  const { db } = database;
  const { id } = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "d7@example.org" });
  await db.execute(sql`
    insert into pledges (reference, amount_cents, rhythm, donor, allocation, method, name, email, locale, receipt, street, postcode, city, country, status, dedupe_key)
    select 'DON-' || lpad(at::text, 8, '0'), 1000 + at, 'one_off', 'person', 'any', 'transfer', 'Personne ' || at, 'd' || at || '@example.org', 'fr', true,
      at || ' rue Haute', '69001', 'Lyon', 'FR', 'promised', 'gift ' || at from generate_series(1, ${count}::int) at`);
  await database.jobs.execute(sql`
    insert into payments (pledge_id, received_on, amount_cents, method, submission) select id, '2025-05-04', amount_cents, 'transfer', gen_random_uuid() from pledges`);
  await database.jobs.execute(sql`analyze`);
  const { rows } = await db.execute<{ id: string }>(sql`select id from payments where amount_cents = 1007`);
  const act = async () => {
    const whole = await receivableOf(db, rows[0]?.id ?? "");
    expect(whole).toMatchObject({ cents: 1007, email: "d7@example.org", periodFrom: "2025-01-01" });
    expect((await db.execute(sql`select ${lacksAddress(id)} as lacks`)).rows).toEqual([{ lacks: false }]);
  };
  const plans = await plansOf(database, /from payments it/, act, []);
  expect(plans).toHaveLength(3);
  for (const plan of plans) expect(plan).not.toMatch(/"Seq Scan",[^}]*"Relation Name":"(?:payments|pledges)"/);
  await backend.close();
});
