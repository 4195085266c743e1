import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { RetainedReason } from "#contract/law/privacy";

/** The people concerned: accounts, or an e-mail address without one, optionally up to a time. */
export type Whom = string[] | { email: string; until?: Date };

/**
 * A table with personal data: how its rows are found, what a copy leaves out, and what happens to the rows when the
 * person is erased. A table is listed several times when its rows are found in several ways.
 */
export type PersonalData = {
  table: string;
  /** Every identifying column: an id of the person, a name or contact details. A test compares them with the schema. */
  columns: string[];
  /** Rows of these people, in a query that aliases the table as `it`. */
  about: (whom: Whom) => SQL;
  /** The column by which the rows of an e-mail address without account are found. */
  emailColumn?: string;
  /** Columns that are secrets of the system, not data about the person. */
  hidden?: string[];
  /** Whether they are found by the rows of another table, which are then deleted after them. */
  through?: boolean;
  /** The entity type in the audit log, when an erasure also blanks the log's texts about these records. */
  loggedAs?: string;
  /** Locks what a deletion of these rows changes elsewhere, before an erasure locks people: in the order of those who change it every day. */
  lockFirst?: (tx: Db, whom: Whom) => Promise<unknown>;
} & (
  | { erasure: "delete" }
  | { erasure: "keep"; because?: RetainedReason }
  // Without `anonymise`, the erasure handles the table itself.
  | { erasure: "anonymise"; because?: RetainedReason; anonymise?: (tx: Db, which: SQL) => Promise<unknown> }
);

const column = (name: string) => sql`it.${sql.identifier(name)}`;

export const ofAccounts = (about: (ids: string[]) => SQL) => ({
  about: (whom: Whom) => (Array.isArray(whom) ? about(whom) : sql`false`),
});

/** Rows with the id of an account in a column. */
export const by = (name: string) => ofAccounts((ids) => sql`${column(name)} in ${ids}`);

/** An e-mail address belongs to an account once it is confirmed: entering another person's address gives no access to their data. */
const emails = (whom: Whom) =>
  Array.isArray(whom)
    ? sql`(select lower(email::text) from users where id in ${whom} and email_verified_at is not null)`
    : sql`(${whom.email.toLowerCase()})`;

/** Whether a row's column holds the address of these people. */
export const sentFrom = (whom: Whom, name: string, table = "it") => {
  const from = sql`lower(${sql.identifier(table)}.${sql.identifier(name)}::text) in ${emails(whom)}`;
  const until = Array.isArray(whom) ? undefined : whom.until;
  return until ? sql`${from} and ${sql.identifier(table)}.created_at < ${until.toISOString()}::timestamptz` : from;
};

/** Rows that hold an address in a column. */
export const byEmail = (name: string, which = sql`true`) => ({
  emailColumn: name,
  about: (whom: Whom) => sql`${sentFrom(whom, name)} and (${which})`,
});

/** Rows whose column refers to what these people sent from their e-mail address. */
export const throughSent = (name: string, sent: string, id = "id") => ({
  about: (whom: Whom) =>
    sql`${column(name)} in (select ${sql.identifier(id)} from ${sql.identifier(sent)} sent where ${sentFrom(whom, "email", "sent")})`,
  through: true,
});

/** What was written in threads that these people started; the team's notes are not theirs. */
export const throughThread = (name: string, sent: string) => {
  const { about, through } = throughSent(name, sent);
  return { about: (whom: Whom) => sql`${about(whom)} and not it.internal`, through };
};

/** The files of such messages, in a query on `documents`: `of` names the table of replies, as in `message_replies`. */
export const throughReplies = (of: string, sent: string) => ({
  about: (whom: Whom) =>
    sql`it.id in (select reply.file_id from ${sql.identifier(`${of}_replies`)} reply join ${sql.identifier(sent)} sent
      on sent.id = reply.${sql.identifier(`${of}_id`)} where not reply.internal and ${sentFrom(whom, "email", "sent")})`,
  through: true,
});

/** Any of several conditions. */
export const anyOf = (conditions: SQL[]) =>
  sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;

/** The files of these people, from any source, in a query that aliases `documents` as `it`. */
export const filesAbout = (personalData: PersonalData[], whom: Whom) =>
  anyOf(personalData.filter(({ table }) => table === "documents").map(({ about }) => about(whom)));
