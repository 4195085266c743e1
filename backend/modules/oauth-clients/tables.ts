import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { oauthClientStatuses, oauthClientTypes, oauthScopes } from "#contract/accounts/oauth-clients";

/** An application that logs people in through our OpenID provider. Of its secrets only hashes are stored. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    ...record,
    clientId: text().notNull().unique(),
    name: text().notNull(),
    type: text({ enum: oauthClientTypes }).notNull(),
    status: text({ enum: oauthClientStatuses }).notNull().default("active"),
    redirectUris: text().array().notNull(),
    scopes: text({ enum: oauthScopes }).array().notNull(),
    secretHash: text(),
    previousSecretHash: text(),
    previousSecretUntil: instant(),
    lastUsedAt: instant(),
    createdBy: uuid().references(() => users.id),
    version: integer().notNull().default(1),
  },
  (t) => [
    check("oauth_clients_type", sql`${t.type} in ('confidential', 'public')`),
    check("oauth_clients_status", sql`${t.status} in ('active', 'disabled')`),
    check("oauth_clients_secret", sql`(${t.type} = 'confidential') = (${t.secretHash} is not null)`),
    check("oauth_clients_addresses", sql`cardinality(${t.redirectUris}) > 0`),
    index("oauth_clients_created").on(t.createdAt),
    wordIndex("oauth_clients", [t.name, t.clientId]),
  ],
);
