import { and, asc, eq, exists } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { sectors } from "#backend/modules/sectors/tables";
import { sectorHoursApi } from "#contract/charity/sector-hours";
import { sectorHours } from "./tables.ts";
import { hoursOf } from "./week.ts";
import { addHours, removeHours } from "./writing.ts";

export const sectorHoursRoutes: ServedEndpoint[] = [
  on(sectorHoursApi.visits, async ({ db, query: { kind } }) => {
    const open = db
      .select({ id: sectorHours.id })
      .from(sectorHours)
      .where(and(eq(sectorHours.sectorId, sectors.id), kind && eq(sectorHours.kind, kind)));
    const openSectors = await db
      .select()
      .from(sectors)
      .where(and(eq(sectors.kind, "local_team"), onLine(sectors), exists(open)))
      .orderBy(asc(sectors.name))
      .limit(100);
    const weeks = await hoursOf(
      db,
      openSectors.map(({ id }) => id),
    );
    const requested = (id: string) => weeks.get(id)?.filter((one) => !kind || one.kind === kind) ?? [];
    return { items: openSectors.map((team) => ({ ...team, hours: requested(team.id) })) };
  }),

  on(sectorHoursApi.add, ({ db, actor, params, body }) => addHours(db, actor, params.id, body)),
  on(sectorHoursApi.remove, ({ db, actor, params }) => removeHours(db, actor, params.id, params.hoursId)),
];
