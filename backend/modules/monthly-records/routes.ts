import { and, eq, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { isDuplicate } from "#backend/db/duplicates";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { done, on } from "#backend/http/routes";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type ImpactMonth, type MonthlyRecord, maxImpactMonths, monthlyRecordsApi } from "#contract/charity/monthly-records";
import { franceDay } from "#contract/formats/france-time";
import { describeCounting, setCountedFrom } from "./counted-from.ts";
import { impactMonths } from "./impact-totals.ts";
import { monthlyRecords } from "./tables.ts";

type Row = typeof monthlyRecords.$inferSelect;
type Named = { id: string; month: string };

const entityType = "monthly_record";

const firstDay = (month: string) => `${month}-01`;
const named = ({ id, month }: Named): SQL | undefined => and(eq(monthlyRecords.sectorId, id), eq(monthlyRecords.month, firstDay(month)));
const recorded = ({ sectorId, month, kits, volunteerMinutes, foodGrams }: Row) => ({ sectorId, month, kits, volunteerMinutes, foodGrams });

const columns = {
  row: monthlyRecords,
  name: sql<string>`coalesce(${fullName(users)}, '')`,
  counted: sql<MonthlyRecord["counted"]>`(
    select json_build_object('kits', coalesce(counted.kits, 0), 'volunteerMinutes', coalesce(counted.volunteer_minutes, 0))
    from sectors team left join counted_months counted on counted.sector_id = team.id and counted.month = ${monthlyRecords.month}
    where team.id = ${monthlyRecords.sectorId} and ${monthlyRecords.month} >= team.counted_from)`,
};
const shape = ({ row, name, counted }: { row: Row; name: string; counted: MonthlyRecord["counted"] }): MonthlyRecord => ({
  ...row,
  counted,
  month: row.month.slice(0, 7),
  updatedAt: row.updatedAt.toISOString(),
  updatedBy: name,
});

export const monthlyRecordRoutes = [
  on(monthlyRecordsApi.list, async ({ db, params, query }) => {
    const { months, ...team } = await findSector(db, params.id, impactMonths(maxImpactMonths, params.id));
    const countedFrom = team.countedFrom?.slice(0, 7) ?? null;
    const where = eq(monthlyRecords.sectorId, params.id);
    const page = await pageOfRows(db, monthlyRecords, query, { where, sorts: { month: monthlyRecords.month } }, async (found, order) => {
      const rows = await db
        .select(columns)
        .from(monthlyRecords)
        .innerJoin(found, eq(found.id, monthlyRecords.id))
        .leftJoin(users, eq(users.id, monthlyRecords.updatedBy))
        .orderBy(...order);
      return rows.map(shape);
    });
    return { ...page, team: { ...team, countedFrom }, months };
  }),

  on(monthlyRecordsApi.get, ({ db, params }) => read(db, params)),

  on(monthlyRecordsApi.create, async ({ db, actor, params, body, clock }) => {
    if (firstDay(body.month) > franceDay(clock())) throw fieldRefusal("month", "sectors:records.error.future");
    const who = { createdBy: actor.id, updatedBy: actor.id, createdAt: clock(), updatedAt: clock() };
    const id = await db.transaction(async (tx) => {
      await findSector(tx, params.id);
      if (await isCounted(tx, params.id, body.month)) refuseTyped(body);
      const [row] = await tx
        .insert(monthlyRecords)
        .values({ ...body, ...who, sectorId: params.id, month: firstDay(body.month) })
        .returning()
        .catch((error: unknown) => {
          throw isDuplicate(error) ? fieldRefusal("month", "sectors:records.error.taken") : error;
        });
      if (!row) throw new Refusal("unexpected");
      await recordChange(tx, actor, { action: "monthly_record.create", entityType, entityId: row.id, after: recorded(row) });
      return row.sectorId;
    });
    return read(db, { id, month: body.month });
  }),

  on(monthlyRecordsApi.update, async ({ db, actor, params, body: { version, ...figures }, clock }) => {
    await db.transaction(async (tx) => {
      const counted = await isCounted(tx, params.id, params.month);
      const { id } = await read(tx, params);
      const before = await lockVersion(tx, monthlyRecords, { id, version }, () => read(tx, params));
      if (counted) refuseTyped(figures, before);
      const [after] = await tx
        .update(monthlyRecords)
        .set({ ...figures, version: version + 1, updatedBy: actor.id, updatedAt: clock() })
        .where(eq(monthlyRecords.id, id))
        .returning();
      if (!after) throw new Refusal("unexpected");
      await recordChange(tx, actor, {
        action: "monthly_record.edit",
        entityType,
        entityId: id,
        before: recorded(before),
        after: recorded(after),
      });
    });
    return read(db, params);
  }),

  on(monthlyRecordsApi.remove, ({ db, actor, params }) =>
    db.transaction(async (tx) => {
      const [gone] = await tx.delete(monthlyRecords).where(named(params)).returning();
      if (!gone) throw new Refusal("not_found");
      await recordChange(tx, actor, { action: "monthly_record.remove", entityType, entityId: gone.id, before: recorded(gone) });
      return done;
    }),
  ),

  on(monthlyRecordsApi.counting, ({ db, params, query }) => describeCounting(db, params.id, query.from)),

  on(monthlyRecordsApi.setCounting, async ({ db, actor, params, body, clock }) => {
    await setCountedFrom(db, actor, params.id, body, clock());
    return done;
  }),
];

/** Whether the software counts a month of a team. Its first day waits until this transaction has ended; locked before the record, as in a merge. */
async function isCounted(tx: Db, sectorId: string, month: string): Promise<boolean> {
  const [team] = await tx.select({ from: sectors.countedFrom }).from(sectors).where(eq(sectors.id, sectorId)).for("share");
  return !!team?.from && firstDay(month) >= team.from;
}

type Typed = { kits: number; volunteerMinutes: number };

/** Refuses other kits and hours than those that were there, in a month that the software counts. The database refuses them as well. */
function refuseTyped({ kits, volunteerMinutes }: Typed, before: Typed = { kits: 0, volunteerMinutes: 0 }): void {
  if (kits !== before.kits) throw fieldRefusal("kits", "sectors:records.error.counted");
  if (volunteerMinutes !== before.volunteerMinutes) throw fieldRefusal("hours", "sectors:records.error.counted");
}

async function read(db: Db, which: Named): Promise<MonthlyRecord> {
  const [found] = await db.select(columns).from(monthlyRecords).leftJoin(users, eq(users.id, monthlyRecords.updatedBy)).where(named(which));
  if (!found) throw new Refusal("not_found");
  return shape(found);
}

/** Records are stored for teams: an activity belongs to one, which has its figures. */
async function findSector(db: Db, id: string, months: SQL<ImpactMonth[]> = sql`'[]'::json`) {
  const [team] = await db
    .select({ id: sectors.id, name: sectors.name, countedFrom: sectors.countedFrom, months })
    .from(sectors)
    .where(and(eq(sectors.id, id), eq(sectors.kind, "local_team")));
  if (!team) throw new Refusal("not_found");
  return team;
}
