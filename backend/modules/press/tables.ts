import { date, index, pgTable, text } from "drizzle-orm/pg-core";
import { contentColumns } from "#backend/content/columns";
import { contentIndexes } from "#backend/content/frame";
import { localized } from "#backend/db/columns";
import { pressKinds } from "#contract/press";

/** What others said of us, and what we told them. */
export const press = pgTable(
  "press",
  {
    ...contentColumns,
    title: localized().notNull(),
    outlet: text().notNull(),
    kind: text({ enum: pressKinds }).notNull(),
    day: date().notNull(),
    url: text(),
    quote: localized().notNull(),
  },
  (t) => [...contentIndexes("press", t), index("press_by_day").on(t.status, t.day, t.id), index("press_kind").on(t.kind)],
);
