import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { accountsOf, lockAccount } from "#backend/identity/account-scope";
import { withdrawBesideMails } from "#backend/modules/mails/notice-writing";
import { cancelMails, queueMail } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { undoAcceptance } from "#backend/modules/verification/decisions";
import { accountDecisions } from "#backend/modules/verification/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type LastApproval, type UndoObstacle, undoHours } from "#contract/accounts/approvals";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { franceDay } from "#contract/formats/france-time";
import { undoObstacle } from "./approval-obstacles.ts";
import { takes } from "./deciding.ts";

const { batchId, decidedAt, decidedBy } = accountDecisions;

const undoMs = undoHours * 3_600_000;

/** The accounts that this person opened with others and can still set back; the columns of the index of batches. */
const openedBy = (actor: Actor, now: Date) =>
  and(eq(decidedBy, actor.id), gt(decidedAt, new Date(now.getTime() - undoMs)), isNotNull(batchId));

/** The key of the mail that says that an account is open; {@link sqlMailKey} is the same in the database. */
const mailKey = (id: string, at: Date) => `account_accepted:${id}:${at.toISOString()}`;
const sqlMailKey = sql`'account_accepted:' || ${users.id} || ':' || to_char(${decidedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The newest approval of several accounts by this person of which something can be undone, or else the newest, with the accounts that they look after now. */
export async function lastApproval({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor): Promise<LastApproval | null> {
  const own = openedBy(actor, clock());
  const last = await newestOf(db, actor, own);
  if (!last) return null;
  const rows = await accountsIn(db, actor, and(own, eq(batchId, last.id)));
  const [first] = rows;
  if (!first) return null;
  const { count, waitingCount, sent } = first;
  const left = rows.flatMap(({ id, name, obstacle }) => (obstacle ? [{ id, name, obstacle }] : []));
  return {
    ...{ id: last.id, at: last.at.toISOString(), until: new Date(last.at.getTime() + undoMs).toISOString() },
    ...{ count, waitingCount, sent, left },
    waiting: rows.flatMap(({ id, name, obstacle }) => (obstacle ? [] : [{ id, name }])),
    task: (await isUnderWay(db, last.id)) ? last.id : null,
    reason:
      waitingCount > 0 && left.some(({ obstacle }) => obstacle === "undone") ? await lastReason(db, and(own, eq(batchId, last.id))) : null,
  };
}

async function newestOf(db: Db, actor: Actor, own: SQL | undefined): Promise<{ id: string; at: Date } | null> {
  const opened = db
    .select({
      batch: sql<string>`${batchId}`.as("batch"),
      at: decidedAt,
      isTheirs: sql<boolean>`${accountsOf(actor) ?? sql`true`}`.as("is_theirs"),
      obstacle: undoObstacle(actor).as("obstacle"),
    })
    .from(accountDecisions)
    .innerJoin(users, eq(users.id, accountDecisions.userId))
    .where(own)
    .as("opened");
  const start = sql<Date>`min(${opened.at})`.mapWith(decidedAt);
  const [last] = await db
    .select({ id: opened.batch, at: start })
    .from(opened)
    .groupBy(opened.batch)
    .having(sql`count(*) > 1 and bool_or(${opened.isTheirs})`)
    .orderBy(desc(sql`bool_or(${opened.isTheirs} and ${opened.obstacle} is null)`), desc(start))
    .limit(1);
  return last ?? null;
}

/** The first names of the accounts that can be set back, and of the others, each with how many there are in all. */
async function accountsIn(db: Db, actor: Actor, opened: SQL | undefined) {
  const isSent = sql<boolean>`exists (select from ${outgoingMails} where ${outgoingMails.dedupeKey} = ${sqlMailKey} and ${outgoingMails.status} = 'sent')`;
  const account = db
    .select({
      id: users.id,
      lastName: users.lastName,
      name: sql<string>`${fullName(users)}`.as("name"),
      obstacle: undoObstacle(actor).as("obstacle"),
      isSent: isSent.as("is_sent"),
    })
    .from(accountDecisions)
    .innerJoin(users, eq(users.id, accountDecisions.userId))
    .where(and(opened, accountsOf(actor)))
    .as("account");
  const isOpen = sql`${account.obstacle} is null`;
  const ranked = db
    .select({
      id: account.id,
      name: account.name,
      obstacle: sql<UndoObstacle | null>`${account.obstacle}`.as("why"),
      place: sql<number>`row_number() over (partition by ${isOpen} order by ${account.lastName}, ${account.id})`.as("place"),
      count: sql<number>`count(*) over ()`.mapWith(Number).as("count"),
      waitingCount: sql<number>`count(*) filter (where ${isOpen}) over ()`.mapWith(Number).as("waiting_count"),
      sent: sql<number>`count(*) filter (where ${isOpen} and ${account.isSent}) over ()`.mapWith(Number).as("sent"),
    })
    .from(account)
    .as("ranked");
  return db.select().from(ranked).where(lte(ranked.place, maxPreviewedNames)).orderBy(ranked.place);
}

/** The reason with which a part of this approval was undone last. */
async function lastReason(db: Db, opened: SQL | undefined): Promise<string | null> {
  const back = alias(accountDecisions, "back");
  const [last] = await db
    .select({ reason: back.reason })
    .from(accountDecisions)
    .innerJoin(back, and(eq(back.userId, accountDecisions.userId), eq(back.verdict, "take_back"), eq(back.decidedBy, decidedBy)))
    .where(and(opened, gt(back.decidedAt, decidedAt)))
    .orderBy(desc(back.decidedAt))
    .limit(1);
  return last?.reason ?? null;
}

/** Whether the task that approves, whose id its batch has, still goes on. */
const isUnderWay = async (db: Db, batch: string) =>
  (await db.$count(tasks, and(eq(tasks.id, batch), inArray(tasks.state, ["waiting", "running"])))) > 0;

/**
 * Sets the accounts of an own approval back to wait for a decision, those with which nothing has happened since, as many as a request changes. Each is
 * checked again under its lock; one that refuses does not affect the others.
 */
export async function undoApproval(services: Services, actor: Actor, { approval, reason }: { approval: string; reason: string }) {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    if (await isUnderWay(tx, approval)) throw fieldRefusal("reason", "people:undoApproval.underWay");
    const isOpen = and(openedBy(actor, now), eq(batchId, approval), accountsOf(actor), isNull(undoObstacle(actor)));
    const open = (await openOf(tx, isOpen, maxRowsInRequest)).map(({ id }) => id);
    let changed = 0;
    // Always in the same order: two that lock the same accounts do not wait for each other.
    for (const id of open.toSorted()) if (await takes(undoOne({ ...services, db: tx }, actor, { id, isOpen, reason }))) changed += 1;
    if (changed === 0) throw new Refusal("wrong_state");
    return { changed, rest: open.length < maxRowsInRequest ? 0 : await countOpen(tx, isOpen) };
  });
}

type ToUndo = { id: string; isOpen: SQL | undefined; reason: string };

function undoOne(services: Services, actor: Actor, { id, isOpen, reason }: ToUndo): Promise<void> {
  return services.db.transaction(async (tx) => {
    const by = await lockAccount(tx, actor, id, franceDay(services.clock()));
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update");
    const [opened] = await openOf(tx, and(isOpen, eq(users.id, id)), 1);
    if (!opened) throw new Refusal("wrong_state");
    const inTx = { ...services, db: tx };
    await undoAcceptance(inTx, by, id, { acceptedAt: opened.decidedAt, waitedSince: opened.waitedSince, reason });
    await correctMails(inTx, id, { key: mailKey(id, opened.decidedAt), reason });
  });
}

/** What says that the account is open goes, as far as it can; whoever has the mail gets another one. */
async function correctMails(services: Services, id: string, { key, reason }: { key: string; reason: string }) {
  const { db, clock } = services;
  await cancelMails(services, [key]);
  await withdrawBesideMails(db, [key]);
  // A mail that was cancelled has lost its key: one that is left was sent, or is just being sent.
  const { dedupeKey, status } = outgoingMails;
  if ((await db.$count(outgoingMails, and(eq(dedupeKey, key), inArray(status, ["sent", "waiting"])))) === 0) return;
  await queueMail(services, id, "account_set_back", { reason }, `account_set_back:${id}:${clock().toISOString()}`);
}

/** The accounts of an approval for which this holds, in the order of the page. */
const openOf = (tx: Db, where: SQL | undefined, most: number) =>
  tx
    .select({ id: users.id, decidedAt, waitedSince: accountDecisions.waitedSince })
    .from(accountDecisions)
    .innerJoin(users, eq(users.id, accountDecisions.userId))
    .where(where)
    .orderBy(users.lastName, users.id)
    .limit(most);

async function countOpen(tx: Db, where: SQL | undefined): Promise<number> {
  const [counted] = await tx
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(accountDecisions)
    .innerJoin(users, eq(users.id, accountDecisions.userId))
    .where(where);
  return counted?.count ?? 0;
}
