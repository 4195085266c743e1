import type { TaskWork } from "#backend/worker/task-kind";

/** The texts of a task, as `namespace:key`: one counts its items, the other those that were done. */
export function textsOf(work: TaskWork | undefined, body: unknown) {
  const name = work?.nameOf(body) ?? "unknown";
  return { title: `tasks:titleOf.${name}`, result: `tasks:resultOf.${name}` };
}
