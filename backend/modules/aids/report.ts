import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { type AidReport, longestReport, partOf, smallestGroup, unlessFew, withoutSmallGroups } from "#contract/charity/aid-report";
import { type AidKind, aidKinds } from "#contract/charity/aids";
import { dayMonthsLater, franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { lastErased } from "./of-person.ts";
import { aids } from "./tables.ts";

type Period = { from: string; to: string };
type Chosen = { monthFrom?: string; monthTo?: string };

/** Of this year up to this month, unless the reader chooses; a longer period begins later, and one that ends before it begins is of its last month. */
function periodOf({ monthFrom, monthTo }: Chosen, today: string): Period & { adjusted: boolean } {
  const last = `${monthTo ?? today.slice(0, 7)}-01`;
  const chosen = monthFrom ? `${monthFrom}-01` : `${last.slice(0, 4)}-01-01`;
  const [, from = last] = [dayMonthsLater(last, 1 - longestReport), chosen, last].sort();
  return { from, to: addDays(dayMonthsLater(last, 1), -1), adjusted: from !== chosen };
}

const inPeriod = ({ from, to }: Period): SQL => sql`${aids.day} between ${from} and ${to}`;
const helped = sql`count(distinct ${aids.userId})`;
const counts = sql`${helped}::int as people, coalesce(sum(${aids.quantity}), 0)::int as aids,
  case when ${helped} < ${smallestGroup} then array_agg(distinct ${aids.userId}::text) end as few`;

type Counted = { people: number; aids: number; few: string[] | null };

/** The figures that the State asks for, of what was received in a period: no names, and no figure of too few people. In five statements. */
export async function aidReport({ db, clock }: Pick<Services, "db" | "clock">, query: Chosen): Promise<AidReport> {
  const now = clock();
  const period = periodOf(query, franceDay(now));
  const whole = await wholeOf(db, period);
  const byKind = await grouped<{ kind: AidKind }>(db, sql`${aids.kind} as kind`, period);
  const byMonth = await grouped<{ month: string }>(db, sql`to_char(${aids.day}, 'YYYY-MM') as month`, period);
  const bySector = await grouped<{ id: string | null; name: string | null }>(
    db,
    sql`${sectors.id} as id, ${sectors.name} as name`,
    period,
    2,
  );
  const { people } = whole;
  const households = partOf(whole.households, people);
  const enough = households === 0 || whole.households >= smallestGroup;
  return {
    ...period,
    erasedUntil: await lastErased(db, now),
    people: unlessFew(people),
    newPeople: partOf(whole.newPeople, people),
    households,
    adults: enough ? unlessFew(whole.adults) : null,
    children: enough ? unlessFew(whole.children) : null,
    withoutHousehold: households === null ? null : people - households,
    byKind: withoutSmallGroups(aidKinds.flatMap((kind) => byKind.filter((row) => row.kind === kind))),
    byMonth: withoutSmallGroups(byMonth),
    bySector: withoutSmallGroups(bySector),
  };
}

type Whole = { people: number; newPeople: number; households: number; adults: number; children: number };

async function wholeOf(db: Db, period: Period): Promise<Whole> {
  const { rows } = await db.execute<Whole>(sql`
    select count(*)::int as people, (count(*) filter (where not helped.before))::int as "newPeople",
      count(${beneficiaryFiles.adults})::int as households, coalesce(sum(${beneficiaryFiles.adults}), 0)::int as adults,
      coalesce(sum(${beneficiaryFiles.children}), 0)::int as children
    from (select ${aids.userId} as user_id,
        exists (select from aids earlier where earlier.user_id = ${aids.userId} and earlier.day < ${period.from}) as before
      from ${aids} where ${inPeriod(period)} group by ${aids.userId}) helped
    left join ${beneficiaryFiles} on ${beneficiaryFiles.userId} = helped.user_id`);
  const [row] = rows;
  return row ?? { people: 0, newPeople: 0, households: 0, adults: 0, children: 0 };
}

/** The aids of a period in groups, by the first `columns` of what is selected. */
async function grouped<Key extends Record<string, unknown>>(db: Db, key: SQL, period: Period, columns = 1): Promise<(Key & Counted)[]> {
  const { rows } = await db.execute(sql`
    select ${key}, ${counts} from ${aids}
      join ${users} on ${users.id} = ${aids.userId} left join ${sectors} on ${sectors.id} = ${users.sectorId}
    where ${inPeriod(period)} group by ${sql.raw(columns === 1 ? "1" : "1, 2")} order by ${sql.raw(String(columns))} nulls last`);
  return rows as (Key & Counted)[];
}
