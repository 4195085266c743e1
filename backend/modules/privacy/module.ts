import type { Module } from "#backend/module";
import { newest } from "#backend/search/last-change";
import { buildWaitingArchives, purgeArchives } from "./archive.ts";
import { finishErasures, replayErasures } from "./erasure.ts";
import { personalData, retention } from "./personal-data.ts";
import { applyRetention } from "./retention.ts";
import { archiveFile, archiveOnBehalf, privacyRoutes } from "./routes.ts";
import * as tables from "./tables.ts";
import { requestQueue } from "./work-queue.ts";

const copyJob = "copy-personal-data";

export const privacy: Module = {
  personalData,
  notPersonal: {
    "data_requests.asked_by": "belongs to whom the request is about",
    "erasures.user_id": "says nothing but who was erased and when, which the erasure itself needs",
  },
  retention,
  workQueues: [requestQueue],
  lastChanges: [newest("retention_policy", tables.retentionPolicies, tables.retentionPolicies.updatedAt)],
  parts: (services) => ({
    endpoints: privacyRoutes(() => services.wake(copyJob)),
    routers: [archiveFile(services), archiveOnBehalf(services)],
    jobs: (services) => [
      { name: copyJob, every: "* * * * *", run: () => buildWaitingArchives(services) },
      { name: "finish-erasures", every: "* * * * *", run: () => finishErasures(services) },
      { name: "replay-erasures", every: "7 * * * *", run: () => replayErasures(services, services.clock()) },
      { name: "retention", every: "20 4 * * *", daily: true, run: () => applyRetention(services) },
    ],
    purge: purgeArchives,
  }),
};
