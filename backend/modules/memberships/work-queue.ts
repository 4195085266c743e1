import { sql } from "drizzle-orm";
import { byAdministrators, never, type WorkQueueSource } from "#backend/dashboard/work-queue";
import { memberships } from "./tables.ts";

/** Requests at a reduced price whose proof nobody has seen yet. */
export const proofQueue: WorkQueueSource = {
  name: "proofs",
  worksOn: byAdministrators,
  shownEmpty: never,
  rows: () => ({ table: memberships, since: memberships.statusAt, waits: sql`${memberships.status} = 'pending_approval'` }),
};
