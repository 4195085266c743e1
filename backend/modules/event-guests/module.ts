import type { Module } from "#backend/module";
import { byEmail } from "#backend/privacy/personal-data";
import { publishPhases } from "./public-page.ts";
import { purgeRequests } from "./requesting.ts";
import { eventGuestRoutes } from "./routes.ts";

export const eventGuests: Module = {
  personalData: [
    { table: "event_guest_requests", columns: ["name", "email"], ...byEmail("email"), hidden: ["token_hash"], erasure: "delete" },
  ],
  parts: () => ({
    endpoints: eventGuestRoutes,
    jobs: ({ db, clock }) => [{ name: "event-phases", every: "* * * * *", run: () => publishPhases(db, clock()) }],
    purge: ({ db }, now) => purgeRequests(db, now),
  }),
};
