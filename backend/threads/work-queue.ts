import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { byAdministrators, type QueueReader, type WorkQueueSource, within } from "#backend/dashboard/work-queue";
import { waitsLongerThan } from "#backend/db/overdue";
import type { ResponseDeadline } from "#contract/accounts/answer-days";
import type { QueueName } from "#contract/charity/queue-lists";

type Thread = { table: PgTable & Record<"status" | "waitingSince", PgColumn>; waiting: string; promise: ResponseDeadline };
type Readers = { worksOn: WorkQueueSource["worksOn"]; scope(reader: QueueReader): SQL | undefined };
const forAdministrators: Readers = { worksOn: byAdministrators, scope: () => undefined };

/** The queue of threads that wait for an answer, for those who read them. */
export const threadQueue = (
  name: QueueName,
  { table, waiting, promise }: Thread,
  { worksOn, scope }: Readers = forAdministrators,
): WorkQueueSource => ({
  name,
  worksOn,
  rows: (_, reader, now) => ({
    table,
    since: table.waitingSince,
    waits: within(sql`${eq(table.status, waiting)}`, scope(reader)),
    late: waitsLongerThan(table.waitingSince, promise, now),
  }),
});
