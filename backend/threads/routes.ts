import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { betweenDays, lockVersion, pageOfRows } from "#backend/db/lists";
import { referenceNumber } from "#backend/db/reference-numbers";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { rightsNow } from "#backend/identity/account-scope";
import { queueMailTo } from "#backend/modules/mails/outbox";
import type { MailTopic } from "#backend/modules/mails/topics";
import { answerKey } from "#backend/modules/mails/undelivered-answers";
import { Refusal } from "#backend/refusal";
import { hashOf, newToken } from "#backend/secrets";
import { answerDay, overdueSince, type ResponseDeadline } from "#contract/accounts/answer-days";
import type { EntityType } from "#contract/api/entity-types";
import type { ThreadApi } from "#contract/charity/threads";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { addDays } from "#contract/formats/weeks";
import type { repliesTable } from "./columns.ts";
import { withAttachment } from "./files.ts";
import { messagesForStaff } from "./messages.ts";

type Row = {
  id: string;
  number: number;
  name: string;
  email: string;
  locale: Locale;
  status: string;
  version: number;
  createdAt: Date;
  waitingSince: Date;
};
type Letter = Row & { message: string };
type ThreadTable = PgTable & Record<keyof Row, PgColumn> & { $inferSelect: Row };
type Replies = ReturnType<typeof repliesTable>;

/** A kind of thread: its table, and what is specific to its subject. */
type Thread = {
  table: PgTable;
  replies: Replies;
  /** Its entity type in the audit log. */
  entityType: Extract<EntityType, "message" | "application">;
  /** The letter of the reference number. */
  letter: string;
  /** The state in which it waits for an answer, and the promised delay. */
  waiting: string;
  promise: ResponseDeadline;
  /** The condition on the threads that somebody reads and answers; undefined for all of them. */
  scope?(actor: Pick<Actor, "role" | "extraData">): SQL | undefined;
  /** Filters of the list in addition to the state. */
  narrow(query: never): SQL | undefined;
  /** Threads in an order, with what was written as `message` and the fields of the subject, in a language. */
  read(db: Db, where: SQL, order: SQL[], locale: Locale): Promise<Letter[]>;
  /** The mail with an answer to the writer, and its values in addition to `ticket`, `reply`, `author` and `message`. */
  mail: { topic: MailTopic; values?(letter: never): Record<string, string> };
};

/** The back-office routes of one kind of thread. */
export function threadRoutes(api: unknown, thread: Thread): ServedEndpoint[] {
  const { list, get, reply, setStatus } = api as ThreadApi;
  const { replies, letter, mail, waiting, promise } = thread;
  const table = thread.table as ThreadTable;
  const shape = (row: Letter, now: Date) => {
    const dueOn = row.status === waiting ? answerDay(franceDay(row.waitingSince), promise) : null;
    const late = dueOn !== null && dueOn < franceDay(now);
    return { ...row, ticket: referenceNumber(letter, row.number), receivedAt: row.createdAt.toISOString(), dueOn, late };
  };

  const scope = (actor: Actor) => thread.scope?.(actor);
  const only = async (db: Db, id: string, locale: Locale, allowed?: SQL) => {
    const [row] = await thread.read(db, allowed ? sql`${table.id} = ${id} and ${allowed}` : eq(table.id, id), [], locale);
    if (!row) throw new Refusal("not_found");
    return row;
  };
  const whole = async (db: Db, id: string, locale: Locale, now: Date, { before, allowed }: { before?: string; allowed?: SQL } = {}) => {
    const row = await only(db, id, locale, allowed);
    return { ...shape(row, now), ...(await messagesForStaff(db, replies, row, before)) };
  };

  const change = async (tx: Db, actor: Actor, action: "reply" | "note" | "status", before: Row, status: string, now: Date) => {
    const waitingSince = status === waiting && before.status !== waiting ? now : before.waitingSince;
    await tx
      .update(table)
      .set({ status, waitingSince, version: before.version + 1, updatedAt: now } as object)
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
    on(list, ({ db, actor, query, locale, clock }) => {
      const now = clock();
      const where = and(
        scope(actor),
        contains(table, query.q),
        query.status ? eq(table.status, query.status) : undefined,
        query.due && isLate({ table, waiting, promise }, now),
        betweenDays(table.createdAt, query.receivedAtFrom, query.receivedAtTo),
        thread.narrow(query as never),
      );
      const sorts = { receivedAt: table.createdAt, name: table.name };
      return pageOfRows(db, table, query, { where, sorts }, async (found, order) => {
        const onPage = inArray(table.id, db.select({ id: found.id }).from(found));
        return (await thread.read(db, onPage, order, locale)).map((row) => shape(row, now));
      });
    }),

    on(get, ({ db, actor, params, query: { before }, locale, clock }) =>
      whole(db, params.id, locale, clock(), { before, allowed: scope(actor) }),
    ),

    on(reply, async (call) => {
      const { db, actor, params, clock, locale } = call;
      const { body, version, internal, file } = call.body;
      const now = clock();
      if (file) await call.limits.take("uploadByPerson", actor.id);
      await withAttachment(call, file, (attached, addRow) =>
        db.transaction(async (tx) => {
          const allowed = scope(await rightsNow(tx, actor));
          const before = await lockVersion(tx, table, { id: params.id, version, allowed, refusal: "written_since" }, () =>
            whole(tx, params.id, locale, now),
          );
          await addRow(tx);
          const written = { threadId: before.id, authorId: actor.id, body, fileId: attached?.id, at: now };
          if (internal) {
            await tx.insert(replies).values({ ...written, internal });
            await change(tx, actor, "note", before, before.status, now);
            return true;
          }
          const token = newToken();
          const [stored] = await tx
            .insert(replies)
            .values({ ...written, tokenHash: hashOf(token) })
            .returning({ id: replies.id });
          await change(tx, actor, "reply", before, "answered", now);
          const theirs = await only(tx, before.id, before.locale);
          const inConversation = attached && call.translate(before.locale, "mails:frame.attached", { name: attached.name });
          const sent = inConversation ? `${body}\n\n${inConversation}` : body;
          const values = { ticket: referenceNumber(letter, before.number), reply: sent, author: actor.firstName, message: theirs.message };
          const to = { email: before.email, locale: before.locale, firstName: before.name };
          await queueMailTo(
            { ...call, db: tx },
            to,
            mail.topic,
            { ...values, ...mail.values?.(theirs as never) },
            answerKey(stored?.id ?? ""),
            { link: { token, endsAt: null }, record: { subject: thread.entityType, subjectId: before.id } },
          );
          return true;
        }),
      );
      return whole(db, params.id, locale, now);
    }),

    on(setStatus, async ({ db, actor, params, body: { status, version }, clock, locale }) => {
      await db.transaction(async (tx) => {
        const allowed = scope(await rightsNow(tx, actor));
        const [before] = (await tx
          .select()
          .from(thread.table)
          .where(and(eq(table.id, params.id), allowed))
          .for("update")) as Row[];
        if (!before) throw new Refusal("not_found");
        if (before.status === status) return;
        if (version !== before.version) throw new Refusal("written_since", { current: await whole(tx, params.id, locale, clock()) });
        await change(tx, actor, "status", before, status, clock());
      });
      return whole(db, params.id, locale, clock());
    }),
  ];
}

/** Overdue threads. */
function isLate(
  { table, waiting, promise }: { table: Pick<ThreadTable, "status" | "waitingSince">; waiting: string; promise: ResponseDeadline },
  now: Date,
) {
  const nextDay = addDays(overdueSince(franceDay(now), promise), 1);
  return and(eq(table.status, waiting), lt(table.waitingSince, instantInFrance(`${nextDay}T00:00`) ?? now));
}
