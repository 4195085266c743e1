/** A table in which people appear: where their id stands, what their copy leaves out, and what becomes of the rows when they are erased. */
export type PersonalTable = {
  table: string;
  column: string;
  /** Columns that are secrets of the system, not data about the person. */
  hidden?: string[];
  /** `anonymise` is done by the erasure itself; `keep` leaves rows under the pseudonym, because of what is written beside it. */
  erasure: "anonymise" | "delete" | "keep";
};

/**
 * Every place where the database names a person. A test compares the list with the database's own references to users, so
 * that no later table is forgotten by the copy or by the erasure.
 */
export const personalTables: PersonalTable[] = [
  { table: "users", column: "id", hidden: ["password_hash"], erasure: "anonymise" },
  { table: "permission_grants", column: "user_id", erasure: "delete" },
  { table: "sessions", column: "user_id", erasure: "delete" },
  { table: "password_resets", column: "user_id", hidden: ["token_hash"], erasure: "delete" },
  { table: "email_verifications", column: "user_id", hidden: ["token_hash"], erasure: "delete" },
  // How they came in, what they told, and the conversation about it.
  { table: "registrations", column: "user_id", erasure: "delete" },
  { table: "volunteer_profiles", column: "user_id", erasure: "delete" },
  { table: "merchant_profiles", column: "user_id", erasure: "delete" },
  { table: "guardian_consents", column: "user_id", hidden: ["token_hash"], erasure: "delete" },
  { table: "beneficiary_files", column: "user_id", erasure: "delete" },
  { table: "verification_chats", column: "user_id", erasure: "delete" },
  // What they wrote in others' conversations; their own conversation went with all its messages.
  { table: "verification_messages", column: "from_id", erasure: "keep" },
  { table: "account_decisions", column: "user_id", erasure: "keep" },
  { table: "saved_views", column: "owner_id", erasure: "delete" },
  { table: "muted_notifications", column: "user_id", erasure: "delete" },
  { table: "driver_profiles", column: "user_id", erasure: "delete" },
  { table: "sector_managers", column: "user_id", erasure: "delete" },
  { table: "retention_progress", column: "user_id", erasure: "anonymise" },
  { table: "outgoing_mails", column: "user_id", hidden: ["dedupe_key"], erasure: "delete" },
  { table: "idempotency_keys", column: "user_id", erasure: "delete" },
  // Private files go with their bytes; pictures of public pages stay, and are nobody's.
  { table: "documents", column: "owner_id", hidden: ["storage_key"], erasure: "anonymise" },
  // Proof that a choice was theirs, that a text was signed, that a request was answered.
  { table: "consents", column: "user_id", erasure: "keep" },
  { table: "signatures", column: "user_id", erasure: "keep" },
  { table: "data_requests", column: "user_id", hidden: ["archive_key"], erasure: "anonymise" },
  // Money: accounting pieces are kept ten years.
  { table: "memberships", column: "user_id", erasure: "keep" },
  // What was published or decided stays, under the pseudonym.
  { table: "articles", column: "author_id", erasure: "keep" },
  { table: "article_revisions", column: "author_id", erasure: "keep" },
  { table: "message_replies", column: "author_id", erasure: "keep" },
  // The log is only added to: the values it holds about the person are blanked, its chain stands.
  { table: "audit_log", column: "actor_id", erasure: "anonymise" },
];

/** Columns that name a person without being about them, by name or by table and name, each with its reason. */
export const otherReferences: Record<string, string> = {
  updated_by: "the last hand on a record of the charity; each act of a person is in audit_log",
  "oauth_clients.created_by": "the application is the charity's; each act of a person is in audit_log",
  "permission_grants.granted_by": "belongs to whom the right was given to",
  "account_decisions.decided_by": "belongs to whom it was decided about",
  "verification_chats.owner_id": "who of the team answers",
  "registration_links.created_by": "the invitation is the charity's; each act of a person is in audit_log",
  "applications.answered_by": "belongs to the application; each act of a person is in audit_log",
  "documents.verified_by": "belongs to the paper's owner",
  "erasures.user_id": "says nothing but who was erased and when, which the erasure itself needs",
};
