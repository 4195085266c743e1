import { sql } from "drizzle-orm";
import { check, pgTable, smallint, text, time, uuid } from "drizzle-orm/pg-core";
import { localized, record } from "#backend/db/columns";
import { sectors } from "#backend/modules/sectors/tables";
import { hourKinds } from "#contract/charity/sector-hours";

/** When one can come to a team, in the time of France. On one day, openings of one kind never overlap (exclusion constraint in the migration). */
export const sectorHours = pgTable(
  "sector_hours",
  {
    ...record,
    sectorId: uuid()
      .notNull()
      .references(() => sectors.id, { onDelete: "cascade" }),
    weekday: smallint().notNull(),
    opensAt: time({ precision: 0 }).notNull(),
    closesAt: time({ precision: 0 }).notNull(),
    kind: text({ enum: hourKinds }).notNull(),
    note: localized(),
  },
  (t) => [
    check("sector_hours_weekday", sql`${t.weekday} between 1 and 7`),
    check("sector_hours_close_after_they_open", sql`${t.closesAt} > ${t.opensAt}`),
    check("sector_hours_kind", sql`${t.kind} in ('distribution', 'drop_off', 'on_duty', 'shop')`),
  ],
);
