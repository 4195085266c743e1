import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, linkColumns, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { locales } from "#contract/formats/locale";

/** What is stored of a form that was sent. */
const requested = {
  locale: text({ enum: locales }).notNull(),
  /** The version of the text beside the field. */
  textVersion: integer().notNull(),
  /** The page whose form was sent, without ids and queries; null when unknown. */
  page: text(),
};

/** The last link mailed to an address: a new one replaces it. Nobody is subscribed by this row, which goes when its link ends. */
export const newsletterRequests = pgTable(
  "newsletter_requests",
  { email: citext().primaryKey(), ...requested, ...linkColumns("newsletter_requests_token"), createdAt: instant().notNull() },
  (t) => [
    check("newsletter_requests_locale", sql`${t.locale} in ('fr', 'en')`),
    check("newsletter_requests_page", sql`${t.page} is null or ${t.page} like '/%'`),
    index("newsletter_requests_expiry").on(t.expiresAt),
  ],
);

/**
 * Addresses without account that have confirmed, and the proof of it. An open account with the address decides for it: a trigger then notes the
 * consent of the account, and the row refers to it. After a withdrawal the row is the proof that there was a consent, and when it ended.
 */
export const newsletterSubscribers = pgTable(
  "newsletter_subscribers",
  {
    ...record,
    email: citext().notNull().unique(),
    ...requested,
    requestedAt: instant().notNull(),
    confirmedAt: instant().notNull(),
    withdrawnAt: instant(),
    /** The account that decides instead. */
    userId: uuid().references(() => users.id),
  },
  (t) => [
    check("newsletter_subscribers_locale", sql`${t.locale} in ('fr', 'en')`),
    check("newsletter_subscribers_page", sql`${t.page} is null or ${t.page} like '/%'`),
    check("newsletter_subscribers_order", sql`${t.requestedAt} <= ${t.confirmedAt}`),
    check("newsletter_subscribers_one_state", sql`${t.withdrawnAt} is null or ${t.userId} is null`),
    index("newsletter_subscribers_confirmed").on(t.confirmedAt, t.id),
    index("newsletter_subscribers_by_email").on(t.email, t.id),
    index("newsletter_subscribers_by_locale").on(t.locale, t.confirmedAt, t.id),
    index("newsletter_subscribers_withdrawn").on(t.withdrawnAt, t.id).where(sql`${t.withdrawnAt} is not null`),
    index("newsletter_subscribers_account").on(t.userId).where(sql`${t.userId} is not null`),
    wordIndex("newsletter_subscribers", [t.email]),
  ],
);
