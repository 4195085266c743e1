import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { ChosenItems } from "#backend/worker/task-kind";
import { maxRowsInRequest, maxTasksUnderWay } from "#contract/accounts/tasks";
import type { Endpoint } from "#contract/api/endpoint";
import { recentCounts } from "./recent-counts.ts";
import { tasks } from "./tables.ts";

export const tasksJob = "tasks";

/** Whether a request is about more rows than it can change itself. */
export const isForTask = (db: Db, table: PgTable, where: SQL | undefined) => hasMoreRows(db, { table, where }, maxRowsInRequest);

/** Whether more than so many rows match; they are not counted further. */
export async function hasMoreRows(db: Db, { table, where }: Pick<ChosenItems, "table" | "where">, most: number): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${table} where ${where ?? sql`true`} limit ${most + 1}) chosen`,
  );
  return (rows[0]?.count ?? 0) > most;
}

/**
 * Starts a task that does the request in the background, and returns its id. Its items are those that match now, or when it first runs; the log
 * has one entry with the request. Refused while so many of the actor's tasks are under way.
 */
export async function startTask(
  { db, clock, wake }: Pick<Services, "db" | "clock" | "wake">,
  actor: Actor,
  {
    endpoint: { path },
    body,
    logged,
  }: { endpoint: Pick<Endpoint, "path">; body: Record<string, unknown>; logged?: Record<string, string> },
  items: ChosenItems | ChosenItems[] | null,
): Promise<string> {
  const started = await db.transaction(async (tx) => {
    await refuseTooMany(tx, actor);
    const about = { kind: path, ownerId: actor.id, query: body, requestId: actor.requestId };
    const [task] = await tx
      .insert(tasks)
      .values({ ...about, createdAt: clock(), total: 0 })
      .returning({ id: tasks.id });
    const id = task?.id ?? "";
    const total = await addItems(tx, id, [items ?? []].flat());
    await tx.update(tasks).set({ total }).where(eq(tasks.id, id));
    await recordChange(tx, actor, {
      action: "task.start",
      entityType: "task",
      entityId: id,
      after: { request: path, ...(logged ?? requestOf(body)), ...(items && { rows: total }) },
    });
    return id;
  });
  recentCounts.clear();
  wake(tasksJob);
  return started;
}

/** One after another: two that start at once would not see each other's task. */
async function refuseTooMany(tx: Db, { id }: Actor) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
  const underWay = and(eq(tasks.ownerId, id), inArray(tasks.state, ["waiting", "running"]));
  if ((await tx.$count(tasks, underWay)) >= maxTasksUnderWay) throw new Refusal("too_many_tasks", { count: maxTasksUnderWay });
}

/** Fixes the items of a task, those of one table after those of another; returns how many. One statement: all are those of the same moment. */
export async function addItems(tx: Db, taskId: string, chosen: ChosenItems[]): Promise<number> {
  if (chosen.length === 0) return 0;
  const parts = chosen.map(({ table, key, where, order }, part) => {
    const place = sql`row_number() over (order by ${sql.join([...order, key], sql`, `)})`;
    return sql`(select ${part} as part, ${key} as id, ${place} as place from ${table} where ${where ?? sql`true`})`;
  });
  const { rows } = await tx.execute<{ total: number }>(sql`
    with items as (
      insert into task_items (task_id, item_id, position)
      select ${taskId}::uuid, id, row_number() over (order by part, place) from (${sql.join(parts, sql` union all `)}) chosen returning 1)
    select count(*)::int as total from items`);
  return rows[0]?.total ?? 0;
}

/** The request as texts, without the words of its search, which may name a person. */
function requestOf({ dryRun: _, selection, ...parameters }: Record<string, unknown>) {
  const { query: { q, ...query } = {} } = selection as { query?: Record<string, string> };
  return { parameters: written(parameters), query: written(q ? { ...query, q: "…" } : query) };
}

const written = (values: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
