import { eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import type { ChosenItems } from "#backend/worker/task-kind";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import type { Endpoint } from "#contract/api/endpoint";
import { tasksJob } from "./running.ts";
import { tasks } from "./tables.ts";

/** Whether a request is about more rows than it can change itself. */
export async function isForTask(db: Db, table: PgTable, where: SQL | undefined): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${table} where ${where ?? sql`true`} limit ${maxRowsInRequest + 1}) chosen`,
  );
  return (rows[0]?.count ?? 0) > maxRowsInRequest;
}

/**
 * Starts a task that does the request in the background, and returns its id. Its items are those that match now; the log has one entry with
 * the request.
 */
export async function startTask(
  { db, clock, wake }: Pick<Services, "db" | "clock" | "wake">,
  actor: Actor,
  { endpoint: { path }, body }: { endpoint: Pick<Endpoint, "path">; body: Record<string, unknown> },
  { table, where, order }: ChosenItems,
): Promise<string> {
  const started = await db.transaction(async (tx) => {
    const about = { kind: path, ownerId: actor.id, query: body, requestId: actor.requestId };
    const [task] = await tx
      .insert(tasks)
      .values({ ...about, createdAt: clock(), total: 0 })
      .returning({ id: tasks.id });
    const id = task?.id ?? "";
    const inOrder = sql.join([...order, table.id], sql`, `);
    const { rows } = await tx.execute<{ total: number }>(sql`
      with items as (
        insert into task_items (task_id, item_id, position)
        select ${id}::uuid, ${table.id}, row_number() over (order by ${inOrder}) from ${table} where ${where ?? sql`true`} returning 1)
      select count(*)::int as total from items`);
    const total = rows[0]?.total ?? 0;
    await tx.update(tasks).set({ total }).where(eq(tasks.id, id));
    await recordChange(tx, actor, {
      action: "task.start",
      entityType: "task",
      entityId: id,
      after: { request: path, ...requestOf(body), rows: total },
    });
    return id;
  });
  wake(tasksJob);
  return started;
}

/** The request as texts, without the words of its search, which may name a person. */
function requestOf({ dryRun: _, selection, ...parameters }: Record<string, unknown>) {
  const { query: { q, ...query } = {} } = selection as { query?: Record<string, string> };
  return { parameters: written(parameters), query: written(q ? { ...query, q: "…" } : query) };
}

const written = (values: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
