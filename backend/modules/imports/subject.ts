import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import type { Locale } from "#contract/formats/locale";

export type Values = Record<string, unknown>;

/** What an import works with; `db` is the transaction of some of its rows. */
export type ImportCall = Services & { actor: Actor; sheetId: string };

/** A record that exists, with the values of its form. `version` changes with each change of the record. */
export type Found = {
  id: string;
  version: string;
  values: Values;
  /** Why the import leaves it alone, a text as `namespace:key`. */
  untouchable?: string;
};
export type Made = Pick<Found, "id" | "version">;

/**
 * The import of a list. What it does to a record is what a person would do by hand, with the same checks, refusals and rows in the audit log:
 * a refusal that it throws leaves that row out.
 */
export type ImportSubject = {
  /** The page of the list. */
  list: string;
  /** The page of the import, where that is not `{list}/import`. */
  page?: string;
  /** The fields that name a record together; without them, each row creates one. */
  key: readonly string[];
  /** The field with the day of a row, where earlier rows must come first, whatever the order of the file. */
  dayField?: string;
  /** Whether its sender states that the people in the file agree. */
  needsAgreement?: boolean;
  /** The name of a row, for lists. */
  nameOf(draft: Values, locale: Locale): string;
  /** The amount of a row in cents, where the list is one of money; null where it has none. */
  centsOf?(draft: Values): number | null;
  /** The records that have the keys of these rows, locked; others may be among them. */
  find(call: ImportCall, drafts: Values[]): Promise<Found[]>;
  /** The values of the record with those of a row, checked. Throws a refusal. */
  check(call: ImportCall, draft: Values, found: Found | undefined): Promise<Values> | Values;
  /** Creates records, all or none, in this order. */
  create(call: ImportCall, values: Values[]): Promise<Made[]>;
  /** Changes a record, and returns its new version. */
  update(call: ImportCall, found: Found, values: Values): Promise<string>;
  /** The versions of these records now, locked; without those that are gone. */
  versions(call: ImportCall, ids: string[]): Promise<Map<string, string>>;
  /** Removes a record that nobody has touched since the import. */
  remove(call: ImportCall, id: string): Promise<void>;
  /** Gives a record the values that it had before. */
  putBack(call: ImportCall, record: Made, former: Values): Promise<void>;
};

/** A key as it is compared: without case and needless spaces. */
export function keyOf(key: readonly string[], values: Values): string | null {
  if (key.length === 0) return null;
  const parts = key.map((name) => plain(values[name]));
  return parts.some((part) => part !== "") ? parts.join("\n") : null;
}

function plain(value: unknown): string {
  const text = value && typeof value === "object" && "fr" in value ? value.fr : value;
  return String(text ?? "")
    .normalize("NFC")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
}
