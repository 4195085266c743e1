import { sql } from "drizzle-orm";
import { customType, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Localized } from "#contract/formats/localized";

/** Case-insensitive text: two spellings of one e-mail address are the same address. */
export const citext = customType<{ data: string }>({ dataType: () => "citext" });

/** French text and, when written, its English one. Generated search columns and slug indexes read it with `->>`. */
export const localized = customType<{ data: Localized; driverData: string | Localized }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value.en ? { fr: value.fr, en: value.en } : { fr: value.fr }),
  fromDriver: (value) => (typeof value === "string" ? JSON.parse(value) : value),
});

export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const tsquery = customType<{ data: string }>({ dataType: () => "tsquery" });

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** The columns of a link that works once (`identity/one-time-links.ts`); only a hash of its token is stored. `name` is its unique constraint. */
export const linkColumns = (name: string) => ({
  tokenHash: text().notNull().unique(name),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** What every record has. */
export const record = {
  id: uuid().primaryKey().defaultRandom(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
};

/** The values of a column for `in (…)` of its check. They come from the code, never from a request. */
export const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));
