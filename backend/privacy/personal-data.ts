import { type SQL, sql } from "drizzle-orm";
import type { KeptReason } from "#contract/law/privacy";
import { paid } from "./pledges.ts";

/** Whom rows are about: accounts, or an address that has none, up to a moment where there is one. */
export type Whom = string[] | { address: string; until?: Date };

/**
 * A table in which people appear: how its rows are found, what a copy leaves out, and what becomes of the rows when the
 * person is erased. `delete` is done by walking the list; `anonymise` is done by the erasure itself, table by table.
 */
export type PersonalTable = {
  table: string;
  /** Every column that says who: an id of the person, or what names or reaches them. A test compares them with the schema. */
  columns: string[];
  /** Rows of these people, in a query that calls the table `it`. */
  about: (whom: Whom) => SQL;
  /** The column by which the rows of an address without account are found. */
  address?: string;
  /** Columns that are secrets of the system, not data about the person. */
  hidden?: string[];
} & ({ erasure: "delete" } | { erasure: "anonymise" | "keep"; because?: KeptReason });

const column = (name: string) => sql`it.${sql.identifier(name)}`;
const ofAccounts = (about: (ids: string[]) => SQL) => ({ about: (whom: Whom) => (Array.isArray(whom) ? about(whom) : sql`false`) });
const by = (name: string) => ofAccounts((ids) => sql`${column(name)} in ${ids}`);

/** An address counts as an account's once it is confirmed: whoever types another's address reads and erases nothing of them. */
const addresses = (whom: Whom) =>
  Array.isArray(whom)
    ? sql`(select lower(email::text) from users where id in ${whom} and email_verified_at is not null)`
    : sql`(${whom.address.toLowerCase()})`;
const sentFrom = (whom: Whom, name: string, table = "it") => {
  const from = sql`lower(${sql.identifier(table)}.${sql.identifier(name)}::text) in ${addresses(whom)}`;
  const until = Array.isArray(whom) ? undefined : whom.until;
  return until ? sql`${from} and ${sql.identifier(table)}.created_at < ${until.toISOString()}::timestamptz` : from;
};
const byAddress = (name: string, which = sql`true`) => ({
  address: name,
  about: (whom: Whom) => sql`${sentFrom(whom, name)} and (${which})`,
});

const mailSecrets = ["dedupe_key", "text", "html", "sealed_token"];

/** Every place where the database holds something about a person. */
export const personalTables: PersonalTable[] = [
  {
    table: "users",
    columns: ["id", "email", "first_name", "last_name", "phone", "birth_date"],
    ...by("id"),
    hidden: ["password_hash"],
    erasure: "anonymise",
  },
  { table: "permission_grants", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "sessions", columns: ["user_id", "user_agent"], ...by("user_id"), erasure: "delete" },
  { table: "password_resets", columns: ["user_id"], ...by("user_id"), hidden: ["token_hash"], erasure: "delete" },
  { table: "email_verifications", columns: ["user_id", "email"], ...by("user_id"), hidden: ["token_hash"], erasure: "delete" },
  // Somebody gave the address for their account; that of whoever has proved it is found by its number.
  {
    table: "email_verifications",
    columns: ["email"],
    address: "email",
    about: (whom) => (Array.isArray(whom) ? sql`false` : sentFrom(whom, "email")),
    hidden: ["user_id", "token_hash"],
    erasure: "delete",
  },
  { table: "email_reversals", columns: ["user_id", "email"], ...by("user_id"), hidden: ["token_hash"], erasure: "delete" },
  // How they came in, what they told, and the conversation about it.
  { table: "registrations", columns: ["user_id", "address_line", "postcode", "city"], ...by("user_id"), erasure: "delete" },
  { table: "volunteer_profiles", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "merchant_profiles", columns: ["user_id", "siret", "company_name"], ...by("user_id"), erasure: "delete" },
  {
    table: "guardian_consents",
    columns: ["user_id", "guardian_name", "guardian_email", "signed_name"],
    ...by("user_id"),
    hidden: ["token_hash"],
    erasure: "delete",
  },
  // A guardian's yes holds for as long as the account that it opened.
  {
    table: "guardian_consents",
    columns: ["guardian_email"],
    ...byAddress("guardian_email"),
    hidden: ["user_id", "token_hash"],
    erasure: "keep",
    because: "proof",
  },
  { table: "beneficiary_files", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  {
    table: "verification_messages",
    columns: ["chat_id"],
    ...ofAccounts((ids) => sql`it.chat_id in (select id from verification_chats where user_id in ${ids}) and not it.internal`),
    erasure: "delete",
  },
  { table: "verification_chats", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  // What they wrote in others' conversations.
  { table: "verification_messages", columns: ["from_id"], ...by("from_id"), erasure: "keep", because: "others" },
  { table: "account_decisions", columns: ["user_id"], ...by("user_id"), erasure: "anonymise", because: "decisions" },
  { table: "saved_views", columns: ["owner_id"], ...by("owner_id"), erasure: "delete" },
  // Rows to import, for a day: what they say is the charity's, not the sender's.
  { table: "sheets", columns: ["owner_id"], ...by("owner_id"), hidden: ["cells"], erasure: "delete" },
  { table: "muted_notifications", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "driver_profiles", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "sector_managers", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "project_owners", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "retention_progress", columns: ["user_id"], ...by("user_id"), erasure: "anonymise" },
  // The words of a mail may hold a link that logs in; the person has received them.
  { table: "outgoing_mails", columns: ["user_id"], ...by("user_id"), hidden: mailSecrets, erasure: "delete" },
  { table: "outgoing_mails", columns: ["recipient"], ...byAddress("recipient"), hidden: mailSecrets, erasure: "delete" },
  // Mails to others that tell about them: their name stands in a mail to the team, or to a guardian.
  {
    table: "outgoing_mails",
    columns: ["about_id"],
    about: (whom) =>
      sql`it.about_id in (select id from messages sent where ${sentFrom(whom, "email", "sent")}
        union all select id from applications sent where ${sentFrom(whom, "email", "sent")}
        ${Array.isArray(whom) ? sql`union all select id from users where id in ${whom}` : sql``})`,
    hidden: [...mailSecrets, "user_id", "recipient"],
    erasure: "delete",
  },
  // An answer that is kept may hold the secret of an application.
  { table: "idempotency_keys", columns: ["user_id"], ...by("user_id"), hidden: ["key", "body_hash", "answer"], erasure: "delete" },
  // Private files go with their bytes; pictures of public pages stay, and are nobody's.
  {
    table: "documents",
    columns: ["owner_id", "file_name"],
    ...by("owner_id"),
    hidden: ["storage_key"],
    erasure: "anonymise",
    because: "proof",
  },
  // What they sent without being logged in, from the address that they have confirmed since.
  {
    table: "documents",
    columns: ["id"],
    about: (whom) => sql`it.id in (select cv_id from applications sent where ${sentFrom(whom, "email", "sent")})`,
    hidden: ["storage_key"],
    erasure: "anonymise",
  },
  {
    table: "application_replies",
    columns: ["application_id"],
    about: (whom) => sql`it.application_id in (select id from applications sent where ${sentFrom(whom, "email", "sent")})`,
    erasure: "delete",
  },
  { table: "applications", columns: ["name", "email"], ...byAddress("email"), hidden: ["dedupe_key"], erasure: "delete" },
  {
    table: "message_replies",
    columns: ["message_id"],
    about: (whom) => sql`it.message_id in (select id from messages sent where ${sentFrom(whom, "email", "sent")})`,
    erasure: "delete",
  },
  { table: "messages", columns: ["name", "email"], ...byAddress("email"), hidden: ["dedupe_key"], erasure: "delete" },
  // Theirs, on line or not. Those that staff wrote down bear no address: who withdraws one of them writes to us.
  {
    table: "testimonials",
    columns: ["initials", "speaker", "email"],
    ...byAddress("email"),
    hidden: ["token_hash", "dedupe_key"],
    erasure: "delete",
  },
  // Proof that a choice was theirs, that a text was signed, that a request was answered.
  { table: "consents", columns: ["user_id"], ...by("user_id"), erasure: "keep", because: "proof" },
  { table: "signatures", columns: ["user_id", "address"], ...by("user_id"), erasure: "anonymise", because: "proof" },
  { table: "data_requests", columns: ["user_id"], ...by("user_id"), hidden: ["archive_key"], erasure: "anonymise", because: "proof" },
  { table: "data_requests", columns: ["email"], ...byAddress("email"), hidden: ["archive_key"], erasure: "anonymise", because: "proof" },
  // Money: accounting pieces are kept ten years; a promise that was not kept is none.
  { table: "memberships", columns: ["user_id"], ...by("user_id"), erasure: "keep", because: "accounting" },
  { table: "pledges", columns: ["name", "email"], ...byAddress("email", sql`not (${paid})`), hidden: ["dedupe_key"], erasure: "delete" },
  {
    table: "pledges",
    columns: ["name", "email", "company", "siren", "street", "postcode", "city"],
    ...byAddress("email", paid),
    hidden: ["dedupe_key"],
    erasure: "anonymise",
    because: "accounting",
  },
  // Access to one's gifts without an account.
  { table: "donor_links", columns: ["email"], ...byAddress("email"), hidden: ["token_hash"], erasure: "delete" },
  { table: "donor_sessions", columns: ["email"], ...byAddress("email"), hidden: ["token_hash"], erasure: "delete" },
  // What was published or answered stays, under the pseudonym.
  { table: "articles", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "published" },
  { table: "article_revisions", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "published" },
  { table: "application_replies", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "others" },
  { table: "message_replies", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "others" },
  // The log is only added to: the values it holds about the person are blanked, its chain stands.
  {
    table: "audit_log",
    columns: ["actor_id"],
    ...by("actor_id"),
    hidden: ["hash", "prev_hash", "changes_digest", "reason_digest", "salt"],
    erasure: "anonymise",
    because: "log",
  },
];

/** The files of these people, whichever way they came, in a query that calls `documents` `it`. */
export const filesAbout = (whom: Whom) =>
  sql.join(
    personalTables.filter(({ table }) => table === "documents").map(({ about }) => sql`(${about(whom)})`),
    sql` or `,
  );

/** Columns with an address that are not searched for that of someone without account, each with its reason. */
export const otherAddresses: Record<string, string> = {
  "users.email": "the address of an account, which answers for itself",
  "email_reversals.email": "an address that an account had; goes with the account, or a few weeks after the link has ended",
  "sectors.email": "a team's mailbox",
};

/** Columns that name a person, or seem to, without being about them: by name or by table and name, each with its reason. */
export const otherReferences: Record<string, string> = {
  updated_by: "the last hand on a record of the charity; each act of a person is in audit_log",
  "oauth_clients.created_by": "the application is the charity's; each act of a person is in audit_log",
  "permission_grants.granted_by": "belongs to whom the right was given to",
  "account_decisions.decided_by": "belongs to whom it was decided about",
  "verification_chats.owner_id": "who of the team answers",
  "monthly_records.created_by": "the figures are the charity's; each act of a person is in audit_log",
  "registration_links.created_by": "the invitation is the charity's; each act of a person is in audit_log",
  "data_requests.asked_by": "belongs to whom the request is about",
  "documents.verified_by": "belongs to the paper's owner",
  "erasures.user_id": "says nothing but who was erased and when, which the erasure itself needs",
  "article_tags.tag_id": "a subject",
  "countries.name": "a country",
  "events.place_name": "where a date takes place",
  "events.place_address": "where a date takes place",
  "faq_categories.name": "a group of questions",
  "further_support.name": "an organisation that helps",
  "further_support.phone": "an organisation that helps",
  "further_support.address": "an organisation that helps",
  "further_support.postcode": "an organisation that helps",
  "further_support_categories.name": "a group of organisations",
  "oauth_clients.name": "an application",
  "partners.name": "a company or an institution",
  "partners.contact": "how to reach a company or an institution",
  "portraits.name":
    "shown to everyone as its owner agreed, and tied to no account: staff remove it when asked, and its photograph is erased within the hour; the log keeps its words as long as others",
  "projects.name": "a project",
  "registration_papers.file_name":
    "a paper of someone who has no account yet: no row says whose; it becomes the account's document, or goes with the draft",
  "saved_views.name": "what a list is called; the row is its owner's",
  "sheets.file_name": "what a file is called; the row is its sender's",
  "sectors.name": "a place or a team",
  "sectors.address_line": "a team's place",
  "sectors.postcode": "a team's place",
  "sectors.city": "a team's place",
  "sectors.email": "a team's mailbox",
  "sectors.phone": "a team's telephone",
};
