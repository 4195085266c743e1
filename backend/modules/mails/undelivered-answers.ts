import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { referenceNumber } from "#backend/db/reference-numbers";
import { messageLetter, messageReplies, messages } from "#backend/modules/contact/tables";
import { applicationLetter, applicationReplies, applications } from "#backend/modules/jobs/tables";
import { users } from "#backend/modules/users/tables";
import { writeInInbox } from "./notice-writing.ts";
import type { MailTopic } from "./topics.ts";

type Failed = { topic: string; dedupeKey: string };

/** The key of the mail with an answer. */
export const answerKey = (reply: string) => `${reply} reply`;

const kinds = [
  {
    ...{ topic: "message_reply", subject: "message" as const, letter: messageLetter, threads: messages, replies: messageReplies },
    path: "/dashboard/admin/messages",
  },
  {
    ...{
      topic: "application_answered",
      subject: "application" as const,
      letter: applicationLetter,
      threads: applications,
      replies: applicationReplies,
    },
    path: "/dashboard/admin/jobs/applications",
  },
] as const satisfies { topic: MailTopic; [other: string]: unknown }[];

/** Notifies the authors of answers, among mails that failed, in their inbox: the state of the thread itself stays "answered". */
export async function notifyAuthors(db: Db, failed: Failed[], now: Date) {
  for (const { topic, subject, letter, threads, replies, path } of kinds) {
    const ids = failed.filter((mail) => mail.topic === topic).map(({ dedupeKey }) => dedupeKey.slice(0, -answerKey("").length));
    if (ids.length === 0) continue;
    const rows = await db
      .select({ id: replies.id, author: users.id, threadId: replies.threadId, number: threads.number })
      .from(replies)
      .innerJoin(threads, eq(threads.id, replies.threadId))
      .innerJoin(users, eq(users.id, replies.authorId))
      .where(and(inArray(replies.id, ids), isNotNull(replies.undeliveredAt)));
    for (const { id, author, threadId, number } of rows)
      await writeInInbox(db, "answer_undelivered", {
        ...{ userId: author, path: `${path}/${threadId}`, values: { ticket: referenceNumber(letter, number) } },
        ...{ dedupeKey: `${id} undelivered`, createdAt: now, about: { subject, subjectId: threadId } },
      });
  }
}
