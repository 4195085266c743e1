import { byAdministrators, type WorkQueueSource } from "#backend/dashboard/work-queue";
import { franceDay } from "#contract/formats/france-time";
import { dueFor, dueSince, isLate } from "./queries.ts";
import { trackingEntries } from "./tables.ts";

/** Next actions of the reader whose day has come. */
export const followUpQueue: WorkQueueSource = {
  name: "followUp",
  worksOn: byAdministrators,
  rows: (db, reader, now) => ({
    table: trackingEntries,
    since: dueSince,
    waits: dueFor(db, reader, franceDay(now)),
    late: isLate(franceDay(now)),
  }),
};
