import { and, eq } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { bothLanguages, contains, pageOfRows } from "#backend/db/lists";
import { on, type Served } from "#backend/http/routes";
import { pressApi } from "#contract/press";
import { press } from "./tables.ts";

export const pressRoutes: Served[] = [
  ...contentRoutes(pressApi.admin, { table: press, entityType: "press", search: [press.title, press.outlet] }),

  on(pressApi.list, ({ db, query }) => {
    const where = and(
      onLine(press),
      contains([...bothLanguages(press.title), press.outlet], query.q),
      query.kind && eq(press.kind, query.kind),
    );
    return pageOfRows(db, press, query, { where, sorts: { day: press.day } }, (found, order) =>
      db
        .select()
        .from(press)
        .innerJoin(found, eq(found.id, press.id))
        .orderBy(...order)
        .then((rows) => rows.map((row) => row.press)),
    );
  }),
];
