import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { documents } from "#backend/modules/documents/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import type { repliesTable } from "./columns.ts";

type Replies = ReturnType<typeof repliesTable>;

/** The last hundred replies of a thread, from the first to the last. `writer` is the name of who started it. */
async function lastReplies(db: Db, replies: Replies, { where, writer, author }: { where: SQL | undefined; writer: string; author: SQL }) {
  const rows = await db
    .select({
      ...{ id: replies.id, body: replies.body, at: replies.at, internal: replies.internal, undelivered: isNotNull(replies.undeliveredAt) },
      fromStaff: sql<boolean>`${replies.authorId} is not null`,
      from: sql<string>`coalesce(${author}, ${writer})`,
      file: { id: documents.id, name: documents.fileName, bytes: documents.bytes },
    })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.authorId))
    .leftJoin(documents, eq(documents.id, replies.fileId))
    .where(where)
    .orderBy(desc(replies.at), desc(replies.id))
    .limit(100);
  return rows
    .reverse()
    .map(({ at, file, ...reply }) => ({ ...reply, at: at.toISOString(), file: file && { ...file, name: file.name ?? "document" } }));
}

type Started = { id: string; name: string };

/** What was written in a thread after the first message, as staff read it: with their notes and whole names. */
export const messagesForStaff = (db: Db, replies: Replies, { id, name }: Started) =>
  lastReplies(db, replies, {
    where: eq(replies.threadId, id),
    writer: name,
    author: fullName(users),
  });

/** The same for who started it: without notes, and with first names alone. */
export async function messagesForWriter(db: Db, replies: Replies, { id, name }: Started) {
  const where = and(eq(replies.threadId, id), eq(replies.internal, false));
  const shown = await lastReplies(db, replies, { where, writer: name, author: sql`${users.firstName}` });
  return shown.map(({ internal: _, undelivered: __, ...message }) => message);
}
