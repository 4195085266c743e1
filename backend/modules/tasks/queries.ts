import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { Refusal } from "#backend/refusal";
import { redirectFor } from "#contract/accounts/access";
import { exportHours } from "#contract/accounts/exports";
import {
  exceptionsPage,
  isUnderWay as goesOn,
  maxTasksUnderWay,
  type Task,
  type TaskException,
  tasksOfSummary,
  tasksPage,
} from "#contract/accounts/tasks";
import type { Locale } from "#contract/formats/locale";
import { noticeOf } from "./notice.ts";
import { exportParts, taskItems, tasks } from "./tables.ts";
import { textsOf } from "./texts.ts";
import { undoOf } from "./undoing.ts";

type Deps = Pick<Services, "db" | "taskKinds" | "clock">;
type Row = typeof tasks.$inferSelect;

const isOwn = (actor: Actor) => eq(tasks.ownerId, actor.id);
const isUnderWay = sql`${tasks.state} in ('waiting', 'running')`;

function taskOf({ taskKinds, clock }: Deps, row: Row): Task {
  const work = taskKinds.get(row.kind)?.task;
  const filePath = row.state === "done" && row.reason === null && work?.fileOf?.(row.query);
  const until = row.finishedAt && new Date(row.finishedAt.getTime() + exportHours * 3_600_000);
  return {
    ...row,
    ...textsOf(work, row.query),
    list: work?.listOf(row.query) ?? null,
    makesFile: !!work?.fileOf,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    file: filePath && until && until > clock() ? { url: filePath, until: until.toISOString() } : null,
  };
}

/** What every page of the back-office shows of one's tasks. A person has few under way at once: all of them are read. */
export async function summaryOf(services: Deps, actor: Actor) {
  const { db, taskKinds, clock } = services;
  const making = [...taskKinds].flatMap(([path, { task }]) => (task.fileOf ? [path] : []));
  const since = new Date(clock().getTime() - exportHours * 3_600_000);
  const withFile = and(eq(tasks.state, "done"), isNull(tasks.reason), gt(tasks.finishedAt, since), inArray(tasks.kind, making));
  const found = await db
    .select()
    .from(tasks)
    .where(and(isOwn(actor), or(isUnderWay, withFile)))
    .orderBy(desc(isUnderWay), desc(tasks.createdAt), desc(tasks.id))
    .limit(maxTasksUnderWay + tasksOfSummary);
  const all = found.map((row) => taskOf(services, row));
  const goOn = all.filter(goesOn);
  return {
    underWay: goOn.length,
    latest: goOn.slice(0, tasksOfSummary),
    files: all.filter(({ file }) => file !== null).slice(0, tasksOfSummary),
  };
}

export async function listTasks(services: Deps, actor: Actor, after?: string) {
  const { db } = services;
  const older = sql`(${tasks.createdAt}, ${tasks.id}) < (select created_at, id from tasks where id = ${after} and owner_id = ${actor.id})`;
  const rows = await db
    .select()
    .from(tasks)
    .where(and(isOwn(actor), after ? older : undefined))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(tasksPage + 1);
  return { items: rows.slice(0, tasksPage).map((row) => taskOf(services, row)), more: rows.length > tasksPage };
}

export async function getTask(services: Deps, actor: Actor, id: string, locale: Locale, after = 0) {
  const { db, taskKinds } = services;
  const [row] = await db
    .select()
    .from(tasks)
    .where(and(isOwn(actor), eq(tasks.id, id)));
  if (!row) throw new Refusal("not_found");
  const found = await db
    .select()
    .from(taskItems)
    .where(and(eq(taskItems.taskId, id), inArray(taskItems.outcome, ["left_out", "failed"]), gt(taskItems.position, after)))
    .orderBy(asc(taskItems.position))
    .limit(exceptionsPage + 1);
  const shown = found.slice(0, exceptionsPage);
  const kind = taskKinds.get(row.kind);
  // Whoever lost the right to the list no longer reads its names.
  const isReader = kind && redirectFor(actor, kind.endpoint.access) === null;
  const ids = shown.map(({ itemId }) => itemId);
  const described =
    isReader && ids.length > 0 ? await kind.task.describe({ db, actor, locale, body: row.query }, ids) : new Map<string, never>();
  const exceptions = shown.map(({ itemId, position, outcome, reason }): TaskException => {
    const { name = null, path = null } = described.get(itemId) ?? {};
    return { id: itemId, position, outcome: outcome === "failed" ? "failed" : "left_out", reason: reason ?? "", name, path };
  });
  const undo = await undoOf(services, actor, row);
  return { task: taskOf(services, row), exceptions, more: found.length > exceptionsPage, undo };
}

/** Stops a task where it is: a chunk under way is finished first. */
export async function cancelTask({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, id: string) {
  const isIts = and(isOwn(actor), eq(tasks.id, id));
  await db.transaction(async (tx) => {
    const [cancelled] = await tx
      .update(tasks)
      .set({ state: "cancelled", finishedAt: clock(), leaseHolder: null })
      .where(and(isIts, isUnderWay))
      .returning();
    if (!cancelled) throw new Refusal((await tx.$count(tasks, isIts)) > 0 ? "wrong_state" : "not_found");
    await logEnd(tx, actor, cancelled);
  });
}

/** The log has who stopped a task, and how many of its items were handled. */
const logEnd = (tx: Db, actor: Pick<Actor, "id" | "requestId">, { id, kind, done, leftOut, failed }: Row) =>
  recordChange(tx, actor, {
    ...({ action: "task.cancel", entityType: "task", entityId: id } as const),
    after: { request: kind, rows: done + leftOut + failed },
  });

/**
 * The same for the task of something that others may stop too. Waits for a chunk under way; nothing is done after. When somebody else than its owner stops
 * it, its page says so, and the owner is notified.
 */
export async function endTask(tx: Db, id: string, now: Date, by?: { actor: Pick<Actor, "id" | "requestId">; kinds: Deps["taskKinds"] }) {
  const byOther = by && sql`case when ${tasks.ownerId} <> ${by.actor.id} then ${stoppedByOther} end`;
  const [over] = await tx
    .update(tasks)
    .set({ state: "cancelled", finishedAt: now, leaseHolder: null, ...(byOther && { reason: byOther }) })
    .where(and(eq(tasks.id, id), isUnderWay))
    .returning();
  if (by && over) await logEnd(tx, by.actor, over);
  if (by && over?.reason) await writeInInbox(tx, "task_ended", noticeOf(over, by.kinds, now));
}

const stoppedByOther = "tasks:reason.byOther";

/** Deletes the rows of exports that are a day old, or will not be finished. */
export async function purgeExports(db: Db, now: Date) {
  const since = new Date(now.getTime() - exportHours * 3_600_000);
  const over = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(or(lt(tasks.finishedAt, since), inArray(tasks.state, ["cancelled", "failed", "stopped"])));
  await db.delete(exportParts).where(inArray(exportParts.taskId, over));
}
