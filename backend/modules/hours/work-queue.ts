import { sql } from "drizzle-orm";
import { byAdministrators, type WorkQueueSource, within } from "#backend/dashboard/work-queue";
import { hoursDecidedBy } from "./scope.ts";
import { volunteerHours } from "./tables.ts";

/** Hours to validate. Who leads a sector is not known here: volunteers who validate nobody's hours have an empty queue, which `shownEmpty` hides from them. */
export const hoursQueue: WorkQueueSource = {
  name: "hours",
  worksOn: ({ role }) => role === "ADMIN" || role === "VOLUNTEER",
  shownEmpty: byAdministrators,
  rows: (db, reader) => ({
    table: volunteerHours,
    since: volunteerHours.submittedAt,
    waits: within(sql`${volunteerHours.status} = 'submitted'`, hoursDecidedBy(db, reader)),
  }),
};
