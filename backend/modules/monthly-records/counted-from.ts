import { and, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type Counting, maxChangedMonths } from "#contract/charity/monthly-records";
import { dayMonthsLater, franceDay } from "#contract/formats/france-time";
import { countFigures } from "./counting.ts";
import { impactSums, impactTotalsFrom } from "./impact-totals.ts";

/** The month as its first day; null stays null. */
const firstDay = (month: string | null) => month && `${month}-01`;

/**
 * Since when the software counts the kits and hours of a team, and, where another month is named (`none` for never), what its figures would become and by which months.
 * Throws `not_found` for what is no team.
 */
export async function describeCounting(db: Db, id: string, month?: string): Promise<Counting> {
  const { countedFrom, ...team } = await teamOf(db, id);
  const plan = month === undefined ? null : await planOf(db, id, countedFrom, firstDay(month === "none" ? null : month));
  return { ...team, countedFrom: countedFrom?.slice(0, 7) ?? null, plan };
}

async function planOf(db: Db, id: string, before: string | null, after: string | null): Promise<Counting["plan"]> {
  const sector = sql`${id}::uuid`;
  const [row] = await db
    .select({
      before: impactSums({ sectorId: sector }),
      after: impactSums({ sectorId: sector, from: sql`${after}::date` }),
      months: changedMonths(id, [before, after]),
    })
    .from(sql`(values (1)) as figures`);
  const [changed = [], total = 0] = [row?.months.items, row?.months.total];
  return {
    month: after?.slice(0, 7) ?? null,
    before: impactTotalsFrom(row?.before),
    after: impactTotalsFrom(row?.after),
    months: changed,
    more: total - changed.length,
  };
}

type Changed = { items: NonNullable<Counting["plan"]>["months"]; total: number };

/** The months that are counted with one of two first days and recorded by hand with the other, the newest first. */
function changedMonths(id: string, days: [string | null, string | null]) {
  const [from, to] = days.map((day) => day ?? "9999-01-01").toSorted();
  return sql<Changed>`(select json_build_object('total', count(*), 'items', coalesce(json_agg(json_build_object(
      'month', to_char(month, 'YYYY-MM'), 'recorded', recorded, 'counted', counted) order by month desc) filter (where place <= ${maxChangedMonths}), '[]'))
    from (select month, row_number() over (order by month desc) as place,
        json_build_object('kits', coalesce(typed.kits, 0), 'minutes', coalesce(typed.volunteer_minutes, 0)) as recorded,
        json_build_object('kits', coalesce(done.kits, 0), 'minutes', coalesce(done.volunteer_minutes, 0)) as counted
      from (select * from monthly_records where sector_id = ${id}) typed
      full join (select * from counted_months where sector_id = ${id}) done using (month)
      where month >= ${from}::date and month < ${to}::date) changed)`;
}

/** Sets from which month on the software counts the kits and hours of a team; null to record them by hand again. What was recorded stays. */
export async function setCountedFrom(db: Db, actor: Actor, id: string, { month }: { month: string | null }, now: Date): Promise<void> {
  if (month && month > dayMonthsLater(franceDay(now), 1).slice(0, 7)) throw fieldRefusal("month", "sectors:counting.error.far");
  const countedFrom = firstDay(month);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${sectors} where ${eq(sectors.id, id)} for update`);
    const before = await teamOf(tx, id);
    if (before.countedFrom === countedFrom) return;
    await tx.update(sectors).set({ countedFrom }).where(eq(sectors.id, id));
    const sides = { before: { countedFrom: before.countedFrom }, after: { countedFrom } };
    await countFigures(tx);
    await recordChange(tx, actor, { action: "team.count_from", entityType: "team", entityId: id, ...sides });
  });
}

async function teamOf(db: Db, id: string) {
  const [team] = await db
    .select({ id: sectors.id, name: sectors.name, countedFrom: sectors.countedFrom })
    .from(sectors)
    .where(and(eq(sectors.id, id), eq(sectors.kind, "local_team")));
  if (!team) throw new Refusal("not_found");
  return team;
}
