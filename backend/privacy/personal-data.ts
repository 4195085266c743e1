import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { RetainedReason } from "#contract/law/privacy";

/** Whom rows are about: accounts, or an address that has none, up to a moment where there is one. */
export type Whom = string[] | { address: string; until?: Date };

/**
 * A table in which people appear: how its rows are found, what a copy leaves out, and what becomes of the rows when the
 * person is erased. A table stands several times where its rows are found in several ways.
 */
export type PersonalData = {
  table: string;
  /** Every column that says who: an id of the person, or what names or reaches them. A test compares them with the schema. */
  columns: string[];
  /** Rows of these people, in a query that calls the table `it`. */
  about: (whom: Whom) => SQL;
  /** The column by which the rows of an address without account are found. */
  address?: string;
  /** Columns that are secrets of the system, not data about the person. */
  hidden?: string[];
  /** Whether they are found by the rows of another table, which are then deleted after them. */
  through?: boolean;
  /** What the audit log calls the records, where an erasure also blanks the words that the log holds of them. */
  loggedAs?: string;
} & (
  | { erasure: "delete" }
  | { erasure: "keep"; because?: RetainedReason }
  // Without `anonymise`, the erasure itself knows the table.
  | { erasure: "anonymise"; because?: RetainedReason; anonymise?: (tx: Db, which: SQL) => Promise<unknown> }
);

const column = (name: string) => sql`it.${sql.identifier(name)}`;

export const ofAccounts = (about: (ids: string[]) => SQL) => ({
  about: (whom: Whom) => (Array.isArray(whom) ? about(whom) : sql`false`),
});

/** Rows that name an account in a column. */
export const by = (name: string) => ofAccounts((ids) => sql`${column(name)} in ${ids}`);

/** An address counts as an account's once it is confirmed: whoever types another's address reads and erases nothing of them. */
const addresses = (whom: Whom) =>
  Array.isArray(whom)
    ? sql`(select lower(email::text) from users where id in ${whom} and email_verified_at is not null)`
    : sql`(${whom.address.toLowerCase()})`;

/** Whether a row's column holds the address of these people. */
export const sentFrom = (whom: Whom, name: string, table = "it") => {
  const from = sql`lower(${sql.identifier(table)}.${sql.identifier(name)}::text) in ${addresses(whom)}`;
  const until = Array.isArray(whom) ? undefined : whom.until;
  return until ? sql`${from} and ${sql.identifier(table)}.created_at < ${until.toISOString()}::timestamptz` : from;
};

/** Rows that hold an address in a column. */
export const byAddress = (name: string, which = sql`true`) => ({
  address: name,
  about: (whom: Whom) => sql`${sentFrom(whom, name)} and (${which})`,
});

/** Rows whose column refers to what these people sent from their address. */
export const throughSent = (name: string, sent: string, id = "id") => ({
  about: (whom: Whom) =>
    sql`${column(name)} in (select ${sql.identifier(id)} from ${sql.identifier(sent)} sent where ${sentFrom(whom, "email", "sent")})`,
  through: true,
});

/** Any of several conditions. */
export const anyOf = (conditions: SQL[]) =>
  sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;

/** The files of these people, whichever way they came, in a query that calls `documents` `it`. */
export const filesAbout = (personalData: PersonalData[], whom: Whom) =>
  anyOf(personalData.filter(({ table }) => table === "documents").map(({ about }) => about(whom)));
