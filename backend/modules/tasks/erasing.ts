import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { exportsApi } from "#contract/accounts/exports";
import { exportParts, taskItems, tasks } from "./tables.ts";

const reason = "tasks:reason.erased";

/**
 * Deletes the files of exports that contain one of these records, of any kind, and stops exports that still read; their owners are notified.
 * `ids`: a query, or a list in brackets. A chunk that is being read is finished first.
 */
export async function removeExportsWith(tx: Db, ids: SQL, now: Date): Promise<void> {
  const holdsOne = sql`exists (select 1 from ${taskItems} where ${taskItems.taskId} = ${tasks.id} and ${taskItems.itemId} in ${ids})`;
  const concerned = and(eq(tasks.kind, exportsApi.start.path), holdsOne);
  const stopped = await tx
    .update(tasks)
    .set({ state: "stopped", reason, finishedAt: now, leaseHolder: null })
    .where(and(concerned, inArray(tasks.state, ["waiting", "running"])))
    .returning({ id: tasks.id });
  const hasFile = sql`exists (select 1 from ${exportParts} where ${exportParts.taskId} = ${tasks.id})`;
  const emptied = await tx
    .update(tasks)
    .set({ reason })
    .where(and(concerned, eq(tasks.state, "done"), hasFile))
    .returning({ id: tasks.id });
  const gone = [...stopped, ...emptied].map(({ id }) => id);
  if (gone.length > 0) await tx.delete(exportParts).where(inArray(exportParts.taskId, gone));
}
