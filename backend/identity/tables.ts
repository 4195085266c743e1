import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** One signed-in browser: the family of all the tokens it was ever given. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    userAgent: text(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    revokedBecause: text({ enum: ["logout", "reuse", "account"] }),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

/**
 * The pairs of tokens of a session, one row a rotation. Only hashes are stored. `successor` holds the next
 * pair, sealed with the old refresh token itself, so that only its bearer can be given it again in the grace window.
 */
export const sessionTokens = pgTable(
  "session_tokens",
  {
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    generation: integer().notNull(),
    accessHash: text().notNull(),
    refreshHash: text().notNull(),
    accessExpiresAt: instant().notNull(),
    rotatedAt: instant(),
    successor: text(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.generation] }),
    unique("session_tokens_access").on(t.accessHash),
    unique("session_tokens_refresh").on(t.refreshHash),
  ],
);

/** A login that the web application started: what the callback must match. */
export const loginRequests = pgTable("login_requests", {
  /** Hash of the pre-login cookie. */
  cookieHash: text().primaryKey(),
  state: text().notNull(),
  nonce: text().notNull(),
  codeVerifier: text().notNull(),
  redirectTo: text().notNull(),
  locale: text({ enum: ["fr", "en"] }).notNull(),
  expiresAt: instant().notNull(),
});

/** What the OpenID provider stores: grants, codes, interactions, tokens of other applications. Ids are stored hashed. */
export const oidcRecords = pgTable(
  "oidc_records",
  {
    model: text().notNull(),
    idHash: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: text(),
    uid: text(),
    userCode: text(),
    consumedAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.idHash] }),
    index("oidc_records_grant").on(t.grantId),
    index("oidc_records_uid").on(t.uid),
    index("oidc_records_expiry").on(t.expiresAt),
    index("oidc_records_account").on(sql`(${t.payload}->>'accountId')`),
    index("oidc_records_client").on(sql`(${t.payload}->>'clientId')`),
  ],
);

/** What a person let another application know, remembered until they take it back or all their logins end. */
export const applicationConsents = pgTable(
  "application_consents",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    clientId: text().notNull(),
    scopes: text().array().notNull(),
    agreedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.clientId] }), index("application_consents_client").on(t.clientId)],
);

/** Signing keys of the provider, sealed with the session secret; made once and shared by every process. */
export const signingKeys = pgTable("signing_keys", {
  kid: text().primaryKey(),
  sealedJwk: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});
