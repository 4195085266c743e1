import { sql } from "drizzle-orm";
import type { Module } from "#backend/module";
import { by, byEmail } from "#backend/privacy/personal-data";
import { retentionLimit } from "#backend/privacy/retention";
import { notifyOfChanges } from "./changes.ts";
import { eventsLockedFor } from "./locking.ts";
import { notifyOfCancellations } from "./notifying.ts";
import { eventsInOffice } from "./office-search.ts";
import { promoteEverywhere } from "./promoting.ts";
import { remindOfEvents } from "./reminders.ts";
import { eventRegistrationRoutes } from "./routes.ts";
import { ownEvents } from "./timeline.ts";
import { endUnanswered } from "./unanswered.ts";
import { placeQueue } from "./work-queue.ts";

export const eventRegistrations: Module = {
  personalData: [
    {
      table: "event_registrations",
      columns: ["guest_name", "guest_email"],
      ...byEmail("guest_email"),
      lockFirst: eventsLockedFor(byEmail("guest_email").about),
      loggedAs: "event_registration",
      erasure: "delete",
    },
    {
      table: "event_registrations",
      columns: ["user_id", "name"],
      ...by("user_id"),
      lockFirst: eventsLockedFor(by("user_id").about),
      loggedAs: "event_registration",
      erasure: "delete",
    },
  ],
  retention: [
    {
      kind: "event_registrations",
      table: "event_registrations",
      where: (now) =>
        sql`exists (select from events where events.id = it.event_id and events.ends_at <= ${retentionLimit("event_registrations", now)})`,
    },
    {
      kind: "event_guests",
      table: "event_registrations",
      where: (now) =>
        sql`it.guest_email is not null and exists (select from events where events.id = it.event_id and events.ends_at <= ${retentionLimit("event_guests", now)})`,
    },
  ],
  timeline: [ownEvents],
  workQueues: [placeQueue],
  officeSearch: [eventsInOffice],
  demo: () => import("./demo.ts"),
  parts: () => ({
    endpoints: eventRegistrationRoutes,
    jobs: (services) => [
      {
        ...{ name: "waiting-lists", every: "* * * * *", atStart: true },
        async run() {
          // One that fails does not hold up the others.
          const faults: unknown[] = [];
          for (const step of [promoteEverywhere, endUnanswered, notifyOfCancellations])
            await step(services).catch((error: unknown) => void faults.push(error));
          if (faults.length > 0) throw new AggregateError(faults, "waiting lists could not be followed");
        },
      },
      {
        ...{ name: "event-changes", every: "* * * * *", atStart: true },
        run: () => notifyOfChanges(services),
      },
      {
        ...{ name: "event-reminders", every: "* * * * *", atStart: true },
        run: () => remindOfEvents(services),
      },
    ],
  }),
};
