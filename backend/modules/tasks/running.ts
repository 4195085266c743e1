import { setTimeout as rest } from "node:timers/promises";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { databaseFault } from "#backend/db/faults";
import type { Services } from "#backend/http/services";
import { findActor } from "#backend/identity/authentication";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { Refusal } from "#backend/refusal";
import type { ItemResult, TaskCall, TaskKinds, TaskWork } from "#backend/worker/task-kind";
import { redirectFor } from "#contract/accounts/access";
import type { TaskOutcome } from "#contract/accounts/tasks";
import { noticeOf } from "./notice.ts";
import { addItems, hasMoreRows, tasksJob } from "./starting.ts";
import { taskItems, tasks } from "./tables.ts";

/** Items of one transaction: it holds their locks for less than a second. */
const chunkSize = 25;
/**
 * The same on the embedded database. It works in the thread of the server and has one connection: pages wait for the end of a chunk, and are
 * answered while the runner rests, as long as the chunk took, this many milliseconds at most.
 */
const embedded = { chunk: 10, longestRest: 1_000 };
/** Seconds after which another runner may take a task over. No runner takes one while a chunk of it is being done, however long that takes. */
const leaseSeconds = 5;
/** Milliseconds for which a runner works on one task before it looks at the others that wait. */
const turn = 10_000;
/** Milliseconds after which a run of the job ends, and is queued again: the queue gives up jobs of ten minutes. */
const longestRun = 4 * 60_000;
/** How often a chunk, and then an item, is tried, with a pause in milliseconds that grows. */
const maxTries = 3;
const pause = 100;
/** How often a task may be taken without advancing: one that ends the process each time is given up. */
const maxTakes = 10;

type Task = typeof tasks.$inferSelect;
type Kind = NonNullable<ReturnType<TaskKinds["get"]>>;
type Runner = Services & { kinds: TaskKinds; holder: string; stopping?: AbortSignal };

/** Works on tasks, one turn each, until none is due. */
export async function runTasks(services: Services, kinds: TaskKinds, stopping?: AbortSignal): Promise<void> {
  const runner = { ...services, kinds, holder: crypto.randomUUID(), stopping };
  const until = performance.now() + longestRun;
  while (!stopping?.aborted) {
    if (performance.now() > until) return services.wake(tasksJob);
    const task = await take(runner);
    if (!task) return;
    await work(runner, task);
  }
}

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** Takes the task that has waited longest, among those that nobody works on. */
async function take({ db, holder, clock }: Runner): Promise<Task | undefined> {
  const due = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(sql`${tasks.state} in ('waiting', 'running') and (${tasks.leaseEndsAt} is null or ${tasks.leaseEndsAt} < clock_timestamp())`)
    .orderBy(sql`${tasks.leaseEndsAt} nulls first`, tasks.createdAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [task] = await db
    .update(tasks)
    .set({
      state: "running",
      startedAt: sql`coalesce(${tasks.startedAt}, ${clock().toISOString()}::timestamptz)`,
      leaseHolder: holder,
      leaseEndsAt: leaseEnd,
      tries: sql`${tasks.tries} + 1`,
    })
    .where(inArray(tasks.id, due))
    .returning();
  return task;
}

/** Gives a task back, so that any runner can go on with it at once. */
async function giveBack({ db, holder }: Runner, task: Task) {
  await db
    .update(tasks)
    .set({ leaseHolder: null, leaseEndsAt: sql`clock_timestamp()` })
    .where(and(eq(tasks.id, task.id), eq(tasks.leaseHolder, holder)));
}

/** A task is over, or another runner has it; or it goes on. */
type Progress = "over" | "goes on";

async function work(runner: Runner, task: Task) {
  if (task.tries > maxTakes || !runner.kinds.has(task.kind))
    return runner.db.transaction((tx) => end(runner, tx, task, "failed", "tasks:reason.fault"));
  const isEmbedded = runner.database.kind === "embedded";
  const chunk = runner.kinds.get(task.kind)?.task.chunk ?? (isEmbedded ? embedded.chunk : chunkSize);
  const until = performance.now() + turn;
  // After a fault in a chunk, its items are done one by one.
  let single = 0;
  while (performance.now() < until && !runner.stopping?.aborted) {
    const begun = performance.now();
    const result = await advance(runner, task, single > 0 ? 1 : chunk);
    if (result === "over") return result;
    if (isEmbedded) await rest(Math.min(performance.now() - begun, embedded.longestRest));
    single = result === "fault" ? chunk : Math.max(0, single - 1);
  }
  await giveBack(runner, task);
}

/** Handles the next items. One that cannot be done is named; where there are several, nobody knows which it is. */
async function advance(runner: Runner, task: Task, size: number): Promise<Progress | "fault"> {
  try {
    return await tried(() => handle(runner, task, size));
  } catch (error) {
    const fault = databaseFault(error);
    // The database is gone or full: that is no fault of an item. The lease ends, and the task is taken again.
    if (fault === "unavailable" || fault === "storage_full") throw error;
    if (size > 1) return "fault";
    if (!(error instanceof Refusal)) runner.log.error({ err: error, task: task.id }, "an item of a task failed");
    return handle(runner, task, 1, error);
  }
}

/** Tries several times; a refusal would be the same each time. */
async function tried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === maxTries || error instanceof Refusal) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** tries));
    }
  }
}

/**
 * Handles the next items in one transaction with their outcomes: a process that is killed has done both or neither. The task is locked first, so
 * that it is neither cancelled nor taken over meanwhile. `fault`: why the item was not done.
 */
function handle(runner: Runner, { id, kind: path }: Task, size: number, fault?: unknown): Promise<Progress> {
  return runner.db.transaction(async (tx) => {
    const [task] = await tx
      .update(tasks)
      .set({ leaseEndsAt: leaseEnd })
      .where(and(eq(tasks.id, id), eq(tasks.leaseHolder, runner.holder), eq(tasks.state, "running")))
      .returning();
    const kind = runner.kinds.get(path);
    if (!task || !kind) return "over";
    const call = await callOf(runner, tx, task, kind);
    if (!call) return end(runner, tx, task, "stopped", "tasks:reason.rights");
    if (task.total === 0 && kind.task.items) {
      const total = await fixItems(call, id, kind.task);
      if (total === null) return end(runner, tx, task, "failed", "tasks:reason.tooMany");
      if (total > 0) return "goes on";
    }
    const items = await tx
      .select({ id: taskItems.itemId })
      .from(taskItems)
      .where(and(eq(taskItems.taskId, id), isNull(taskItems.outcome)))
      .orderBy(asc(taskItems.position))
      .limit(size);
    const ids = items.map((item) => item.id);
    if (ids.length === 0) return end(runner, tx, task, "done");
    const results = fault ? new Map<string, ItemResult>() : await kind.task.act(call, ids);
    const handled = [...new Set([...ids, ...results.keys()])];
    await writeOutcomes(
      tx,
      id,
      handled.map((item) => ({ id: item, ...(fault ? outcomeOf(fault) : toOutcome(results.get(item))) })),
    );
    return "goes on";
  });
}

/** The request of a task with the rights of now; null when its owner has lost them. */
async function callOf(runner: Runner, tx: Db, task: Task, { endpoint, task: work }: Kind): Promise<TaskCall<unknown> | null> {
  const actor = await findActor(tx, task.ownerId, runner.clock());
  if (!actor || redirectFor(actor, endpoint.access) !== null) return null;
  const handled = task.done + task.leftOut + task.failed;
  const call = { ...runner, db: tx, actor: { ...actor, requestId: task.requestId }, body: task.query, taskId: task.id, handled };
  return work.mayGoOn?.(call) === false ? null : call;
}

/** Fixes the items of a task that were not found when it was started, and returns how many; null when there are too many. */
async function fixItems(call: TaskCall<unknown>, id: string, { items, most }: TaskWork): Promise<number | null> {
  const chosen = await items?.(call);
  if (!chosen) return 0;
  if (most !== undefined && (await hasMoreRows(call.db, chosen, most))) return null;
  const total = await addItems(call.db, id, [chosen]);
  await call.db.update(tasks).set({ total }).where(eq(tasks.id, id));
  return total;
}

type Handled = { outcome: TaskOutcome; reason: string | null };

const gone = "tasks:reason.gone";

/** An item that was not found any more has no result. */
function toOutcome(result: ItemResult | undefined): Handled {
  if (result === null) return { outcome: "done", reason: null };
  return { outcome: "left_out", reason: result ?? gone };
}

function outcomeOf(fault: unknown): Handled {
  if (!(fault instanceof Refusal)) return { outcome: "failed", reason: "tasks:reason.fault" };
  return { outcome: "left_out", reason: fault.code === "not_found" ? gone : "tasks:reason.refused" };
}

/** Writes the outcomes of items, and counts them. */
async function writeOutcomes(tx: Db, taskId: string, handled: (Handled & { id: string })[]) {
  const rows = JSON.stringify(handled);
  await tx.execute(sql`
    update task_items set outcome = handled.outcome, reason = handled.reason
    from jsonb_to_recordset(${rows}::jsonb) as handled(id uuid, outcome text, reason text)
    where task_id = ${taskId} and item_id = handled.id`);
  const count = (outcome: TaskOutcome) => handled.filter((item) => item.outcome === outcome).length;
  await tx
    .update(tasks)
    .set({
      done: sql`${tasks.done} + ${count("done")}`,
      leftOut: sql`${tasks.leftOut} + ${count("left_out")}`,
      failed: sql`${tasks.failed} + ${count("failed")}`,
      tries: 0,
    })
    .where(eq(tasks.id, taskId));
}

/** Ends a task, and notifies its owner. */
async function end(
  { holder, clock, kinds }: Runner,
  db: Db,
  { id }: Task,
  state: "done" | "stopped" | "failed",
  reason?: string,
): Promise<"over"> {
  const [over] = await db
    .update(tasks)
    .set({ state, reason, finishedAt: clock(), leaseHolder: null })
    .where(and(eq(tasks.id, id), eq(tasks.leaseHolder, holder)))
    .returning();
  if (over) await writeInInbox(db, "task_ended", noticeOf(over, kinds, clock()));
  return "over";
}
