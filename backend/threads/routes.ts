import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { contains, lockVersion, pageOfRows } from "#backend/db/lists";
import { referenceNumber, referenceNumberIn } from "#backend/db/reference-numbers";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/http/refusal";
import { on, type Served } from "#backend/http/routes";
import { recordChange } from "#backend/modules/audit/recording";
import { queueMailTo } from "#backend/modules/mails/outbox";
import type { MailTopic } from "#backend/modules/mails/rendering";
import { users } from "#backend/modules/users/tables";
import type { Locale } from "#contract/locale";
import type { ThreadApi } from "#contract/threads";
import type { repliesTable } from "./columns.ts";

type Row = { id: string; number: number; name: string; email: string; locale: Locale; status: string; version: number; createdAt: Date };
type Letter = Row & { message: string };
type ThreadTable = PgTable & Record<keyof Row, PgColumn> & { $inferSelect: Row };
type Replies = ReturnType<typeof repliesTable>;

/** A kind of thread: where it is kept, and what of it only its subject knows. */
type Thread = {
  table: PgTable;
  replies: Replies;
  /** Its name in the audit log. */
  entityType: string;
  /** What the writer's number begins with. */
  letter: string;
  /** What a search looks through besides number, name and address. */
  search?: SQLWrapper[];
  /** What a list may be narrowed to besides the state. */
  narrow(query: never): SQL | undefined;
  /** Threads in an order, with what was written as `message` and the fields of the subject, in a language. */
  read(db: Db, where: SQL, order: SQL[], locale: Locale): Promise<Letter[]>;
  /** The mail that takes an answer to the writer, and what it says besides `ticket`, `reply`, `author` and `message`. */
  mail: { topic: MailTopic; values?(letter: never): Record<string, string> };
};

/** The back-office routes of one kind of thread. */
export function threadRoutes(api: unknown, thread: Thread): Served[] {
  const { list, get, reply, setStatus } = api as ThreadApi;
  const { replies, letter, mail } = thread;
  const table = thread.table as ThreadTable;
  const shape = (row: Letter) => ({ ...row, ticket: referenceNumber(letter, row.number), receivedAt: row.createdAt.toISOString() });

  const only = async (db: Db, id: string, locale: Locale) => {
    const [row] = await thread.read(db, eq(table.id, id), [], locale);
    if (!row) throw new Refusal("not_found");
    return row;
  };
  const whole = async (db: Db, id: string, locale: Locale) => ({
    ...shape(await only(db, id, locale)),
    replies: await repliesOf(db, replies, id),
  });

  const change = async (tx: Db, actor: Actor, action: "reply" | "status", before: Row, status: string, now: Date) => {
    await tx
      .update(table)
      .set({ status, version: before.version + 1, updatedAt: now } as object)
      .where(eq(table.id, before.id));
    await recordChange(tx, actor, {
      action: `${thread.entityType}.${action}`,
      entityType: thread.entityType,
      entityId: before.id,
      before: { status: before.status },
      after: { status },
    });
  };

  return [
    on(list, ({ db, query, locale }) => {
      const where = and(
        contains([referenceNumberIn(letter, table.number), table.name, table.email, ...(thread.search ?? [])], query.q),
        query.status ? eq(table.status, query.status) : undefined,
        thread.narrow(query as never),
      );
      const sorts = { receivedAt: table.createdAt, name: table.name };
      return pageOfRows(db, table, query, { where, sorts }, async (found, order) => {
        const onPage = inArray(table.id, db.select({ id: found.id }).from(found));
        return (await thread.read(db, onPage, order, locale)).map(shape);
      });
    }),

    on(get, ({ db, params, locale }) => whole(db, params.id, locale)),

    on(reply, async (call) => {
      const { db, actor, params, clock, locale } = call;
      const { body, version } = call.body;
      const now = clock();
      await db.transaction(async (tx) => {
        const before = await lockVersion(tx, table, { id: params.id, version }, () => whole(tx, params.id, locale));
        const answer = { threadId: before.id, authorId: actor.id, body, at: now };
        const [kept] = await tx.insert(replies).values(answer).returning({ id: replies.id });
        await change(tx, actor, "reply", before, "answered", now);
        const theirs = await only(tx, before.id, before.locale);
        const words = { ticket: referenceNumber(letter, before.number), reply: body, author: actor.firstName, message: theirs.message };
        const to = { email: before.email, locale: before.locale, firstName: before.name };
        await queueMailTo({ ...call, db: tx }, to, mail.topic, { ...words, ...mail.values?.(theirs as never) }, `${kept?.id} reply`);
      });
      return whole(db, params.id, locale);
    }),

    on(setStatus, async ({ db, actor, params, body: { status }, clock, locale }) => {
      await db.transaction(async (tx) => {
        const [before] = (await tx.select().from(thread.table).where(eq(table.id, params.id)).for("update")) as Row[];
        if (!before) throw new Refusal("not_found");
        if (before.status !== status) await change(tx, actor, "status", before, status, clock());
      });
      return whole(db, params.id, locale);
    }),
  ];
}

/** The last hundred answers, from the first to the last. */
async function repliesOf(db: Db, replies: Replies, threadId: string) {
  const rows = await db
    .select({ id: replies.id, author: sql<string>`${users.firstName} || ' ' || ${users.lastName}`, body: replies.body, at: replies.at })
    .from(replies)
    .innerJoin(users, eq(users.id, replies.authorId))
    .where(eq(replies.threadId, threadId))
    .orderBy(desc(replies.at), desc(replies.id))
    .limit(100);
  return rows.reverse().map((reply) => ({ ...reply, at: reply.at.toISOString() }));
}
