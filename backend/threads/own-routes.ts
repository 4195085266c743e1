import { and, desc, eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { referenceNumber } from "#backend/db/reference-numbers";
import { on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { ofToken } from "#backend/identity/one-time-links";
import { documents } from "#backend/modules/documents/tables";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { OwnThread, OwnThreadApi } from "#contract/charity/threads";
import type { Locale } from "#contract/formats/locale";
import type { repliesTable } from "./columns.ts";
import { withAttachment } from "./files.ts";
import { messagesForWriter } from "./messages.ts";
import { notifyStaff, type ToNotify } from "./notifying.ts";

type Row = {
  id: string;
  number: number;
  name: string;
  email: string;
  locale: Locale;
  status: string;
  version: number;
  waitingSince: Date;
  createdAt: Date;
};
type ThreadTable = PgTable & Record<"id" | keyof Row, PgColumn>;

type OwnThreads<Started extends Row> = {
  table: PgTable;
  replies: ReturnType<typeof repliesTable>;
  letter: string;
  waiting: string;
  /** What its notices are about. */
  subject: "message" | "application";
  /** Where staff read a thread. */
  pageOf(id: string): string;
  /** What who started it wrote at first. */
  messageOf(row: Started): string;
  /** Who answers threads like this one. */
  team(services: Services, row: Started): Promise<ToNotify[]>;
};

/** The routes of one kind of thread for who started it, and has no account: the link of a mail opens it. */
export function ownThreadRoutes<Started extends Row>(api: unknown, thread: OwnThreads<Started>): ServedEndpoint[] {
  const { own, write } = api as OwnThreadApi;
  const { replies, letter, waiting } = thread;
  const table = thread.table as ThreadTable;

  const opened = async (db: Db, token: string) => {
    const [link] = await db.select({ threadId: replies.threadId }).from(replies).where(ofToken(replies, token));
    return link?.threadId;
  };
  const shown = async (db: Db, id: string | undefined, before?: string): Promise<OwnThread> => {
    const [row] = id ? ((await db.select().from(thread.table).where(eq(table.id, id))) as Started[]) : [];
    if (!row) return null;
    const { number, locale, createdAt } = row;
    return {
      ticket: referenceNumber(letter, number),
      locale,
      message: thread.messageOf(row),
      receivedAt: createdAt.toISOString(),
      ...(await messagesForWriter(db, replies, row, before)),
    };
  };

  return [
    on(own, async ({ db, body }) => shown(db, await opened(db, body.token), body.before)),

    on(write, async ({ actor: _, body: { token, body, file }, ...services }) => {
      const { db, limits, clock } = services;
      const id = await opened(db, token);
      if (!id) throw new Refusal("not_found");
      await limits.take("messageByThread", id);
      if (file) await limits.take("fileByThread", id);
      await withAttachment(services, file, (attached, addRow) =>
        db.transaction(async (tx) => {
          const [row] = (await tx.select().from(thread.table).where(eq(table.id, id)).for("update")) as Started[];
          if (!row) throw new Refusal("not_found");
          const last = await lastOf(tx, replies, id);
          if (last && !last.authorId && last.body === body && last.sha256 === (attached?.sha256 ?? null)) return false;
          const now = clock();
          await addRow(tx);
          const [reply] = await tx
            .insert(replies)
            .values({ threadId: id, body, fileId: attached?.id, at: now })
            .returning({ id: replies.id });
          await tx
            .update(table)
            .set({
              status: waiting,
              version: row.version + 1,
              waitingSince: row.status === waiting ? row.waitingSince : now,
              updatedAt: now,
            } as object)
            .where(eq(table.id, id));
          const within = { ...services, db: tx };
          const values = { ticket: referenceNumber(letter, row.number), name: row.name, page: thread.pageOf(id), threadId: id };
          for (const to of await readersOf(within, thread, row))
            await notifyStaff(within, to, "thread_continued", values, `${reply?.id} ${to.email}`, {
              subject: thread.subject,
              subjectId: id,
            });
          await sendToAgain(tx, row.email, now);
          return true;
        }),
      );
      return shown(db, id);
    }),
  ];
}

async function lastOf(db: Db, replies: OwnThreads<Row>["replies"], id: string) {
  const [last] = await db
    .select({ authorId: replies.authorId, body: replies.body, sha256: documents.sha256 })
    .from(replies)
    .leftJoin(documents, eq(documents.id, replies.fileId))
    .where(eq(replies.threadId, id))
    .orderBy(desc(replies.at), desc(replies.id))
    .limit(1);
  return last;
}

/** The team, and those of staff who have written in the thread and are still there. */
async function readersOf<Started extends Row>(services: Services, { team, replies }: OwnThreads<Started>, row: Started) {
  const authors = await services.db
    .selectDistinct({ email: users.email, locale: users.locale, firstName: users.firstName, userId: users.id })
    .from(replies)
    .innerJoin(users, eq(users.id, replies.authorId))
    .where(and(eq(replies.threadId, row.id), eq(users.role, "ADMIN"), eq(users.accountState, "validated")))
    .limit(10);
  const byEmail = new Map([...(await team(services, row)), ...authors].map((to) => [to.email.toLowerCase(), to]));
  return byEmail.values();
}
