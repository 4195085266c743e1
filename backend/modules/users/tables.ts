import { gte, isNull, or, type Placeholder, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, check, date, doublePrecision, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { citext, instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { sectors } from "#backend/modules/sectors/tables";
import { contactWays } from "#contract/accounts/account";
import { accountStates } from "#contract/accounts/current-user";
import { sectorPermissions } from "#contract/accounts/permissions";
import { permissions, roles } from "#contract/accounts/roles";

/** The day of the year on which somebody was born, as a number: 1231 for 31 December. Indexed. */
export const birthdayNumber = (day: SQLWrapper) => sql<number>`((extract(month from ${day}) * 100 + extract(day from ${day}))::int)`;

export const users = pgTable(
  "users",
  {
    ...record,
    email: citext().notNull().unique(),
    emailVerifiedAt: instant(),
    /** Argon2id, in PHC string form. */
    passwordHash: text(),
    role: text({ enum: roles }).notNull(),
    accountState: text({ enum: accountStates }).notNull().default("registered"),
    /** Why the account was refused or suspended, as its owner reads it. */
    stateReason: text(),
    stateChangedAt: instant().notNull().defaultNow(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    birthDate: date(),
    phone: text(),
    preferredContact: text({ enum: contactWays }),
    locale: text({ enum: ["fr", "en"] })
      .notNull()
      .default("fr"),
    sectorId: uuid().references(() => sectors.id),
    isStaffMember: boolean().notNull().default(false),
    annualVerificationNeeded: boolean().notNull().default(false),
    mattermostId: text(),
    microsoftId: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    lastInteractionAt: instant(),
  },
  (t) => [
    check("users_role", sql`${t.role} in (${oneOf(roles)})`),
    check("users_account_state", sql`${t.accountState} in (${oneOf(accountStates)})`),
    check(
      "users_preferred_contact",
      sql`${t.preferredContact} = 'email' or ${t.preferredContact} in ('phone', 'sms') and ${t.phone} is not null`,
    ),
    check("users_locale", sql`${t.locale} in ('fr', 'en')`),
    check("users_registered_until_verified", sql`(${t.accountState} = 'registered') or ${t.emailVerifiedAt} is not null`),
    index("users_sector").on(t.sectorId),
    index("users_role_state").on(t.role, t.accountState, t.lastName, t.id),
    index("users_role_last_name").on(t.role, t.lastName, t.id),
    index("users_last_name").on(t.lastName, t.id),
    index("users_created").on(t.createdAt, t.id),
    index("users_state_changed").on(t.stateChangedAt, t.id),
    index("users_waiting").on(t.stateChangedAt, t.id).where(sql`${t.accountState} = 'to_validate'`),
    index("users_seen").on(t.lastInteractionAt, t.id),
    index("users_phone").on(t.phone),
    index("users_birthday")
      .on(birthdayNumber(t.birthDate), t.id)
      .where(sql`${t.birthDate} is not null and ${t.accountState} = 'validated'`),
    wordIndex("users", [t.firstName, t.lastName, t.email, t.phone]),
    index("users_full_name").on(sql`lower(${t.firstName} || ' ' || ${t.lastName})`),
  ],
);

/** A right that a person holds beyond the role. */
export const permissionGrants = pgTable(
  "permission_grants",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    permission: text({ enum: permissions }).notNull(),
    /** The sector whose accounts it counts for; null where it counts everywhere. */
    sectorId: uuid().references(() => sectors.id),
    grantedBy: uuid().references(() => users.id),
    grantedAt: instant().notNull().defaultNow(),
    /** The last day it is valid; null for a right without end. */
    expiresOn: date(),
  },
  (t) => [
    unique("permission_grants_one").on(t.userId, t.permission, t.sectorId).nullsNotDistinct(),
    index("permission_grants_sector").on(t.sectorId),
    check("permission_grants_known", sql`${t.permission} in (${oneOf(permissions)})`),
    check("permission_grants_in_sector", sql`${t.sectorId} is null or ${t.permission} in (${oneOf(sectorPermissions)})`),
    check(
      "permission_grants_everywhere",
      sql`${t.sectorId} is not null or ${t.permission} not in ('ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL', 'MESSAGES_ANSWER', 'EVENTS_MANAGE')`,
    ),
    check("permission_grants_not_by_oneself", sql`${t.grantedBy} <> ${t.userId}`),
  ],
);

/** Whether a right counts on a day in France (YYYY-MM-DD): one that has run out stays in the table, and is no right any more. */
export const isRightInForce = (day: string | Placeholder) => or(isNull(permissionGrants.expiresOn), gte(permissionGrants.expiresOn, day));
