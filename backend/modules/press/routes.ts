import { and, eq } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { bothLanguages, contains, pageOfRows } from "#backend/db/lists";
import { Refusal } from "#backend/http/refusal";
import { on, type Served } from "#backend/http/routes";
import { pressApi } from "#contract/press";
import { press } from "./tables.ts";
import { hasOwnPage, releasesOnLine } from "./visibility.ts";

const { id, title, outlet, kind, day, url, quote, featured, body, updatedAt } = press;

export const pressRoutes: Served[] = [
  ...contentRoutes(pressApi.admin, { table: press, entityType: "press", search: [title, outlet] }),

  on(pressApi.list, ({ db, query }) => {
    const where = and(onLine(press), contains([...bothLanguages(title), outlet], query.q), query.kind && eq(kind, query.kind));
    return pageOfRows(db, press, query, { where, sorts: { day }, first: featured }, (found, order) =>
      db
        .select({ id, title, outlet, kind, day, url, quote, featured, ownPage: hasOwnPage })
        .from(press)
        .innerJoin(found, eq(found.id, id))
        .orderBy(...order),
    );
  }),

  on(pressApi.get, async ({ db, params }) => {
    const [release] = await db
      .select({ id, title, outlet, day, quote, body, updatedAt })
      .from(press)
      .where(and(eq(id, params.id), releasesOnLine()));
    if (!release) throw new Refusal("not_found");
    return { ...release, updatedAt: release.updatedAt.toISOString() };
  }),
];
