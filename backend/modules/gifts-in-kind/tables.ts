import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { locales } from "#contract/formats/locale";
import { giftCategories, largestValue, valueStates } from "#contract/giving/gifts-in-kind";

/**
 * What people gave besides money. A gift has a value only where its donor asked for one: what they would have got by selling it. Somebody else than who recorded the value
 * approves or declines it. A trigger of the migration holds that an approved gift does not change, and that none is taken back or deleted while a receipt certifies it.
 */
export const giftsInKind = pgTable(
  "gifts_in_kind",
  {
    ...record,
    receivedOn: date().notNull(),
    category: text({ enum: giftCategories }).notNull(),
    description: text().notNull(),
    name: text().notNull(),
    email: citext(),
    locale: text({ enum: locales }).notNull(),
    createdBy: uuid().references(() => users.id),
    /** When the note of thanks was sent. */
    thankedAt: instant(),
    /** Null where nobody asked for a value. */
    valueState: text({ enum: valueStates }),
    valueCents: integer(),
    /** How the donor came to it. */
    valueBasis: text(),
    /** The postal address of the donor, for the receipt. */
    street: text(),
    postcode: text(),
    city: text(),
    country: text(),
    valueRecordedBy: uuid().references(() => users.id),
    valueRecordedAt: instant(),
    valueDeciderId: uuid().references(() => users.id),
    valueDecidedAt: instant(),
    valueReason: text(),
    /** When its donor was erased from it: day, amount and decision stay as long as the receipt that it was on. */
    erasedAt: instant(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check("gifts_in_kind_category", sql`${t.category} in (${oneOf(giftCategories)})`),
    check("gifts_in_kind_thanked", sql`${t.thankedAt} is null or ${t.email} is not null or ${t.erasedAt} is not null`),
    check("gifts_in_kind_amount", sql`${t.valueCents} between 1 and ${sql.raw(String(largestValue))}`),
    check("gifts_in_kind_country", sql`${t.country} ~ '^[A-Z]{2}$' and (${t.country} <> 'FR' or ${t.postcode} ~ '^[0-9]{5}$')`),
    check("gifts_in_kind_decided_by_another", sql`${t.valueDeciderId} <> ${t.valueRecordedBy}`),
    check(
      "gifts_in_kind_erased",
      sql`${t.erasedAt} is null or num_nonnulls(${t.email}, ${t.street}, ${t.postcode}, ${t.city}, ${t.country}) = 0`,
    ),
    check(
      "gifts_in_kind_value",
      sql`case when ${t.valueState} is null then num_nonnulls(${t.valueCents}, ${t.valueBasis}, ${t.street}, ${t.postcode}, ${t.city}, ${t.country},
          ${t.valueRecordedBy}, ${t.valueRecordedAt}, ${t.valueDeciderId}, ${t.valueDecidedAt}, ${t.valueReason}) = 0
        else num_nonnulls(${t.valueCents}, ${t.valueBasis}, ${t.valueRecordedBy}, ${t.valueRecordedAt}) = 4
          and (${t.erasedAt} is not null or num_nonnulls(${t.street}, ${t.postcode}, ${t.city}, ${t.country}) = 4)
          and case ${t.valueState}
            when 'requested' then num_nonnulls(${t.valueDeciderId}, ${t.valueDecidedAt}, ${t.valueReason}) = 0
            when 'approved' then num_nonnulls(${t.valueDeciderId}, ${t.valueDecidedAt}) = 2 and ${t.valueReason} is null
            when 'declined' then num_nonnulls(${t.valueDeciderId}, ${t.valueDecidedAt}, ${t.valueReason}) = 3
            else false end end`,
    ),
    wordIndex("gifts_in_kind", [t.name, t.email, t.description]),
    index("gifts_in_kind_by_day").on(t.receivedOn, t.id),
    index("gifts_in_kind_by_name").on(t.name, t.id),
    index("gifts_in_kind_by_category").on(t.category, t.receivedOn, t.id),
    index("gifts_in_kind_by_value").on(t.valueState, t.receivedOn, t.id).where(sql`${t.valueState} is not null`),
    index("gifts_in_kind_by_address").on(t.email).where(sql`${t.email} is not null`),
  ],
);
