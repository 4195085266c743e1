import { sql } from "drizzle-orm";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { retentionLimit } from "#backend/privacy/retention";
import { ownTimelineFile, trackingRoutes } from "./routes.ts";
import { sharedEntries } from "./timeline.ts";
import { followUpQueue } from "./work-queue.ts";

export const tracking: Module = {
  personalData: [
    { table: "tracking_entries", columns: ["subject_user_id"], ...by("subject_user_id"), erasure: "delete", loggedAs: "tracking_entry" },
  ],
  notPersonal: {
    "tracking_entries.author_id": "belongs to whom it is about, who alone has a copy of it",
    "tracking_entries.next_action_user_id": "who of the team does something about it",
  },
  retention: [
    {
      kind: "tracking",
      table: "tracking_entries",
      // A correction goes with what it corrects; what is still to be done stays.
      where: (now) =>
        sql`it.occurred_at <= ${retentionLimit("tracking", now)} and (it.next_action_at is null or it.done_at is not null) and it.corrects_id is null`,
    },
  ],
  timeline: [sharedEntries],
  workQueues: [followUpQueue],
  parts: (services) => ({ endpoints: trackingRoutes, routers: [ownTimelineFile(services)] }),
  demo: () => import("./demo.ts"),
};
