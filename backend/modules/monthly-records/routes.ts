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
import { impactMonths } from "./impact-totals.ts";
import { monthlyRecords } from "./tables.ts";

type Row = typeof monthlyRecords.$inferSelect;
type Named = { id: string; month: string };

const entityType = "monthly_record";

const firstDay = (month: string) => `${month}-01`;
const named = ({ id, month }: Named): SQL | undefined => and(eq(monthlyRecords.sectorId, id), eq(monthlyRecords.month, firstDay(month)));
const recorded = ({ sectorId, month, kits, volunteerMinutes, foodGrams }: Row) => ({ sectorId, month, kits, volunteerMinutes, foodGrams });

const columns = { row: monthlyRecords, name: sql<string>`coalesce(${fullName(users)}, '')` };
const shape = ({ row, name }: { row: Row; name: string }): MonthlyRecord => ({
  ...row,
  month: row.month.slice(0, 7),
  updatedAt: row.updatedAt.toISOString(),
  updatedBy: name,
});

export const monthlyRecordRoutes = [
  on(monthlyRecordsApi.list, async ({ db, params, query }) => {
    const { months, ...team } = await findSector(db, params.id, impactMonths(maxImpactMonths, params.id));
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
    return { ...page, team, months };
  }),

  on(monthlyRecordsApi.get, ({ db, params }) => read(db, params)),

  on(monthlyRecordsApi.create, async ({ db, actor, params, body, clock }) => {
    if (firstDay(body.month) > franceDay(clock())) throw fieldRefusal("month", "sectors:records.error.future");
    const who = { createdBy: actor.id, updatedBy: actor.id, createdAt: clock(), updatedAt: clock() };
    const id = await db.transaction(async (tx) => {
      await findSector(tx, params.id);
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
      const { id } = await read(tx, params);
      const before = await lockVersion(tx, monthlyRecords, { id, version }, () => read(tx, params));
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
];

async function read(db: Db, which: Named): Promise<MonthlyRecord> {
  const [found] = await db.select(columns).from(monthlyRecords).leftJoin(users, eq(users.id, monthlyRecords.updatedBy)).where(named(which));
  if (!found) throw new Refusal("not_found");
  return shape(found);
}

/** Records are stored for teams: an activity belongs to one, and its totals would count twice. */
async function findSector(db: Db, id: string, months: SQL<ImpactMonth[]> = sql`'[]'::json`) {
  const [team] = await db
    .select({ id: sectors.id, name: sectors.name, months })
    .from(sectors)
    .where(and(eq(sectors.id, id), eq(sectors.kind, "local_team")));
  if (!team) throw new Refusal("not_found");
  return team;
}
