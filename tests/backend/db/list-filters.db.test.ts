import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { membershipStates } from "#contract/charity/membership-states";
import { paymentMethods, paymentStates } from "#contract/giving/payments";
import { donorKinds } from "#contract/giving/pledge-donor";
import { allocations, pledgeStatuses, rhythms } from "#contract/giving/pledges";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { plansOf } from "#tests/support/statements-sent";

let database: TestDatabase;
let backend: TestBackend;
let admin: { id: string; cookie: string };
const time = testClock(new Date("2026-11-20T10:00:00Z"));

beforeAll(async () => {
  database = await openTestDatabase();
  backend = await startBackend({ database, clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS", "BENEFICIARY_READ_RESTRICTED"] });
  const { jobs } = database;
  await jobs.execute(sql`insert into users (email, role, account_state, first_name, last_name, email_verified_at)
    select 'p' || i || '@exemple.org', 'BENEFICIARY', 'to_validate', 'Zoé', 'Personne', now() from generate_series(1, 3000) i`);
  await jobs.execute(sql`insert into verification_chats (user_id, owner_id, status, last_message_at, created_at)
    select id, case when i % 300 = 0 then ${admin.id}::uuid when i % 301 > 0 then ${await anotherOwner()}::uuid end, 'waiting_user', now(), now()
    from (select id, row_number() over () as i from users where last_name = 'Personne') people`);
  await jobs.execute(sql`insert into memberships (user_id, status, start_date, end_date, price_cents, created_at)
    select case when i = 9 then ${admin.id}::uuid end, (array['cancelled', 'refunded', 'pending_payment', 'active'])[least(i, 4)], day, day + 364, 1500, now() - i * interval '1 day'
    from (select i, case i when 10 then date '2030-01-01' when 11 then date '2020-01-01' else date '2026-06-01' end as day
      from generate_series(1, 3000) i) made`);
  await jobs.execute(sql`insert into pledges (amount_cents, rhythm, donor, company, siren, allocation, method, name, email, locale, receipt, reference, dedupe_key)
    select 5000, case when i = 7 then 'monthly' else 'one_off' end, case when i = 8 then 'company' else 'person' end,
      case when i = 8 then 'Pétrin' end, case when i = 8 then '732829320' end, 'any', 'transfer', 'Lou', 'lou@exemple.org', 'fr', false, 'R' || i, 'k' || i
    from generate_series(1, 3000) i`);
  await jobs.execute(sql`insert into payments (received_on, amount_cents, method, submission, donor_name, membership_id)
    select date '2026-01-01' + i % 300, 1500, 'transfer', gen_random_uuid(), 'Tronc',
      case when i = 9 then (select id from memberships where user_id is not null) end
    from generate_series(1, 3000) i`);
  for (const reversal of ["refund", "mistake"])
    await jobs.execute(sql`insert into payments (received_on, amount_cents, method, submission, donor_name, refund_of, reversal, reason)
      select received_on, 100, 'transfer', gen_random_uuid(), 'Tronc', id, ${reversal}::text, 'Motif' from payments
      where refund_of is null and membership_id is null and refunded_cents = 0 limit 2`);
  for (const table of ["users", "verification_chats", "memberships", "pledges", "payments"])
    await jobs.execute(sql.raw(`analyze ${table}`));
  return () => backend.close();
});

const anotherOwner = async () => (await addPerson(backend, { role: "VOLUNTEER" })).id;

/** The table of each list, the values of its filters, and the index of those that few rows have. */
const filters: [list: string, table: string, values: string[], few: Record<string, string>][] = [
  [
    "payments",
    "payments",
    [
      ...paymentMethods.map((method) => `method=${method}`),
      ...paymentStates.map((state) => `state=${state}`),
      ...["kind=gifts", "kind=dues", ...allocations.map((allocation) => `allocation=${allocation}`), "receivedOnFrom=2026-06-01"],
    ],
    {
      "state=refund": "payments_by_reversal",
      "state=mistake": "payments_by_reversal",
      "state=refunded": "payments_with_refunds",
      "state=corrected": "payments_with_refunds",
      "kind=dues": "payments_of_dues",
      "method=cash": "payments_by_method",
    },
  ],
  [
    "memberships",
    "memberships",
    membershipStates.map((state) => `state=${state}`),
    Object.fromEntries(["cancelled", "refunded", "grace", "expired"].map((state) => [`state=${state}`, "memberships_in_state_by_end"])),
  ],
  [
    "pledges",
    "pledges",
    [
      ...pledgeStatuses.map((status) => `status=${status}`),
      ...[...donorKinds.map((donor) => `donor=${donor}`), ...rhythms.map((rhythm) => `rhythm=${rhythm}`)],
    ],
    { "donor=company": "pledges_by_donor", "rhythm=monthly": "pledges_by_rhythm" },
  ],
  [
    "verification-chats",
    "verification_chats",
    ["owner=me", "owner=nobody", "status=closed", "status=waiting_staff"],
    { "owner=me": "verification_chats_owner", "owner=nobody": "verification_chats_owner" },
  ],
];

/** Nearly all rows meet these: counting them ends at its limit. */
const met = ["state=received", "kind=gifts"];

test.each(filters)("a filter of %s reads no whole table, and has an index where few rows meet it", async (list, table, values, few) => {
  for (const value of values) {
    const plans = await plansOf(database, /with page as/, async () => {
      const answer = await backend.request(`/api/admin/${list}?${value}`, { cookie: admin.cookie });
      expect([value, answer.status]).toEqual([value, 200]);
    });
    expect(plans, value).toHaveLength(1);
    if (!met.includes(value)) expect(plans[0], value).not.toMatch(new RegExp(`"Seq Scan",[^}]*"Relation Name":"${table}"`));
    if (few[value]) expect(plans[0], value).toContain(`"${few[value]}"`);
  }
});
