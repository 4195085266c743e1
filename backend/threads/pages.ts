import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";

/** Messages on a page of a conversation. */
export const messagesShown = 100;

type Messages = PgTable & Record<"id" | "at", PgColumn>;

/** What was written before a message of the same conversation, which `ofConversation` names. */
export const earlierThan = (db: Db, messages: Messages, id: string, ofConversation: SQL) =>
  sql`(${messages.at}, ${messages.id}) < ${db
    .select({ at: messages.at, id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, id), ofConversation))}`;

/** From the last messages, the newest first and one more than are shown: those of the page as they are read, and whether there are earlier ones. */
export const pageOf = <Row>(newestFirst: Row[]) => ({
  page: newestFirst.slice(0, messagesShown).reverse(),
  hasEarlier: newestFirst.length > messagesShown,
});
