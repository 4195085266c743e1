import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import type { Undo } from "#backend/worker/task-kind";
import { redirectFor } from "#contract/accounts/access";
import { isUnderWay, type TaskUndo } from "#contract/accounts/tasks";
import { startTask } from "./starting.ts";
import { tasks } from "./tables.ts";

type Deps = Pick<Services, "db" | "taskKinds">;
type Row = typeof tasks.$inferSelect;

/** The request that takes a task back, once it is over, for who may still make it; null where there is none. */
function requestOf({ taskKinds }: Pick<Deps, "taskKinds">, actor: Actor, task: Row): Undo | null {
  const kind = taskKinds.get(task.kind);
  if (!kind || isUnderWay(task) || task.done === 0 || redirectFor(actor, kind.endpoint.access) !== null) return null;
  return kind.task.undoneBy?.(task.query, task.id) ?? null;
}

/** What of a task can still be taken back; null where nothing can. */
export async function undoOf(services: Deps, actor: Actor, task: Row): Promise<TaskUndo | null> {
  const undo = requestOf(services, actor, task);
  if (!undo) return null;
  const { rows, until } = await readUndo(services.db, task, undo);
  return rows > 0 && until ? { way: undo.storedAs === "tasks" ? "draft" : "restore", rows, until: new Date(until).toISOString() } : null;
}

async function readUndo(db: Db, { createdAt, done }: Row, { items: { table, where }, storedAs }: Undo) {
  const lasts = sql`(select make_interval(months => months, days => days) from retention_policies where data_kind = ${storedAs})`;
  const { rows } = await db.execute<{ rows: number; until: string | null }>(sql`
    select (select count(*)::int from (select 1 from ${table} where ${where} limit ${done}) left_to_undo) as rows,
      ${createdAt.toISOString()}::timestamptz + ${lasts} as until`);
  return rows[0] ?? { rows: 0, until: null };
}

/** Takes a task of one's own back by another task; returns its id. */
export async function undoTask(services: Services, actor: Actor, id: string): Promise<string> {
  const [task] = await services.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), eq(tasks.ownerId, actor.id)));
  if (!task) throw new Refusal("not_found");
  const undo = requestOf(services, actor, task);
  if (!undo || (await readUndo(services.db, task, undo)).rows === 0) throw new Refusal("wrong_state");
  return startTask(services, actor, { endpoint: undo.endpoint, body: undo.body, logged: { undoes: id } }, undo.items);
}
