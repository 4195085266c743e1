import { sql } from "drizzle-orm";
import { byAdministrators, type WorkQueueSource } from "#backend/dashboard/work-queue";
import { dataRequests } from "./tables.ts";

/** Requests about personal data that are not answered yet. */
export const requestQueue: WorkQueueSource = {
  name: "privacy",
  worksOn: byAdministrators,
  rows: (_, __, now) => ({
    table: dataRequests,
    since: dataRequests.receivedAt,
    waits: sql`${dataRequests.status} = 'open'`,
    late: sql`${dataRequests.dueAt} < ${now.toISOString()}::timestamptz`,
  }),
};
