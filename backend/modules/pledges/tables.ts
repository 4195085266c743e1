import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { projects } from "#backend/modules/projects/tables";
import { locales } from "#contract/formats/locale";
import { donorKinds } from "#contract/giving/pledge-donor";
import { allocations, pledgeMethods, pledgeStatuses, rhythms } from "#contract/giving/pledges";

/** Gifts that people mean to make. */
export const pledges = pgTable(
  "pledges",
  {
    ...record,
    /** The reference on the transfer, which identifies the pledge. */
    reference: text().notNull().unique(),
    amountCents: integer().notNull(),
    rhythm: text({ enum: rhythms }).notNull(),
    donor: text({ enum: donorKinds }).notNull(),
    allocation: text({ enum: allocations }).notNull(),
    /** The project that the team gives it to. */
    projectId: uuid().references(() => projects.id),
    method: text({ enum: pledgeMethods }).notNull(),
    name: text().notNull(),
    email: citext().notNull(),
    locale: text({ enum: locales }).notNull(),
    company: text(),
    siren: text(),
    legalForm: text(),
    receipt: boolean().notNull(),
    street: text(),
    postcode: text(),
    city: text(),
    /** Two letters, as ISO 3166 has them. */
    country: text(),
    /** When the address for the receipt was erased. */
    addressGoneAt: instant(),
    status: text({ enum: pledgeStatuses }).notNull().default("promised"),
    /** Whether money was received: set by a trigger, since a stopped monthly gift may have been paid until then, or never. */
    paid: boolean().notNull().default(false),
    /** When its donor stopped it, and why, if they say so. */
    stoppedAt: instant(),
    stopReason: text(),
    /** The same form sent twice is one pledge; a cancelled one does not count. */
    dedupeKey: text().notNull().unique(),
  },
  (t) => [
    check("pledges_amount", sql`${t.amountCents} between 100 and 10000000`),
    check("pledges_status", sql`${t.status} in ('promised', 'received', 'cancelled')`),
    check(
      "pledges_rhythm",
      sql`${t.rhythm} = 'one_off' or (${t.rhythm} = 'monthly' and ${t.method} in ('transfer', 'card', 'sepa_debit'))`,
    ),
    check("pledges_company", sql`${t.donor} = 'person' or (${t.company} is not null and ${t.siren} ~ '^[0-9]{9}$')`),
    check(
      "pledges_receipt",
      sql`not ${t.receipt} or ${t.addressGoneAt} is not null or (${t.street} is not null and ${t.postcode} is not null and ${t.city} is not null and ${t.country} is not null)`,
    ),
    check("pledges_country", sql`${t.country} ~ '^[A-Z]{2}$' and (${t.country} <> 'FR' or ${t.postcode} ~ '^[0-9]{5}$')`),
    check("pledges_stopped", sql`${t.stoppedAt} is null or ${t.status} = 'cancelled'`),
    check("pledges_stop_reason", sql`${t.stopReason} is null or ${t.stoppedAt} is not null`),
    index("pledges_by_country").on(t.country),
    index("pledges_by_address").on(t.email, t.createdAt, t.id),
    index("pledges_by_project").on(t.projectId, t.createdAt, t.id),
    index("pledges_by_day").on(t.createdAt, t.id),
    index("pledges_by_amount").on(t.amountCents, t.id),
    index("pledges_by_name").on(t.name, t.id),
    wordIndex("pledges", [t.reference, t.name, t.email, t.company]),
    index("pledges_status").on(t.status, t.createdAt, t.id),
    index("pledges_by_donor").on(t.donor, t.createdAt, t.id),
    index("pledges_by_rhythm").on(t.rhythm, t.createdAt, t.id),
  ],
);

/** Where donors without an account live, by their e-mail address: receipts for gifts that name no address of their own have it. */
export const donorContacts = pgTable(
  "donor_contacts",
  {
    ...record,
    email: citext().notNull().unique(),
    firstName: text(),
    lastName: text().notNull(),
    street: text().notNull(),
    postcode: text().notNull(),
    city: text().notNull(),
    /** Two letters, as ISO 3166 has them. */
    country: text().notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [check("donor_contacts_country", sql`${t.country} ~ '^[A-Z]{2}$' and (${t.country} <> 'FR' or ${t.postcode} ~ '^[0-9]{5}$')`)],
);
