import type { TaskKinds } from "#backend/worker/task-kind";
import type { tasks } from "./tables.ts";
import { textsOf } from "./texts.ts";

type Task = typeof tasks.$inferSelect;

/** What happens once is one notice. */
export const noticeKey = (id: string) => `task_ended:${id}`;

/** The notice that a task is over. Whoever stops one knows it, and gets none. */
export function noticeOf({ id, ownerId, kind, query, state, total, done, leftOut, failed }: Task, kinds: TaskKinds, createdAt: Date) {
  const work = kinds.get(kind)?.task;
  const values = {
    task: textsOf(work, query).title,
    state: state === "done" && work?.fileOf ? "file" : state,
    ...{ total: String(total), done: String(done), exceptions: String(leftOut + failed) },
  };
  return { userId: ownerId, path: `/account/tasks/${id}`, values, dedupeKey: noticeKey(id), createdAt };
}
