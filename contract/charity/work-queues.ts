import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { queueNames } from "./queue-lists.ts";

/** The length of a queue, its oldest entry, and how many are overdue; nothing is overdue where no delay is promised. */
export const WorkQueue = z.object({ count: z.int(), oldest: z.iso.datetime().nullable(), late: z.int() });
export type WorkQueue = z.infer<typeof WorkQueue>;

/** The queues that the reader may work on: others are left out. */
export const WorkQueues = z.object({
  queues: z.partialRecord(z.enum(queueNames), WorkQueue),
  /** The number of accounts due on each of the promised working days, in order. */
  accountDays: z.array(z.int()),
});
export type WorkQueues = z.infer<typeof WorkQueues>;

export const workQueuesApi = {
  mine: endpoint({ method: "GET", path: "/api/work-queues", access: { roles: ["ADMIN", "VOLUNTEER"] }, response: WorkQueues }),
};
