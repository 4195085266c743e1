import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, localized, oneOf, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import { assemblyStates, majorities } from "#contract/charity/assemblies";

/** A general assembly. Triggers of the migration hold the order of its states, and that a closed one does not change. */
export const assemblies = pgTable(
  "assemblies",
  {
    ...record,
    title: localized().notNull(),
    day: date().notNull(),
    place: text().notNull(),
    /** How many proxies one member may hold. */
    maxProxies: smallint().notNull(),
    quorumPercent: smallint(),
    state: text({ enum: assemblyStates }).notNull().default("prepared"),
    openedAt: instant(),
    closedAt: instant(),
    /** Who counted when it was closed: memberships may change afterwards. */
    members: integer(),
    present: integer(),
    represented: integer(),
    waiting: integer(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check(
      "assemblies_state",
      sql`case ${t.state}
        when 'prepared' then num_nonnulls(${t.openedAt}, ${t.closedAt}, ${t.members}, ${t.present}, ${t.represented}, ${t.waiting}) = 0
        when 'open' then ${t.openedAt} is not null and num_nonnulls(${t.closedAt}, ${t.members}, ${t.present}, ${t.represented}, ${t.waiting}) = 0
        when 'closed' then num_nonnulls(${t.openedAt}, ${t.closedAt}, ${t.members}, ${t.present}, ${t.represented}, ${t.waiting}) = 6
        else false end`,
    ),
    check("assemblies_states", sql`${t.state} in (${oneOf(assemblyStates)})`),
    check("assemblies_proxies", sql`${t.maxProxies} between 0 and 20`),
    check("assemblies_quorum", sql`${t.quorumPercent} between 1 and 100`),
    index("assemblies_by_day").on(t.day, t.id),
  ],
);

export const attendanceKinds = ["present", "proxy"] as const;

/**
 * Who is at an assembly, and whom they represent: each member once, unless it was withdrawn. A trigger of the migration holds that they are members in
 * good standing on the day, how many proxies one holds, and that nobody passes a proxy on.
 */
export const attendances = pgTable(
  "assembly_attendances",
  {
    ...record,
    assemblyId: uuid()
      .notNull()
      .references(() => assemblies.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: attendanceKinds }).notNull(),
    holderId: uuid().references(() => users.id),
    withdrawnAt: instant(),
    withdrawnReason: text(),
  },
  (t) => [
    check(
      "assembly_attendances_kind",
      sql`${t.kind} in (${oneOf(attendanceKinds)}) and (${t.kind} = 'proxy') = (${t.holderId} is not null)`,
    ),
    check("assembly_attendances_by_another", sql`${t.holderId} <> ${t.userId}`),
    check("assembly_attendances_withdrawn", sql`(${t.withdrawnAt} is null) = (${t.withdrawnReason} is null)`),
    uniqueIndex("assembly_attendances_once").on(t.assemblyId, t.userId).where(sql`${t.withdrawnAt} is null`),
    index("assembly_attendances_held").on(t.assemblyId, t.holderId).where(sql`${t.withdrawnAt} is null`),
    index("assembly_attendances_of_person").on(t.userId),
    index("assembly_attendances_of_holder").on(t.holderId),
  ],
);

/** What is voted, by show of hands. Who counted is stored with the votes, by a trigger: people come and go during an assembly. A correction keeps that. */
export const resolutions = pgTable(
  "assembly_resolutions",
  {
    ...record,
    assemblyId: uuid()
      .notNull()
      .references(() => assemblies.id),
    position: smallint().notNull(),
    text: localized().notNull(),
    majority: text({ enum: majorities }).notNull(),
    inFavour: integer(),
    against: integer(),
    abstained: integer(),
    members: integer(),
    present: integer(),
    represented: integer(),
  },
  (t) => [
    check("assembly_resolutions_majority", sql`${t.majority} in (${oneOf(majorities)})`),
    check(
      "assembly_resolutions_counted",
      sql`num_nonnulls(${t.inFavour}, ${t.against}, ${t.abstained}, ${t.members}, ${t.present}, ${t.represented}) in (0, 6)`,
    ),
    check("assembly_resolutions_positive", sql`least(${t.inFavour}, ${t.against}, ${t.abstained}) >= 0`),
    check("assembly_resolutions_votes", sql`${t.inFavour} + ${t.against} + ${t.abstained} <= ${t.present} + ${t.represented}`),
    uniqueIndex("assembly_resolutions_in_order").on(t.assemblyId, t.position),
  ],
);
