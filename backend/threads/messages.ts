import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { documents } from "#backend/modules/documents/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import type { repliesTable } from "./columns.ts";
import { earlierThan, messagesShown, pageOf } from "./pages.ts";

type Replies = ReturnType<typeof repliesTable>;

type Page = {
  /** Which of the thread's replies are shown. */
  which?: SQL;
  /** How an author is named. */
  author: SQL;
  /** The first reply of the page after this one. */
  before: string | undefined;
};

/** A page of the replies of a thread, as they are read. `name` is who started it. */
async function pageOfReplies(db: Db, replies: Replies, { id, name }: Started, { which, author, before }: Page) {
  const ofThread = eq(replies.threadId, id);
  const rows = await db
    .select({
      ...{ id: replies.id, body: replies.body, at: replies.at, internal: replies.internal, undelivered: isNotNull(replies.undeliveredAt) },
      fromStaff: sql<boolean>`${replies.authorId} is not null`,
      from: sql<string>`coalesce(${author}, ${name})`,
      file: { id: documents.id, name: documents.fileName, bytes: documents.bytes },
    })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.authorId))
    .leftJoin(documents, eq(documents.id, replies.fileId))
    .where(and(ofThread, which, before ? earlierThan(db, replies, before, ofThread) : undefined))
    .orderBy(desc(replies.at), desc(replies.id))
    .limit(messagesShown + 1);
  const { page, hasEarlier } = pageOf(rows);
  const shown = page.map(({ at, file, ...reply }) => ({
    ...reply,
    at: at.toISOString(),
    file: file && { ...file, name: file.name ?? "document" },
  }));
  return { replies: shown, hasEarlier };
}

type Started = { id: string; name: string };

/** What was written in a thread after the first message, as staff read it: with their notes and whole names. */
export const messagesForStaff = (db: Db, replies: Replies, started: Started, before?: string) =>
  pageOfReplies(db, replies, started, { author: fullName(users), before });

/** The same for who started it: without notes, and with first names alone. */
export async function messagesForWriter(db: Db, replies: Replies, started: Started, before?: string) {
  const which = eq(replies.internal, false);
  const { replies: shown, hasEarlier } = await pageOfReplies(db, replies, started, { which, author: sql`${users.firstName}`, before });
  return { replies: shown.map(({ internal: _, undelivered: __, ...message }) => message), hasEarlier };
}
