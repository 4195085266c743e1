import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { figureUnits, projectStages } from "#contract/charity/projects";

export const projects = pgTable(
  "projects",
  {
    ...contentColumns,
    name: localized().notNull(),
    body: localized().notNull(),
    stage: text({ enum: projectStages }).notNull(),
    /** The sectors of the project; a trigger links each, in `project_sectors`. */
    sectorIds: uuid().array().notNull().default(sql`'{}'`),
    startsOn: date(),
    endsOn: date(),
    budgetEuros: integer(),
  },
  (t) => [
    ...contentIndexes("projects", t),
    wordIndex("projects", [t.name]),
    check("projects_stages", sql`${t.stage} in ('idea', 'running', 'done', 'stopped')`),
    check("projects_ends_after_it_starts", sql`${t.endsOn} >= ${t.startsOn}`),
    index("projects_stage").on(t.stage, t.position, t.id),
    index("projects_sectors").using("gin", t.sectorIds),
  ],
);

/** The foreign keys to the sectors of projects: written only by the trigger on `projects.sector_ids`. */
export const projectSectors = pgTable(
  "project_sectors",
  {
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    sectorId: uuid()
      .notNull()
      .references(() => sectors.id),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.sectorId] }), index("project_sectors_sector").on(t.sectorId)],
);

/** The manager of a project: one person of the team, as a trigger enforces. */
export const projectOwners = pgTable(
  "project_owners",
  {
    projectId: uuid()
      .primaryKey()
      .references(() => projects.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
  },
  (t) => [index("project_owners_user").on(t.userId)],
);

/** The figures of a project. */
export const projectFigures = pgTable(
  "project_figures",
  {
    ...record,
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    label: localized().notNull(),
    amount: integer().notNull(),
    unit: text({ enum: figureUnits }).notNull(),
    countedOn: date().notNull(),
  },
  (t) => [
    check("project_figures_label", sql`coalesce(${t.label}->>'fr', '') <> ''`),
    check("project_figures_amount", sql`${t.amount} >= 0`),
    check("project_figures_unit", sql`${t.unit} in ('hours', 'people', 'kits', 'kilograms', 'other')`),
    index("project_figures_project").on(t.projectId, t.countedOn, t.id),
  ],
);
