import type { Services } from "#backend/http/services";
import type { ModuleParts } from "#backend/module";
import type { Job } from "./queue.ts";

/** The background work of all modules, and what removes what is over. */
export function backendJobs(modules: ModuleParts[], given: Services): Job[] {
  // No request waits for them: they may take minutes, on connections of their own.
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
