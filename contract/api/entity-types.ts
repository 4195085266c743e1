/** Kinds of things that public pages show: a change of one invalidates the pages and responses that name it. */
export const shownTypes = [
  "article",
  "country",
  "event",
  "faq_category",
  "faq_question",
  "further_support",
  "further_support_category",
  "job",
  "legal_document",
  "monthly_record",
  // The organisation's own facts: every page shows some of them, so that none has to declare it.
  "organisation",
  "page_texts",
  "partner",
  "pledge",
  "portrait",
  "press",
  "retention_policy",
  "tag",
  "team",
  "testimonial",
  // Of an account, what the public sees: whether it is open, its role, and the name that its articles are signed with.
  "user",
] as const;

/** Kinds of things that no public page shows: changing or reading them invalidates nothing. */
export const internalTypes = [
  "application",
  "criteria",
  "data_request",
  "document",
  "list",
  "mail",
  "message",
  "oauth_client",
  // Everything else about a person: their particulars and choices, their sessions, and who read their record.
  "person",
  "project",
  "registration_link",
  "saved_view",
  "setup",
  "shortcut",
  "unanswered_search",
  "verification_chat",
] as const;

export type ShownType = (typeof shownTypes)[number];

/** What a row of the audit log is about. The cache's own rows name the group of pages that was purged. */
export type EntityType = ShownType | (typeof internalTypes)[number] | `cache:${string}`;
