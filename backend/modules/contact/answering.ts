import { and, asc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import { contains, lockVersion, pageOfRows } from "#backend/db/lists";
import { referenceNumberIn } from "#backend/db/reference-numbers";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/http/refusal";
import type { Services } from "#backend/http/services";
import { recordChange } from "#backend/modules/audit/recording";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { sectors } from "#backend/modules/teams/tables";
import { users } from "#backend/modules/users/tables";
import type { MessageRecord, MessageReply, MessageStatus, messagesApi } from "#contract/contact";
import { ticketOf } from "./receiving.ts";
import { messageReplies, messages } from "./tables.ts";

type Query = z.output<NonNullable<typeof messagesApi.list.query>>;

export function listMessages(db: Db, query: Query) {
  const where = and(
    contains([referenceNumberIn("M", messages.number), messages.name, messages.email, messages.body], query.q),
    query.status && eq(messages.status, query.status),
    query.topic && eq(messages.topic, query.topic),
    query.team ? eq(messages.sectorId, query.team) : undefined,
  );
  return pageOfRows(
    db,
    messages,
    query,
    { where, sorts: { receivedAt: messages.createdAt, name: messages.name } },
    async (found, order) => {
      const rows = await db
        .select({ message: messages, team: sectors.name })
        .from(messages)
        .innerJoin(found, eq(found.id, messages.id))
        .leftJoin(sectors, eq(sectors.id, messages.sectorId))
        .orderBy(...order);
      return rows.map(({ message, team }) => rowOf(message, team));
    },
  );
}

export async function getMessage(db: Db, id: string): Promise<MessageRecord> {
  const [found] = await db
    .select({ message: messages, team: sectors.name })
    .from(messages)
    .leftJoin(sectors, eq(sectors.id, messages.sectorId))
    .where(eq(messages.id, id));
  if (!found) throw new Refusal("not_found");
  const replies = await db
    .select({
      id: messageReplies.id,
      author: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      body: messageReplies.body,
      at: messageReplies.at,
    })
    .from(messageReplies)
    .innerJoin(users, eq(users.id, messageReplies.authorId))
    .where(eq(messageReplies.messageId, id))
    .orderBy(asc(messageReplies.at))
    .limit(100);
  const { email, locale, body, version } = found.message;
  return {
    ...rowOf(found.message, found.team),
    ...{ email, locale, message: body, version },
    replies: replies.map((reply) => ({ ...reply, at: reply.at.toISOString() })),
  };
}

type Needs = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Sends an answer to the writer by mail, in their language, and keeps it beside the message. */
export async function replyTo(services: Needs, actor: Actor, id: string, { body, version }: z.output<typeof MessageReply>) {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const before = await lockVersion(tx, messages, { id, version }, () => getMessage(tx, id));
    const [reply] = await tx.insert(messageReplies).values({ messageId: id, authorId: actor.id, body, at: now }).returning();
    await change(tx, actor, "reply", before, "answered", now);
    const to = { email: before.email, locale: before.locale, firstName: before.name };
    const values = { ticket: ticketOf(before.number), reply: body, author: actor.firstName, message: before.body };
    await queueMailTo({ ...services, db: tx }, to, "message_reply", values, `${reply?.id} reply`);
  });
}

export async function setMessageStatus({ db, clock }: Needs, actor: Actor, id: string, status: MessageStatus) {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(messages).where(eq(messages.id, id)).for("update");
    if (!before) throw new Refusal("not_found");
    if (before.status !== status) await change(tx, actor, "status", before, status, clock());
  });
}

async function change(tx: Db, actor: Actor, action: string, before: typeof messages.$inferSelect, status: MessageStatus, now: Date) {
  await tx
    .update(messages)
    .set({ status, version: before.version + 1, updatedAt: now })
    .where(eq(messages.id, before.id));
  await recordChange(tx, actor, {
    action: `message.${action}`,
    entityType: "message",
    entityId: before.id,
    before: { status: before.status },
    after: { status },
  });
}

function rowOf({ id, number, name, topic, status, createdAt }: typeof messages.$inferSelect, team: string | null) {
  return { id, ticket: ticketOf(number), name, topic, team, status, receivedAt: createdAt.toISOString() };
}
