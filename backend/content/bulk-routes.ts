import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { Refusal } from "#backend/refusal";
import { type ItemResult, type TaskWork, withTask } from "#backend/worker/task-kind";
import type { Locale } from "#contract/formats/locale";
import type { BulkEdit, ContentAction, ContentApi, ContentBulk } from "#contract/publishing/content";
import { contentOfType } from "#contract/publishing/content-names";
import type { StoredContent as Row } from "./base-columns.ts";
import { restoring } from "./bin-task.ts";
import { changeMany, noRows, type Verdict } from "./bulk.ts";
import { editMany, given } from "./bulk-edit.ts";
import { removeRecord } from "./removal.ts";
import { textOf } from "./row-mapping.ts";
import { saveRecord } from "./saving.ts";
import { setState } from "./state.ts";
import { rowsIn, type Saving, type SubjectModel } from "./store.ts";

/** The bulk actions of the list. Those on many rows are tasks. */
export function bulkRoutes({ bulk, bulkEdit, restore }: ContentApi, store: SubjectModel): ServedEndpoint[] {
  const { table, whereSelected } = store;
  const items = (where: SQL | undefined) => ({ table, key: table.id, where, order: [table.position] });

  const ofBulk = on(bulk, async (call) => {
    const { db, actor, body, locale } = call;
    refuseRemoval(store, actor, body.action);
    const where = whereSelected(body.selection, actor);
    if (!body.dryRun && (await isForTask(db, table, where)))
      return { ...noRows, task: await startTask(call, actor, { endpoint: bulk, body }, items(where)) };
    return changeMany(db, body, { ...changing(store, call, locale), where, batch: crypto.randomUUID() });
  });
  const bulkTask = withTask<ContentBulk>(ofBulk, {
    ...described(store),
    nameOf: ({ action }) => `content.${action}`,
    undoneBy({ action }, taskId) {
      if (action === "remove") return restoring(store, { restore, batch: taskId });
      // Only drafts are published: what still is goes back to what it was. Of other actions, the state before is not stored.
      if (action !== "published") return null;
      const done = sql`(select item_id from task_items where task_id = ${taskId} and outcome = 'done')`;
      const body = { action: "draft", selection: { ids: [] } };
      return { endpoint: bulk, body, items: items(and(eq(table.status, "published"), sql`${table.id} in ${done}`)), storedAs: "tasks" };
    },
    async act(call, ids) {
      const { db, actor, body, taskId } = call;
      refuseRemoval(store, actor, body.action);
      const results = new Map<string, ItemResult>();
      const onRow = (id: string, verdict: Verdict) => results.set(id, resultOf(verdict, body.action));
      const where = and(store.within(actor), inArray(table.id, ids));
      await changeMany(db, { ...body, dryRun: false }, { ...changing(store, call, actor.locale), where, batch: taskId, onRow });
      return results;
    },
  });
  if (!bulkEdit) return [bulkTask];

  const { schemas } = bulkEdit;
  const ofBulkEdit = on(bulkEdit.call, async (call) => {
    const { db, actor, body, locale } = call;
    const where = whereSelected(body.selection, actor);
    if (!body.dryRun && (await isForTask(db, table, where))) {
      given(body, schemas[body.field]);
      const task = await startTask(call, actor, { endpoint: bulkEdit.call, body }, items(where));
      return { count: 0, changed: 0, unchanged: 0, names: [], task };
    }
    return editMany(db, body, { ...bulkEditOf(store, call, locale), schemas, where });
  });
  const bulkEditTask = withTask<BulkEdit>(ofBulkEdit, {
    ...described(store),
    nameOf: () => "set",
    async act(call, ids) {
      const results = new Map<string, ItemResult>();
      const onRow = (id: string, changes: boolean) => results.set(id, changes ? null : unchanged);
      const subject = { ...bulkEditOf(store, call, call.actor.locale), schemas, where: inArray(table.id, ids), onRow };
      await editMany(call.db, { ...call.body, dryRun: false }, subject);
      return results;
    },
  });
  return [bulkTask, bulkEditTask];
}

/** Who has some of the records does not delete any. */
function refuseRemoval(store: SubjectModel, actor: Actor, action: ContentAction) {
  if (action === "remove" && store.within(actor)) throw new Refusal("forbidden");
}

function changing(store: SubjectModel, saving: Saving, locale: Locale) {
  const { table, namedBy, labelName, check } = store;
  return {
    table,
    namedBy,
    within: store.within(saving.actor),
    nameOf: (row: Row) => textOf(row[labelName], locale),
    check: async (tx: Db, row: Row) => check?.(tx, row, { settings: saving.settings, now: saving.clock(), step: row.status }),
    apply: (tx: Db, row: Row, action: ContentAction, batch: string) =>
      action === "remove"
        ? removeRecord(tx, store, saving.actor, { before: row, batch, now: saving.clock() })
        : setState(tx, store, saving, row, action),
  };
}

function bulkEditOf(store: SubjectModel, saving: Saving, locale: Locale) {
  const { table, labelName } = store;
  return {
    table,
    nameOf: (row: Row) => textOf(row[labelName], locale),
    apply: (tx: Db, before: Row, values: Record<string, unknown>) =>
      saveRecord(tx, store, saving, { action: "edit", before, values: { ...values, version: sql`${table.version} + 1` } }),
  };
}

const unchanged = "tasks:reason.unchanged";

function resultOf(verdict: Verdict, action: ContentAction): ItemResult {
  if (verdict === "changes") return null;
  if (verdict === "unchanged") return unchanged;
  if (verdict.reason === "in_use") return "tasks:reason.in_use";
  if (verdict.reason === "wrong_state") return `content:bulk.reason.${action === "remove" ? "online" : "archived"}`;
  return `content:bulk.reason.${verdict.reason}`;
}

/** How a task names its records and the list that they are of. */
function described({ table, entityType, labelName, within }: SubjectModel): Pick<TaskWork, "describe" | "listOf"> {
  const list = `/dashboard/admin/${contentOfType(entityType)}`;
  return {
    listOf: () => list,
    async describe({ db, actor, locale }, ids) {
      const rows = rowsIn(
        await db
          .select()
          .from(table)
          .where(and(within(actor), inArray(table.id, ids))),
      );
      return new Map(rows.map((row) => [row.id, { name: textOf(row[labelName], locale), path: `${list}/${row.id}/edit` }]));
    },
  };
}
