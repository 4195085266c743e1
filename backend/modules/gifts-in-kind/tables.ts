import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { locales } from "#contract/formats/locale";
import { giftCategories } from "#contract/giving/gifts-in-kind";

/** What people gave besides money, without a value. */
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
    version: integer().notNull().default(1),
  },
  (t) => [
    check("gifts_in_kind_category", sql`${t.category} in (${oneOf(giftCategories)})`),
    check("gifts_in_kind_thanked", sql`${t.thankedAt} is null or ${t.email} is not null`),
    wordIndex("gifts_in_kind", [t.name, t.email, t.description]),
    index("gifts_in_kind_by_day").on(t.receivedOn, t.id),
    index("gifts_in_kind_by_name").on(t.name, t.id),
    index("gifts_in_kind_by_category").on(t.category, t.receivedOn, t.id),
    index("gifts_in_kind_by_address").on(t.email).where(sql`${t.email} is not null`),
  ],
);
