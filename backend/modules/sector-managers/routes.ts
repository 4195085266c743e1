import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { englishStateOf } from "#backend/content/english";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import { drawnFile } from "#backend/http/private-file";
import { on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { addHours, removeHours } from "#backend/modules/sector-hours/writing";
import { sectorOverview } from "#backend/modules/sectors/overview";
import { sectorPoster } from "#backend/modules/sectors/poster-pdf";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { MySectorDraft, mySectorsApi } from "#contract/charity/my-sectors";
import type { SectorOverview } from "#contract/charity/sectors";
import { isOwn, refuseOthers, sectorsOf } from "./my-sectors.ts";

const fields = Object.keys(MySectorDraft.shape) as (keyof typeof MySectorDraft.shape)[];

/** What managers may read and change of their sector: checked at each call. */
export const mySectorRoutes: ServedEndpoint[] = [
  on(mySectorsApi.list, async ({ db, actor }) => ({ items: await sectorsOf(db, actor) })),

  on(mySectorsApi.overview, async ({ db, actor, params, clock }) => {
    const sector = await sectorOverview(db, params.id, clock(), isOwn(db, actor));
    return { ...sector, managers: sector.managers.map(forMail) };
  }),

  on(mySectorsApi.get, async ({ db, actor, params }) => {
    await refuseOthers(db, actor, params.id);
    return read(db, params.id);
  }),

  on(mySectorsApi.update, async ({ db, actor, params: { id }, body: { version, ...draft }, clock }) => {
    await db.transaction(async (tx) => {
      const before = await lockVersion(tx, sectors, { id, version, allowed: isOwn(tx, actor) }, () => read(tx, id));
      const written = Object.fromEntries(fields.map((name) => [name, draft[name] ?? null])) as typeof draft;
      const [after] = await tx
        .update(sectors)
        .set({ ...written, english: englishStateOf(written, before), version: version + 1, updatedBy: actor.id, updatedAt: clock() })
        .where(eq(sectors.id, id))
        .returning();
      if (!after) throw new Refusal("unexpected");
      await recordChange(tx, actor, {
        action: "team.edit",
        entityType: "team",
        entityId: id,
        before: recorded(before),
        after: recorded(after),
      });
    });
    return read(db, id);
  }),

  on(mySectorsApi.addHours, async ({ db, actor, params, body }) => {
    await refuseOthers(db, actor, params.id);
    return addHours(db, actor, params.id, body);
  }),

  on(mySectorsApi.removeHours, async ({ db, actor, params }) => {
    await refuseOthers(db, actor, params.id);
    return removeHours(db, actor, params.id, params.hoursId);
  }),
];

/** The poster as a PDF, for the sector's managers. */
export const mySectorPosterFile = (services: Services) =>
  drawnFile(services, "/api/my-sectors/:id/pdf", mySectorsApi.overview.access, async (actor, id, http) => {
    await refuseOthers(services.db, actor, id);
    return { bytes: await sectorPoster(services, id, http.get("locale")), mime: "application/pdf", name: "maillon-sector.pdf" };
  });

const recorded = (row: typeof sectors.$inferSelect) => Object.fromEntries(fields.map((name) => [name, row[name]]));

/** Another manager, as on the poster: by first name only, unless they agreed to more. */
function forMail(manager: SectorOverview["managers"][number]): SectorOverview["managers"][number] {
  return manager.shown ? manager : { ...manager, lastName: "", email: "", phone: null };
}

async function read(db: Db, id: string) {
  const [row] = await db
    .select({ sector: sectors, by: sql<string>`coalesce(${fullName(users)}, '')` })
    .from(sectors)
    .leftJoin(users, eq(users.id, sectors.updatedBy))
    .where(eq(sectors.id, id));
  if (!row) throw new Refusal("not_found");
  const { sector, by } = row;
  return { ...sector, slogan: sector.slogan ?? { fr: "" }, updatedAt: sector.updatedAt.toISOString(), updatedBy: by };
}
