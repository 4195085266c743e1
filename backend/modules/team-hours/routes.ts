import { and, asc, eq, exists } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { fieldRefusal, Refusal } from "#backend/http/refusal";
import { on, type Served } from "#backend/http/routes";
import { recordChange } from "#backend/modules/audit/recording";
import { sectors } from "#backend/modules/teams/tables";
import { mostHours, teamHoursApi } from "#contract/team-hours";
import { sectorHours } from "./tables.ts";
import { hoursOf } from "./week.ts";

export const teamHoursRoutes: Served[] = [
  on(teamHoursApi.visits, async ({ db, query: { kind } }) => {
    const open = db
      .select({ id: sectorHours.id })
      .from(sectorHours)
      .where(and(eq(sectorHours.sectorId, sectors.id), kind && eq(sectorHours.kind, kind)));
    const teams = await db
      .select()
      .from(sectors)
      .where(and(eq(sectors.kind, "local_team"), onLine(sectors), exists(open)))
      .orderBy(asc(sectors.name))
      .limit(100);
    const weeks = await hoursOf(
      db,
      teams.map(({ id }) => id),
    );
    const asked = (id: string) => weeks.get(id)?.filter((one) => !kind || one.kind === kind) ?? [];
    return { items: teams.map((team) => ({ ...team, hours: asked(team.id) })) };
  }),

  on(teamHoursApi.add, ({ db, actor, params: { id }, body }) =>
    db.transaction(async (tx) => {
      const [sector] = await tx.select({ id: sectors.id }).from(sectors).where(eq(sectors.id, id)).for("update");
      if (!sector) throw new Refusal("not_found");
      if (body.closesAt <= body.opensAt) throw fieldRefusal("closesAt", "sectors:hours.error.closesFirst");
      if ((await tx.$count(sectorHours, eq(sectorHours.sectorId, id))) >= mostHours)
        throw fieldRefusal("weekday", "sectors:hours.error.tooMany");
      await tx
        .insert(sectorHours)
        .values({ ...body, sectorId: id, note: body.note.fr ? body.note : null })
        .catch(overlapping);
      await recordChange(tx, actor, { action: "team.add_hours", entityType: "team", entityId: id, after: { hours: body } });
      return { success: true as const };
    }),
  ),

  on(teamHoursApi.remove, ({ db, actor, params: { id, hoursId } }) =>
    db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(sectorHours)
        .where(and(eq(sectorHours.sectorId, id), eq(sectorHours.id, hoursId)))
        .returning();
      if (!gone) throw new Refusal("not_found");
      const { weekday, opensAt, closesAt, kind, note } = gone;
      const hours = { weekday, opensAt, closesAt, kind, note };
      await recordChange(tx, actor, { action: "team.remove_hours", entityType: "team", entityId: id, before: { hours } });
      return { success: true as const };
    }),
  ),
];

/** Two people may write the same week at once: the database has the last word. */
function overlapping(error: unknown): never {
  const cause = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
  if (cause.code === "23P01") throw fieldRefusal("opensAt", "sectors:hours.error.overlap");
  throw error;
}
