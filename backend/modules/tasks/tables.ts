import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, oneOf } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import { taskOutcomes, taskStates } from "#contract/accounts/tasks";

const underWay = sql.raw("('waiting', 'running')");

/** A request about more rows than it can change itself, done in the background on behalf of its owner. */
export const tasks = pgTable(
  "tasks",
  {
    id: uuid().primaryKey().defaultRandom(),
    createdAt: instant().notNull(),
    /** The path of the endpoint whose request it does. */
    kind: text().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** The body of that request: the action, its parameters, and the requested rows. */
    query: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The request that started it, which its rows of the audit log name. */
    requestId: text().notNull(),
    state: text({ enum: taskStates }).notNull().default("waiting"),
    /** Why it was stopped or failed, or why its file is gone. */
    reason: text(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    leftOut: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    startedAt: instant(),
    finishedAt: instant(),
    /** The runner that works on it until the lease ends, by the clock of the database. */
    leaseHolder: uuid(),
    leaseEndsAt: instant(),
    /** How often it was taken since it last advanced. */
    tries: integer().notNull().default(0),
  },
  (t) => [
    check("tasks_state", sql`${t.state} in (${oneOf(taskStates)})`),
    check("tasks_counts", sql`least(${t.done}, ${t.leftOut}, ${t.failed}) >= 0 and ${t.done} + ${t.leftOut} + ${t.failed} <= ${t.total}`),
    check("tasks_done_whole", sql`${t.state} <> 'done' or ${t.done} + ${t.leftOut} + ${t.failed} = ${t.total}`),
    check("tasks_finished", sql`(${t.finishedAt} is null) = (${t.state} in ${underWay})`),
    check("tasks_started", sql`${t.state} not in ('running', 'done') or ${t.startedAt} is not null`),
    check("tasks_lease", sql`${t.leaseHolder} is null or (${t.leaseEndsAt} is not null and ${t.state} = 'running')`),
    index("tasks_of_owner").on(t.ownerId, t.createdAt, t.id),
    index("tasks_under_way").on(t.ownerId).where(sql`${t.state} in ${underWay}`),
    index("tasks_due").on(t.leaseEndsAt, t.createdAt).where(sql`${t.state} in ${underWay}`),
    index("tasks_created").on(t.createdAt),
  ],
);

/** What a task is about: fixed when it starts, each item with its outcome once it is handled. */
export const taskItems = pgTable(
  "task_items",
  {
    taskId: uuid()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    itemId: uuid().notNull(),
    position: integer().notNull(),
    /** Null until it is handled. */
    outcome: text({ enum: taskOutcomes }),
    /** Why it was not done, a text as `namespace:key`. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.itemId] }),
    check("task_items_outcome", sql`${t.outcome} is null or ${t.outcome} in (${oneOf(taskOutcomes)})`),
    check("task_items_reason", sql`(${t.reason} is not null) = coalesce(${t.outcome} in ('left_out', 'failed'), false)`),
    index("task_items_next").on(t.taskId, t.position).where(sql`${t.outcome} is null`),
    index("task_items_exceptions").on(t.taskId, t.position).where(sql`${t.outcome} in ('left_out', 'failed')`),
  ],
);

/** The rows of an export, some at a time, in its order: compressed JSON. They are in the database since they are written in one transaction with the outcomes of their items. */
export const exportParts = pgTable(
  "export_parts",
  {
    taskId: uuid()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** How many items of the task were handled before. */
    at: integer().notNull(),
    rows: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.at] })],
);
