import { and, asc, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import type { ItemResult, TaskCall, TaskWork } from "#backend/worker/task-kind";
import type { BulkResult } from "#contract/api/bulk";
import { type Endpoint, maxPreviewedNames, type Selection } from "#contract/api/endpoint";
import { isForTask, startTask } from "./starting.ts";

type Body = { selection: Selection; dryRun: boolean };
type Call<Input> = Services & { actor: Actor; body: Input };

/** A bulk action on the rows of a list that every reader of the list may do. Why a row stays as it is, is one expression: it is counted, named and asked again. */
export type BulkAction<Input extends Body> = {
  endpoint: Pick<Endpoint, "path">;
  table: PgTable;
  key: PgColumn;
  /** The name of a row: a column, or a text of a statement on the table alone. */
  name: PgColumn | SQL<string>;
  order: SQL | PgColumn;
  /** The rows of a query of the list. */
  matching(query: Record<string, unknown>, services: Pick<Services, "db" | "clock">): SQL | undefined | Promise<SQL | undefined>;
  /** The code of why a row cannot be changed; null for one that can. */
  obstacle(services: Pick<Services, "db" | "paymentProvider">, body: Input, now: Date): SQL;
  /** The texts of these codes: `namespace:key.`, before the code. */
  texts: string;
  taskName(body: Input): string;
  list: string;
  /** Changes rows that are locked and have no obstacle. */
  change(call: Call<Input>, ids: string[]): Promise<void>;
};

/** Does it to the selected rows in one transaction, or starts a task that does. A dry run counts and names. */
export async function runBulk<Input extends Body>(
  services: Services,
  actor: Actor,
  body: Input,
  action: BulkAction<Input>,
): Promise<BulkResult> {
  const { db } = services;
  const { endpoint, table, key, order } = action;
  const { selection } = body;
  const chosen = "ids" in selection ? inArray(key, selection.ids) : await action.matching(selection.query, services);
  const now = services.clock();
  if (body.dryRun) return preview(services, body, action, chosen, now);
  if (await isForTask(db, table, chosen)) {
    const items = { table, key, where: chosen, order: [order] };
    const task = await startTask(services, actor, { endpoint, body }, items);
    return { count: 0, changed: 0, names: [], left: [], leftCount: 0, task };
  }
  return db.transaction(async (tx) => {
    const before = await preview({ ...services, db: tx }, body, action, chosen, now);
    const rows = await tx.select({ id: key }).from(table).where(chosen);
    const ids = rows.map(({ id }) => String(id));
    const results = await changeAll({ ...services, db: tx, actor, body }, ids, action);
    const changed = [...results.values()].filter((result) => result === null).length;
    return { ...before, changed, leftCount: before.count - changed };
  });
}

/** The same for the rows of a task. */
export function bulkTask<Input extends Body>(action: BulkAction<Input>, pageOf: (id: string) => string): TaskWork<Input> {
  return {
    nameOf: action.taskName,
    listOf: () => action.list,
    act: (call: TaskCall<Input>, ids) => changeAll(call, ids, action),
    async describe({ db }, ids) {
      const rows = await db.select({ id: action.key, name: action.name }).from(action.table).where(inArray(action.key, ids));
      return new Map(rows.map(({ id, name }) => [String(id), { name: String(name), path: pageOf(String(id)) }]));
    },
  };
}

async function changeAll<Input extends Body>(call: Call<Input>, ids: string[], action: BulkAction<Input>) {
  const { key, table, texts } = action;
  const locked = await call.db.select({ id: key }).from(table).where(inArray(key, ids)).orderBy(asc(key)).for("update");
  if (locked.length === 0) return new Map<string, ItemResult>();
  // After the lock, which what it was waiting for may have changed.
  const rows = await call.db
    .select({ id: key, obstacle: sql<string | null>`${action.obstacle(call, call.body, call.clock())}` })
    .from(table)
    .where(inArray(key, ids))
    .orderBy(asc(key));
  const free = rows.flatMap(({ id, obstacle }) => (obstacle === null ? [String(id)] : []));
  if (free.length > 0) await action.change(call, free);
  return new Map(rows.map(({ id, obstacle }): [string, ItemResult] => [String(id), obstacle && texts + obstacle]));
}

async function preview<Input extends Body>(
  services: Pick<Services, "db" | "paymentProvider">,
  body: Input,
  action: BulkAction<Input>,
  chosen: SQL | undefined,
  now: Date,
): Promise<BulkResult> {
  const { db } = services;
  const { table, name, order } = action;
  const obstacle = sql<string | null>`${action.obstacle(services, body, now)}`;
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int`, changed: sql<number>`(count(*) filter (where ${obstacle} is null))::int` })
    .from(table)
    .where(chosen);
  const { count, changed } = counted ?? { count: 0, changed: 0 };
  const some = (where: SQL) => db.select({ name, obstacle }).from(table).where(and(chosen, where)).orderBy(order).limit(maxPreviewedNames);
  const free = changed > 0 ? await some(isNull(obstacle)) : [];
  const left = changed < count ? await some(isNotNull(obstacle)) : [];
  return {
    count,
    changed,
    names: free.map((row) => String(row.name)),
    left: left.map((row) => ({ name: String(row.name), obstacle: row.obstacle ?? "" })),
    leftCount: count - changed,
    task: null,
  };
}
