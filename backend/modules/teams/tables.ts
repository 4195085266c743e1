import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, doublePrecision, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { localized, record } from "#backend/db/columns";

/** A local team of the charity, or a field of activity. */
export const sectors = pgTable(
  "sectors",
  {
    ...record,
    kind: text({ enum: ["local_team", "activity"] })
      .notNull()
      .default("local_team"),
    slug: text().notNull().unique(),
    name: text().notNull(),
    slogan: localized(),
    addressLine: text(),
    postcode: text(),
    city: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    parentId: uuid().references((): AnyPgColumn => sectors.id),
    publicVisible: boolean().notNull().default(true),
  },
  (t) => [
    check("sectors_kind", sql`${t.kind} in ('local_team', 'activity')`),
    check("sectors_no_own_parent", sql`${t.parentId} <> ${t.id}`),
  ],
);
