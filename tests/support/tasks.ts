import { asc, eq } from "drizzle-orm";
import { press } from "#backend/modules/press/tables";
import { runTasks } from "#backend/modules/tasks/running";
import { taskItems, tasks } from "#backend/modules/tasks/tables";
import type { TaskKinds, TaskWork } from "#backend/worker/task-kind";
import { pressApi } from "#contract/publishing/press";
import type { TestBackend } from "./backend";

export const pressBulk = pressApi.admin.bulk.path;

/** Press cuttings in the state of a draft; answers their ids in the order of the list. */
export async function addCuttings({ services: { db } }: TestBackend, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: crypto.randomUUID(),
    ...{
      title: { fr: `Article ${at}` },
      outlet: "La Gazette",
      kind: "article" as const,
      day: "2026-11-01",
      quote: { fr: "" },
      position: at + 1,
    },
  }));
  for (let from = 0; from < count; from += 1_000) await db.insert(press).values(rows.slice(from, from + 1_000));
  return rows.map(({ id }) => id);
}

/** Asks for an action on all press cuttings; answers the id of its task. */
export async function archiveAll(backend: TestBackend, cookie: string, query = {}, action = "archived"): Promise<string> {
  const json = { action, selection: { all: true, query }, dryRun: false };
  const answer = await backend.request(pressBulk, { method: "POST", cookie, json });
  return ((await answer.json()) as { task: string }).task;
}

/** Runs what is due, as the job does. */
export function runDue({ services }: TestBackend, kinds: TaskKinds = services.taskKinds, stopping = new AbortController().signal) {
  return runTasks(services, kinds, stopping);
}

/** The kinds of a backend, with one whose work is done otherwise. */
export function kindsWith(
  { services: { taskKinds } }: TestBackend,
  path: string,
  act: (own: TaskWork["act"]) => TaskWork["act"],
): TaskKinds {
  const kind = taskKinds.get(path);
  if (!kind) throw new Error(`there are no tasks of ${path}`);
  return new Map([...taskKinds, [path, { ...kind, task: { ...kind.task, act: act(kind.task.act) } }]]);
}

/** Runs until a chunk is done, and gives the task back. */
export function runOneChunk(backend: TestBackend, path = pressBulk) {
  const stopping = new AbortController();
  const once = kindsWith(backend, path, (own) => (call, ids) => {
    stopping.abort();
    return own(call, ids);
  });
  return runDue(backend, once, stopping.signal);
}

export async function storedTask({ services: { db } }: TestBackend, id: string) {
  const [task] = await db.select().from(tasks).where(eq(tasks.id, id));
  if (!task) throw new Error("there is no such task");
  return task;
}

export const itemsOf = ({ services: { db } }: TestBackend, id: string) =>
  db.select().from(taskItems).where(eq(taskItems.taskId, id)).orderBy(asc(taskItems.position));
