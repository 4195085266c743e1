import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentColumns } from "#backend/content/columns";
import { contentIndexes } from "#backend/content/frame";
import { localized } from "#backend/db/columns";
import { sectors } from "#backend/modules/teams/tables";
import { projectStages } from "#contract/projects";

export const projects = pgTable(
  "projects",
  {
    ...contentColumns,
    name: localized().notNull(),
    body: localized().notNull(),
    stage: text({ enum: projectStages }).notNull(),
    sectorId: uuid().references(() => sectors.id),
    startsOn: date(),
    endsOn: date(),
    budgetEuros: integer(),
  },
  (t) => [
    ...contentIndexes("projects", t),
    check("projects_ends_after_it_starts", sql`${t.endsOn} >= ${t.startsOn}`),
    index("projects_stage").on(t.stage),
    index("projects_sector").on(t.sectorId),
  ],
);
