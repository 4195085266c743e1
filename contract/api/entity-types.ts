/**
 * Content that public pages show: the path of its list under `/dashboard/admin`, and the entity type of one record. Its pages, forms, files and
 * access follow from its line here.
 */
export const shownContents = {
  press: "press",
  partners: "partner",
  testimonials: "testimonial",
  jobs: "job",
  "faq/questions": "faq_question",
  "faq/categories": "faq_category",
  "further-support": "further_support",
  "further-support/categories": "further_support_category",
  sectors: "team",
  portraits: "portrait",
  events: "event",
  "news/themes": "tag",
  countries: "country",
} as const;

/** Content that no public page shows. */
export const internalContents = {
  projects: "project",
  shortcuts: "shortcut",
  "faq/synonyms": "search_synonym",
} as const;

/** What the search of the site finds, in the order of its choices: a source of the backend (`searchSources`) has each but the pages. */
export const foundKinds = ["page", "article", "job", "event", "team", "support", "question", "release"] as const;

/** Kinds of things that public pages show: a change of one invalidates the pages and responses that name it. */
export const pageTypes = [
  ...Object.values(shownContents),
  ...([
    "article",
    "legal_document",
    "monthly_record",
    // The organisation's own facts: every page shows some of them, so that none has to declare it.
    "organisation",
    "page_texts",
    "retention_policy",
    // Of an account, what the public sees: whether it is open, its role, and the name that its articles are signed with.
    "user",
  ] as const),
];

/**
 * Those, and what invalidates responses alone: a webhook records payments, and must not invalidate cached pages. Their sums on pages may be an hour
 * old.
 */
export const shownTypes = [...pageTypes, "payment" as const];

/** Kinds of things that no public page shows: changing or reading them invalidates nothing. */
export const internalTypes = [
  ...Object.values(internalContents),
  ...([
    // What a person received, and the orders of an event.
    "aid",
    "kit_order",
    "application",
    // A general assembly, and who is there or represented.
    "assembly",
    "assembly_attendance",
    "audit_log",
    "bank_statement",
    "campaign",
    "card_event",
    "cash_count",
    "cheque_deposit",
    "criteria",
    "data_request",
    "document",
    // Where a donor without an account lives.
    "donor_contact",
    // What volunteers spent and do not want back, and what a kilometre is worth.
    "expense_claim",
    // Who takes part in an event: it invalidates no page.
    "event_registration",
    // A tax receipt, which is issued, cancelled and replaced.
    "annual_declaration",
    "fiscal_receipt",
    // What people give besides money.
    "gift_in_kind",
    "list",
    "mail",
    // A period of membership: its dues are payments.
    "membership",
    "membership_plan",
    "message",
    "oauth_client",
    // Everything else about a person: their particulars and choices, their sessions, and who read their record.
    "person",
    // A promise to give: what came of it is a payment.
    "pledge",
    "registration_link",
    "saved_view",
    "setup",
    // A file that is imported.
    "sheet",
    "statement_line",
    // Who gets the newsletter without an account.
    "subscriber",
    "task",
    "tracking_entry",
    "unanswered_search",
    "verification_chat",
    // Decisions about hours, what they are worth, closed years, certificates.
    "volunteer_hours",
  ] as const),
];

export type PageType = (typeof pageTypes)[number];
export type ShownType = (typeof shownTypes)[number];

/** What a row of the audit log is about. The cache's own rows name the group of pages that was purged. */
export type EntityType = ShownType | (typeof internalTypes)[number] | `cache:${string}`;
