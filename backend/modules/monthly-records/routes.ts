import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { importRoutes } from "#backend/modules/imports/serving";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import {
  type ImpactMonth,
  type MonthlyRecord,
  maxImpactMonths,
  monthlyRecordsApi,
  monthsImportApi,
} from "#contract/charity/monthly-records";
import { describeCounting, setCountedFrom } from "./counted-from.ts";
import { impactMonths } from "./impact-totals.ts";
import { monthsImport } from "./importing.ts";
import { monthlyRecords } from "./tables.ts";
import { createRecord, editRecord, firstDay, isCounted, removeRecord } from "./writing.ts";

type Row = typeof monthlyRecords.$inferSelect;
type Named = { id: string; month: string };

const named = ({ id, month }: Named): SQL | undefined => and(eq(monthlyRecords.sectorId, id), eq(monthlyRecords.month, firstDay(month)));

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

export const monthlyRecordRoutes: ServedEndpoint[] = [
  ...importRoutes(monthsImportApi, monthsImport),

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

  on(monthlyRecordsApi.create, async (call) => {
    const { db, params, body } = call;
    await db.transaction(async (tx) => {
      await findSector(tx, params.id);
      await createRecord({ ...call, db: tx }, { ...body, sectorId: params.id });
    });
    return read(db, { id: params.id, month: body.month });
  }),

  on(monthlyRecordsApi.update, async (call) => {
    const { db, params, body } = call;
    await db.transaction(async (tx) => {
      const counted = await isCounted(tx, params.id, params.month);
      const { id } = await read(tx, params);
      const before = await lockVersion(tx, monthlyRecords, { id, version: body.version }, () => read(tx, params));
      await editRecord({ ...call, db: tx }, before, body, counted);
    });
    return read(db, params);
  }),

  on(monthlyRecordsApi.remove, (call) =>
    call.db.transaction(async (tx) => {
      if (!(await removeRecord({ ...call, db: tx }, named(call.params)))) throw new Refusal("not_found");
      return done;
    }),
  ),

  on(monthlyRecordsApi.counting, ({ db, params, query }) => describeCounting(db, params.id, query.from)),

  on(monthlyRecordsApi.setCounting, async ({ db, actor, params, body, clock }) => {
    await setCountedFrom(db, actor, params.id, body, clock());
    return done;
  }),
];

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
