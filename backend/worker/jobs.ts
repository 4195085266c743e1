import type { Services } from "#backend/http/services";
import type { ModuleParts } from "#backend/module";
import { type Job, startJobs } from "./queue.ts";

/** The background jobs of all modules, and the hourly purges. */
export function backendJobs(modules: ModuleParts[], given: Services): Job[] {
  // No request waits for them: they may take minutes, on separate connections.
  const services = { ...given, db: given.database.jobs };
  return [
    ...modules.flatMap(({ jobs }) => jobs?.(services) ?? []),
    {
      name: "purge",
      every: "17 * * * *",
      async run() {
        const now = services.clock();
        for (const { purge } of modules) await purge?.(services, now);
      },
    },
  ];
}

/** Starts them. */
export const startBackendJobs = (database: Parameters<typeof startJobs>[0], modules: ModuleParts[], services: Services) =>
  startJobs(database, backendJobs(modules, services), services);
