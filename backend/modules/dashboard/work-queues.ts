import { type SQL, sql } from "drizzle-orm";
import type { QueueReader, WorkQueueSource } from "#backend/dashboard/work-queue";
import type { Services } from "#backend/http/services";
import { type QueueName, queueNames } from "#contract/charity/queue-lists";
import type { WorkQueue, WorkQueues } from "#contract/charity/work-queues";

/** The queues that somebody works on. */
export const queuesOf = (sources: readonly WorkQueueSource[], reader: QueueReader): WorkQueueSource[] =>
  sources.filter((source) => source.worksOn(reader));

/** What waits for this reader, in one statement, each count on an index. */
export async function readWorkQueues(
  { db, declarations }: Pick<Services, "db" | "declarations">,
  reader: QueueReader,
  now: Date,
): Promise<WorkQueues> {
  const sources = queuesOf(declarations.workQueues, reader);
  if (sources.length === 0) return { queues: {}, accountDays: [] };
  const columns = Object.fromEntries(sources.map((source) => [source.name, queueColumn(source.rows(db, reader, now))]));
  const [days = sql<number[]>`'[]'::json`] = sources.flatMap((source) => source.days?.(reader, now) ?? []);
  const [row] = await db.select({ ...columns, days }).from(sql`(values (1)) as work`);
  if (!row) throw new Error("A statement without a condition answered no row.");
  const { days: accountDays, ...counted } = row as Record<QueueName, WorkQueue> & { days: number[] };
  const shown = sources.flatMap(({ name, shownEmpty }) => {
    const queue = counted[name];
    if (queue.count === 0 && shownEmpty?.(reader) === false) return [];
    return [[name, { ...queue, oldest: queue.oldest && new Date(queue.oldest).toISOString() }] as const];
  });
  return { queues: Object.fromEntries(inShownOrder(shown)), accountDays };
}

const inShownOrder = <T extends readonly [QueueName, unknown]>(queues: readonly T[]) =>
  queues.toSorted(([a], [b]) => queueNames.indexOf(a) - queueNames.indexOf(b));

function queueColumn({ table, since, waits, late }: ReturnType<WorkQueueSource["rows"]>): SQL {
  const overdue = late ? sql`count(*) filter (where ${late})` : sql`0`;
  return sql<WorkQueue>`(select json_build_object('count', count(*), 'oldest', min(${since}), 'late', ${overdue}) from ${table} where ${waits})`;
}
