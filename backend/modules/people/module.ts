import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { remindDrivers } from "./driving.ts";
import { peopleRoutes } from "./routes.ts";
import { driverQueue } from "./work-queue.ts";

export const people: Module = {
  personalData: [{ table: "driver_profiles", columns: ["user_id"], ...by("user_id"), erasure: "delete" }],
  workQueues: [driverQueue],
  parts: () => ({
    endpoints: peopleRoutes,
    jobs: (services) => [{ name: "remind-drivers", every: "35 7 * * *", daily: true, run: () => remindDrivers(services) }],
  }),
};
