import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import { contentRoutes, onLine } from "#backend/content/routes";
import { freeSlug } from "#backend/content/slugs";
import type { Db } from "#backend/db/client";
import { drawnFile } from "#backend/http/private-file";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { sectorsOfEvents } from "#backend/identity/event-scope";
import { slugOf } from "#backend/modules/articles/slugs";
import { articleSlugs, articles } from "#backend/modules/articles/tables";
import { onLine as readable } from "#backend/modules/articles/visibility";
import { calendarOf, comingEvents } from "#backend/modules/events/coming";
import { impactOf } from "#backend/modules/monthly-records/impact-totals";
import { hoursOf } from "#backend/modules/sector-hours/week";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { datesOfSector } from "#contract/charity/events";
import { publicSectorsApi, sectorsApi } from "#contract/charity/sectors";
import { refuseState } from "./closing.ts";
import { describeMerge, mergeSectors } from "./merging.ts";
import { nearestSector } from "./nearest.ts";
import { managersOf, sectorOverview } from "./overview.ts";
import { sectorPoster } from "./poster-pdf.ts";
import { sectors } from "./tables.ts";
import { treeOf } from "./tree.ts";

const localSectors = and(eq(sectors.kind, "local_team"), onLine(sectors));

export const publicSectorRoutes: ServedEndpoint[] = [
  ...contentRoutes(sectorsApi.admin, {
    table: sectors,
    entityType: "team",
    label: sectors.name,
    choosable: (actor) => (actor.role === "ADMIN" ? undefined : inArray(sectors.id, sectorsOfEvents(actor))),
    references: { parentId: sectors.name },
    derive: async (tx, { slug, name }: typeof sectors.$inferSelect) =>
      slug ? {} : { slug: await freeSlug(tx, sectors.slug, slugOf(name)) },
    check: async (tx, sector: typeof sectors.$inferSelect) => {
      const { id, parentId } = sector;
      if (id && parentId && (await isBelow(tx, parentId, id))) throw fieldRefusal("parentId", "content:error.parent");
      if (sector.countedFrom && sector.kind !== "local_team") throw fieldRefusal("kind", "sectors:counting.error.activity");
      await refuseState(tx, sector);
    },
  }),

  on(publicSectorsApi.list, async ({ db }) => ({
    items: await db.select({ id: sectors.id, name: sectors.name }).from(sectors).where(localSectors).orderBy(asc(sectors.name)),
  })),

  on(publicSectorsApi.directory, async ({ db, query }) => {
    const items = await db.select().from(sectors).where(localSectors).orderBy(asc(sectors.name)).limit(300);
    return { items, nearest: nearestSector(items, query.near) };
  }),

  on(publicSectorsApi.calendar, async ({ db, params, clock }) => {
    const team = await findSector(db, params.id);
    return { ...team, items: await calendarOf(db, clock(), team.id) };
  }),

  on(publicSectorsApi.get, async ({ db, params, clock }) => {
    const team = await findSector(db, params.id);
    const [managers, hours, activities, news, impact, events] = await Promise.all([
      managersOf(db, team.id),
      hoursOf(db, [team.id]),
      db
        .select({ id: sectors.id, name: sectors.name, slogan: sectors.slogan })
        .from(sectors)
        .where(and(eq(sectors.parentId, team.id), eq(sectors.kind, "activity"), onLine(sectors)))
        .orderBy(asc(sectors.position), asc(sectors.id))
        .limit(30),
      db
        .select({ id: articles.id, slug: articleSlugs.slug, title: articles.title, publishedAt: articles.publishedAt })
        .from(articles)
        .innerJoin(
          articleSlugs,
          and(eq(articleSlugs.articleId, articles.id), eq(articleSlugs.locale, "fr"), eq(articleSlugs.current, true)),
        )
        .where(and(eq(articles.sectorId, team.id), readable(clock())))
        .orderBy(desc(articles.publishedAt))
        .limit(3),
      impactOf(db, team.id),
      comingEvents(db, clock(), { sectorId: team.id, limit: datesOfSector }),
    ]);
    return {
      ...team,
      managers: managers.map(({ firstName }) => firstName),
      hours: hours.get(team.id) ?? [],
      activities,
      news: news.map((row) => ({ ...row, publishedAt: (row.publishedAt ?? clock()).toISOString() })),
      impactTotals: impact.totals,
      impactMonths: impact.months,
      events,
    };
  }),

  on(sectorsApi.overview, ({ db, params, clock }) => sectorOverview(db, params.id, clock())),

  on(sectorsApi.tree, ({ db, clock }) => treeOf(db, clock())),

  on(sectorsApi.merging, ({ params, query, ...services }) => describeMerge(services, params.id, query.into)),

  on(sectorsApi.merge, ({ actor, params, body, ...services }) => mergeSectors(services, actor, { from: params.id, into: body.intoId })),

  on(sectorsApi.addManager, ({ db, actor, params, body }) =>
    db.transaction(async (tx) => {
      const [person] = await tx.select().from(users).where(eq(users.email, body.email));
      if (!person || !["ADMIN", "VOLUNTEER"].includes(person.role)) throw fieldRefusal("email", "content:error.manager");
      const [sector] = await tx.select({ merged: sectors.mergedIntoId }).from(sectors).where(eq(sectors.id, params.id));
      if (!sector) throw new Refusal("not_found");
      if (sector.merged) throw new Refusal("wrong_state");
      const { shown } = body;
      await tx
        .insert(sectorManagers)
        .values({ sectorId: params.id, userId: person.id, shown })
        .onConflictDoUpdate({ target: [sectorManagers.sectorId, sectorManagers.userId], set: { shown } });
      await recordChange(tx, actor, managerChange("add_manager", params.id, { after: { manager: person.id, shown } }));
      return done;
    }),
  ),

  on(sectorsApi.removeManager, ({ db, actor, params: { id, userId } }) =>
    db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(sectorManagers)
        .where(and(eq(sectorManagers.sectorId, id), eq(sectorManagers.userId, userId)))
        .returning();
      if (!gone) throw new Refusal("not_found");
      await recordChange(tx, actor, managerChange("remove_manager", id, { before: { manager: userId } }));
      return done;
    }),
  ),
];

/** The poster of a sector as a PDF, in the language of the page that links to it. */
export const posterFile = (services: Services) =>
  drawnFile(services, "/api/admin/sectors/:id/pdf", sectorsApi.overview.access, async (_, id, http) => ({
    bytes: await sectorPoster(services, id, http.get("locale")),
    mime: "application/pdf",
    name: "maillon-sector.pdf",
  }));

/** A published team by its slug or id, or by those of a team that was merged into it. */
async function findSector(db: Db, id: string) {
  const named = z.uuid().safeParse(id).success ? eq(sectors.id, id) : eq(sectors.slug, id);
  const heir = db
    .select({ id: sql`coalesce(${sectors.mergedIntoId}, ${sectors.id})` })
    .from(sectors)
    .where(named);
  const [team] = await db
    .select()
    .from(sectors)
    .where(and(localSectors, inArray(sectors.id, heir)));
  if (!team) throw new Refusal("not_found");
  return team;
}

/** Whether a sector is another one, or somewhere below it. */
async function isBelow(db: Db, id: string, other: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with recursive above as (
      select id, parent_id from sectors where id = ${id}
      union select sectors.id, sectors.parent_id from sectors join above on sectors.id = above.parent_id
    ) select 1 from above where id = ${other}`);
  return rows.length > 0;
}

function managerChange(
  action: string,
  entityId: string,
  sides: { before?: { manager: string }; after?: { manager: string; shown: boolean } },
) {
  return { action: `team.${action}`, entityType: "team" as const, entityId, ...sides };
}
