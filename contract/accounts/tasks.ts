import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";

/** `stopped`: the owner lost the right to it; `failed`: it could not go on. What was done before stays done. */
export const taskStates = ["waiting", "running", "done", "cancelled", "failed", "stopped"] as const;
export type TaskState = (typeof taskStates)[number];

/** `left_out`: the item does not allow it; `failed`: a fault, after several tries. */
export const taskOutcomes = ["done", "left_out", "failed"] as const;
export type TaskOutcome = (typeof taskOutcomes)[number];

/** The most rows that a request changes itself; above, it starts a task. */
export const maxRowsInRequest = 200;

/** The most tasks of one person that wait or run at once. */
export const maxTasksUnderWay = 5;

/** The tasks of one page, and the exceptions of one page of a task. */
export const tasksPage = 30;
export const exceptionsPage = 50;

/** The tasks of each kind that a summary has. */
export const tasksOfSummary = 3;

/** The highest position of an item: an integer of the database. */
const lastPosition = 2 ** 31 - 1;

/** The path of the list of a task as the specification writes it: that of a record's list has its id. */
export const listOfTask = (path: string): string => path.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/, "{id}");

/** Whether somebody works on it, or will. */
export const isUnderWay = ({ state }: { state: TaskState }) => state === "waiting" || state === "running";

export const Task = z.object({
  id: z.uuid(),
  /** A text that counts `total`, as `namespace:key`. */
  title: z.string(),
  /** A text that counts `done`, as `namespace:key`. */
  result: z.string(),
  /** The list that its items were chosen in, a path of the site. */
  list: z.string().nullable(),
  state: z.enum(taskStates),
  /** Why it was stopped or failed, or why its file is gone: a text as `namespace:key`. */
  reason: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  leftOut: z.int(),
  failed: z.int(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Names its rows in the audit log. */
  requestId: z.string(),
  /** Whether it makes a file: an export, whose items are the lines of that file. */
  makesFile: z.boolean(),
  /** The file that it made: where it is without its ending, a path of the site with a query, and when it is gone. */
  file: z.object({ url: z.string(), until: z.iso.datetime() }).nullable(),
});
export type Task = z.infer<typeof Task>;

/** An item that was not done. Its name and path are null once it is deleted, or when the reader may not see it any more. */
export const TaskException = z.object({
  id: z.uuid(),
  position: z.int(),
  outcome: z.enum(["left_out", "failed"]),
  /** A text as `namespace:key`. */
  reason: z.string(),
  name: z.string().nullable(),
  path: z.string().nullable(),
});
export type TaskException = z.infer<typeof TaskException>;

/** What became of an item. Not handled yet, it has no outcome; its name is null as with exceptions, and where the reader may not export the list. */
export const TaskItem = z.object({
  id: z.uuid(),
  position: z.int(),
  outcome: z.enum(taskOutcomes).nullable(),
  /** A text as `namespace:key`. */
  reason: z.string().nullable(),
  name: z.string().nullable(),
});
export type TaskItem = z.infer<typeof TaskItem>;

/** How many of its items can still be taken back, and until when. */
const TaskUndo = z.object({ way: z.enum(["restore", "draft"]), rows: z.int(), until: z.iso.datetime() });
export type TaskUndo = z.infer<typeof TaskUndo>;

const access = "authenticated" as const;
const params = z.object({ id: z.uuid() });

export const tasksApi = {
  /** How many of one's tasks are under way, the latest of them, and the latest whose file can be fetched. */
  summary: endpoint({
    method: "GET",
    path: "/api/account/tasks/summary",
    access,
    response: z.object({ underWay: z.int(), latest: z.array(Task), files: z.array(Task) }),
  }),
  /** One's own tasks, the latest first. `more` is whether older ones follow. */
  list: endpoint({
    method: "GET",
    path: "/api/account/tasks",
    access,
    query: z.object({
      /** The id of the last task of the page before. */
      after: z.uuid().optional().catch(undefined),
    }),
    response: z.object({ items: z.array(Task), more: z.boolean() }),
  }),
  /** A task of one's own, with the items that were not done. */
  get: endpoint({
    method: "GET",
    path: "/api/account/tasks/:id",
    access,
    params,
    query: z.object({
      /** The position of the last exception of the page before. */
      after: z.coerce.number().int().min(0).max(lastPosition).optional().catch(undefined),
    }),
    response: z.object({ task: Task, exceptions: z.array(TaskException), more: z.boolean(), undo: TaskUndo.nullable() }),
  }),
  /**
   * All items of a task of one's own that makes no file, once it is over, line by line; the first call, without `from`, is logged as an export.
   * `next` opens the others, null at the end.
   */
  items: endpoint({
    method: "GET",
    path: "/api/account/tasks/:id/items",
    access,
    params,
    query: z.object({ from: z.string().max(200).optional() }),
    response: z.object({ items: z.array(TaskItem), next: z.string().nullable() }),
  }),
  /** Marks the notice that a task of one's own is over as read; answers whether it was unread. */
  seen: endpoint({ method: "POST", path: "/api/account/tasks/:id/seen", access, params, response: z.object({ news: z.boolean() }) }),
  /** Takes a task back by another one, of which the answer has the id. Refused when nothing of it can be taken back any more. */
  undo: endpoint({
    method: "POST",
    path: "/api/account/tasks/:id/undo",
    access,
    params,
    response: z.object({ task: z.uuid() }),
    status: 201,
  }),
  /** Stops a task where it is. Refused once it is over. */
  cancel: endpoint({ method: "POST", path: "/api/account/tasks/:id/cancel", access, params, response: Done }),
};
