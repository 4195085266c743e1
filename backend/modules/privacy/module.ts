import type { Module } from "#backend/module";
import { buildWaitingArchives, purgeArchives } from "./archive.ts";
import { finishErasures, replayErasures } from "./erasure.ts";
import { applyRetention } from "./retention.ts";
import { archiveFile, archiveOnBehalf, privacyRoutes } from "./routes.ts";

const copyJob = "copy-personal-data";

export const privacy: Module = (services) => ({
  endpoints: privacyRoutes(() => services.wake(copyJob)),
  routers: [archiveFile(services), archiveOnBehalf(services)],
  jobs: (services) => [
    { name: copyJob, every: "* * * * *", run: () => buildWaitingArchives(services) },
    { name: "finish-erasures", every: "* * * * *", run: () => finishErasures(services) },
    { name: "replay-erasures", every: "7 * * * *", run: () => replayErasures(services, services.clock()) },
    { name: "retention", every: "20 4 * * *", daily: true, run: () => applyRetention(services) },
  ],
  purge: purgeArchives,
});
