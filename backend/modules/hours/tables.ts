import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { events } from "#backend/modules/events/tables";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { withdrawCauses } from "#contract/charity/volunteer-certificates";
import { hoursActivities, hoursLevels, hoursRemarks, hoursSources, hoursStates, thankedHours } from "#contract/charity/volunteer-hours";

/** What an hour of a level is worth from one day to another, in cents. Periods of a level never overlap (exclusion constraint in the migration). */
export const hourRates = pgTable(
  "hour_rates",
  {
    ...record,
    level: text({ enum: hoursLevels }).notNull(),
    cents: integer().notNull(),
    validFrom: date().notNull(),
    /** The last day it applies; null for a rate without end. */
    validTo: date(),
    /** Where the rate comes from, for the annual accounts. */
    basis: text(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check("hour_rates_level", sql`${t.level} in (${oneOf(hoursLevels)})`),
    check("hour_rates_cents", sql`${t.cents} between 1 and 100000`),
    check("hour_rates_days", sql`${t.validTo} >= ${t.validFrom}`),
  ],
);

/** A year that is closed: its hours change no more. */
export const hourPeriods = pgTable(
  "hour_periods",
  {
    id: uuid().primaryKey().defaultRandom(),
    year: smallint().notNull().unique(),
    closedAt: instant().notNull(),
    closedBy: uuid().references(() => users.id),
  },
  (t) => [check("hour_periods_year", sql`${t.year} between 2000 and 2200`)],
);

/**
 * What somebody did on a day. Triggers of the migration hold the sum of a day, closed years, and days to come; `proposed` entries count for
 * nothing until their owner confirms them.
 */
export const volunteerHours = pgTable(
  "volunteer_hours",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    date: date().notNull(),
    minutes: integer().notNull(),
    activity: text({ enum: hoursActivities }).notNull(),
    level: text({ enum: hoursLevels }).notNull(),
    description: text(),
    sectorId: uuid().references(() => sectors.id),
    projectId: uuid().references(() => projects.id),
    eventId: uuid().references(() => events.id),
    /** When it began, in minutes since midnight in France. */
    startsAt: smallint(),
    source: text({ enum: hoursSources }).notNull(),
    status: text({ enum: hoursStates }).notNull(),
    remark: text({ enum: hoursRemarks }),
    /** When its person was last notified that it is to be confirmed, as long as it is proposed; null again when they are to be once more. */
    remindedAt: instant(),
    /** Since when it waits for a decision. */
    submittedAt: instant().notNull().defaultNow(),
    /** Who validated or rejected it. */
    validatorId: uuid().references(() => users.id),
    validatedAt: instant(),
    rejectReason: text(),
    /** When it was rejected or taken back: its person has some days from then on to correct it before the year may be closed. */
    rejectedAt: instant(),
    rateLevelId: uuid().references(() => hourRates.id),
    /** What an hour was worth when it was validated. */
    rateCents: integer(),
    lockedPeriodId: uuid().references(() => hourPeriods.id),
    /** The entry of a closed year that this one corrects: its minutes are added to those of the other. */
    correctsId: uuid().references((): AnyPgColumn => volunteerHours.id),
    version: integer().notNull().default(1),
  },
  (t) => [
    check(
      "volunteer_hours_minutes",
      sql`case when ${t.correctsId} is null then ${t.minutes} between 5 and 960 else ${t.minutes} between -960 and 960 end`,
    ),
    check("volunteer_hours_activity", sql`${t.activity} in (${oneOf(hoursActivities)})`),
    check("volunteer_hours_level", sql`${t.level} in (${oneOf(hoursLevels)})`),
    check("volunteer_hours_source", sql`${t.source} in (${oneOf(hoursSources)})`),
    check("volunteer_hours_remark", sql`${t.remark} in (${oneOf(hoursRemarks)})`),
    check("volunteer_hours_start", sql`${t.startsAt} between 0 and 1439`),
    check("volunteer_hours_begun", sql`${t.date} <= (now() at time zone 'Europe/Paris')::date`),
    check("volunteer_hours_not_by_oneself", sql`${t.validatorId} <> ${t.userId}`),
    check(
      "volunteer_hours_status",
      sql`case ${t.status}
        when 'proposed' then ${t.validatorId} is null and ${t.validatedAt} is null
        when 'submitted' then ${t.validatorId} is null and ${t.validatedAt} is null
        when 'rejected' then ${t.rejectReason} is not null and ${t.validatedAt} is null
        when 'validated' then ${t.validatorId} is not null and ${t.validatedAt} is not null and ${t.lockedPeriodId} is null
        when 'locked' then ${t.validatorId} is not null and ${t.validatedAt} is not null and ${t.lockedPeriodId} is not null
        else false end`,
    ),
    check("volunteer_hours_rejected", sql`(${t.status} = 'rejected') = (${t.rejectedAt} is not null)`),
    unique("volunteer_hours_once_an_event").on(t.userId, t.eventId),
    unique("volunteer_hours_one_correction").on(t.correctsId),
    wordIndex("volunteer_hours", [t.description]),
    index("volunteer_hours_of_person").on(t.userId, t.date, t.id),
    index("volunteer_hours_by_date").on(t.date, t.id),
    index("volunteer_hours_by_minutes").on(t.minutes, t.id),
    index("volunteer_hours_waiting_first").on(sql`(${t.status} = 'submitted') desc`, t.submittedAt, t.id),
    index("volunteer_hours_waiting_last").on(sql`(${t.status} = 'submitted') desc`, sql`${t.submittedAt} desc`, sql`${t.id} desc`),
    index("volunteer_hours_waiting").on(t.sectorId, t.submittedAt, t.id).where(sql`${t.status} = 'submitted'`),
    index("volunteer_hours_by_status").on(t.status, t.submittedAt, t.id),
    index("volunteer_hours_by_status_date").on(t.status, t.date, t.id),
    index("volunteer_hours_by_sector").on(t.sectorId, t.date, t.id),
    index("volunteer_hours_by_source").on(t.source, t.date, t.id),
    index("volunteer_hours_remarkable").on(t.remark, t.submittedAt, t.id).where(sql`${t.remark} is not null`),
    index("volunteer_hours_by_event").on(t.eventId).where(sql`${t.eventId} is not null`),
    index("volunteer_hours_by_project").on(t.projectId).where(sql`${t.projectId} is not null`),
  ],
);

/** A line of a certificate: what was done in its period. */
export type CertificateLine = { activity: (typeof hoursActivities)[number]; from: string; to: string; entries: number; minutes: number };

/** What the charity attested: the text as it was issued. Its numbers have no gaps. */
export const volunteerCertificates = pgTable(
  "volunteer_certificates",
  {
    ...record,
    number: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The name as it was attested; gone once the person is erased. */
    holderName: text(),
    periodFrom: date().notNull(),
    periodTo: date().notNull(),
    totalMinutes: integer().notNull(),
    sectorName: text(),
    lines: jsonb().$type<CertificateLine[]>().notNull(),
    issuedBy: uuid().references(() => users.id),
    checkCode: text().notNull().unique(),
    withdrawnAt: instant(),
    withdrawnBy: uuid().references(() => users.id),
    /** Why: a cause that readers see in their language, or what staff wrote. */
    withdrawCause: text({ enum: withdrawCauses }),
    withdrawReason: text(),
    erasedAt: instant(),
  },
  (t) => [
    check("volunteer_certificates_period", sql`${t.periodTo} >= ${t.periodFrom}`),
    check("volunteer_certificates_minutes", sql`${t.totalMinutes} > 0`),
    check("volunteer_certificates_name", sql`(${t.holderName} is null) = (${t.erasedAt} is not null)`),
    check("volunteer_certificates_withdrawn", sql`num_nonnulls(${t.withdrawCause}, ${t.withdrawReason}) = num_nonnulls(${t.withdrawnAt})`),
    check("volunteer_certificates_withdraw_cause", sql`${t.withdrawCause} in (${oneOf(withdrawCauses)})`),
    index("volunteer_certificates_of_person").on(t.userId, t.createdAt, t.id),
    index("volunteer_certificates_by_day").on(t.createdAt, t.id),
  ],
);

/** That somebody reached a number of validated hours for which the charity thanks: once each, also when some of them are taken back and come again. */
export const hourThanks = pgTable(
  "hour_thanks",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hours: smallint().notNull(),
    reachedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.hours] }),
    check("hour_thanks_hours", sql`${t.hours} in (${sql.raw(thankedHours.join(", "))})`),
  ],
);
