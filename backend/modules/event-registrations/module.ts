import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { promoteEverywhere } from "./promoting.ts";
import { eventRegistrationRoutes } from "./routes.ts";
import { ownEvents } from "./timeline.ts";

export const eventRegistrations: Module = {
  personalData: [
    { table: "event_registrations", columns: ["user_id"], ...by("user_id"), loggedAs: "event_registration", erasure: "delete" },
  ],
  notPersonal: {
    "event_registrations.guest_name": "a guest without account, whom nothing else identifies; deleted with the event's registrations",
  },
  timeline: [ownEvents],
  demo: () => import("./demo.ts"),
  parts: () => ({
    endpoints: eventRegistrationRoutes,
    jobs: (services) => [{ name: "waiting-lists", every: "* * * * *", atStart: true, run: () => promoteEverywhere(services) }],
  }),
};
