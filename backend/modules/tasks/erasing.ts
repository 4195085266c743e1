import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { auditLogExport, exportsApi } from "#contract/accounts/exports";
import { noticeOfErased } from "./notice.ts";
import { exportParts, taskItems, tasks } from "./tables.ts";

/**
 * Deletes the files of exports that contain one of these records, of any kind, and stops exports that still read; their owners are notified.
 * Those of the audit log too, whose rows may name anybody: their reason says no more than that.
 * `ids`: a query, or a list in brackets. A chunk that is being read is finished first.
 */
export async function removeExportsWith(tx: Db, ids: SQL, now: Date): Promise<void> {
  const holdsOne = sql`exists (select 1 from ${taskItems} where ${taskItems.taskId} = ${tasks.id} and ${taskItems.itemId} in ${ids})`;
  const isOfLog = sql`${tasks.query}->>'list' = ${auditLogExport}`;
  const reason = sql`case when ${isOfLog} then 'tasks:reason.erasedOfLog' else 'tasks:reason.erased' end`;
  const concerned = and(eq(tasks.kind, exportsApi.start.path), or(holdsOne, isOfLog));
  const stopped = await tx
    .update(tasks)
    .set({ state: "stopped", reason, finishedAt: now, leaseHolder: null })
    .where(and(concerned, inArray(tasks.state, ["waiting", "running"])))
    .returning();
  const hasFile = sql`exists (select 1 from ${exportParts} where ${exportParts.taskId} = ${tasks.id})`;
  const emptied = await tx
    .update(tasks)
    .set({ reason })
    .where(and(concerned, eq(tasks.state, "done"), hasFile))
    .returning();
  const gone = [...stopped, ...emptied];
  if (gone.length === 0) return;
  await tx.delete(exportParts).where(
    inArray(
      exportParts.taskId,
      gone.map(({ id }) => id),
    ),
  );
  await writeInInbox(tx, "task_ended", ...gone.map((task) => noticeOfErased(task, now)));
}
