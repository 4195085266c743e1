import type { TaskKinds } from "#backend/worker/task-kind";
import { auditLogExport } from "#contract/accounts/exports";
import type { tasks } from "./tables.ts";
import { textsOf } from "./texts.ts";

type Task = typeof tasks.$inferSelect;

/** What happens once is one notice. */
const noticeKey = (id: string) => `task_ended:${id}`;
const erasedKey = (id: string) => `${noticeKey(id)}:erased`;
export const noticeKeys = (id: string) => [noticeKey(id), erasedKey(id)];

/** The notice that an export, which may be ready, has lost its file to an erasure. */
export function noticeOfErased({ id, ownerId, query, total }: Pick<Task, "id" | "ownerId" | "query" | "total">, createdAt: Date) {
  const state = query.list === auditLogExport ? "erasedOfLog" : "erased";
  const values = { task: "tasks:titleOf.export", state, total: String(total) };
  return { userId: ownerId, path: `/account/tasks/${id}`, values, dedupeKey: erasedKey(id), createdAt };
}

/** The notice that a task is over. Whoever stops their own knows it, and gets none. */
export function noticeOf({ id, ownerId, kind, query, state, total, done, leftOut, failed }: Task, kinds: TaskKinds, createdAt: Date) {
  const work = kinds.get(kind)?.task;
  const values = {
    task: textsOf(work, query).title,
    state: state === "done" && work?.fileOf ? "file" : state,
    ...{ total: String(total), done: String(done), exceptions: String(leftOut + failed) },
  };
  return { userId: ownerId, path: `/account/tasks/${id}`, values, dedupeKey: noticeKey(id), createdAt };
}
