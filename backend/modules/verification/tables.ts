import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import type { CriteriaAnswers, CriteriaQuestion, CriteriaRule } from "#contract/accounts/criteria";
import { diets, sizes } from "#contract/accounts/registration-steps";

/** Questions and rule of the help for students. A published version never changes (trigger in the migration). */
export const criteriaVersions = pgTable(
  "criteria_versions",
  {
    ...record,
    number: integer().notNull(),
    questions: jsonb().$type<CriteriaQuestion[]>().notNull(),
    rule: jsonb().$type<CriteriaRule>().notNull(),
    publishedAt: instant(),
    /** Who decided on it; null for the example that comes with the software. */
    publishedBy: uuid().references(() => users.id),
  },
  (t) => [unique("criteria_versions_number").on(t.number)],
);

/** A student's file. `answers` are purged with the documents; the amount left to live on and the decision remain. */
export const beneficiaryFiles = pgTable(
  "beneficiary_files",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    status: text({ enum: ["draft", "to_verify", "eligible", "not_eligible", "expired"] })
      .notNull()
      .default("draft"),
    answers: jsonb().$type<CriteriaAnswers>().notNull().default({}),
    leftToLiveOnCents: integer(),
    diets: text({ enum: diets }).array().notNull().default([]),
    /** Stored while the person consents to it; the end of the consent erases it (triggers in the migration). */
    allergies: text(),
    size: text({ enum: sizes }),
    /** The household, the student included, as they said it last; both or none. */
    adults: smallint(),
    children: smallint(),
    /** When the person last stated what they may eat and wear; null as long as they have not. */
    needsUpdatedAt: instant(),
    sentAt: instant(),
    answersPurgeAt: instant(),
  },
  (t) => [
    index("beneficiary_files_purge").on(t.answersPurgeAt),
    check(
      "beneficiary_files_household",
      sql`num_nonnulls(${t.adults}, ${t.children}) <> 1 and ${t.adults} between 1 and 20 and ${t.children} between 0 and 20`,
    ),
    check("beneficiary_files_status", sql`${t.status} in ('draft', 'to_verify', 'eligible', 'not_eligible', 'expired')`),
  ],
);

/** Who decided what about an account, under which criteria; rows are only added (trigger in the migration). */
export const accountDecisions = pgTable(
  "account_decisions",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** `take_back`: the acceptance before it was a mistake, and does not count. */
    verdict: text({ enum: ["accept", "refuse", "ask", "take_back"] }).notNull(),
    reason: text(),
    decidedBy: uuid().references(() => users.id),
    criteriaVersionId: uuid().references(() => criteriaVersions.id),
    decidedAt: instant().notNull(),
    /** The approval of several accounts that opened it, which is undone as a whole: one id for all of them, that of the task where a task did it. */
    batchId: uuid(),
    /** Since when an account of such an approval had waited. */
    waitedSince: instant(),
  },
  (t) => [
    index("account_decisions_user").on(t.userId, t.decidedAt),
    index("account_decisions_batches").on(t.decidedBy, t.decidedAt).where(sql`${t.batchId} is not null`),
    check(
      "account_decisions_batch",
      sql`(${t.batchId} is null) = (${t.waitedSince} is null) and (${t.batchId} is null or ${t.verdict} = 'accept')`,
    ),
    check("account_decisions_reason", sql`${t.verdict} = 'accept' or ${t.reason} is not null`),
    check("account_decisions_not_by_oneself", sql`${t.decidedBy} <> ${t.userId}`),
  ],
);
