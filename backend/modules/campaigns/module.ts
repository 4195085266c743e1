import { sql } from "drizzle-orm";
import { namedRecords } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { retentionLimit } from "#backend/privacy/retention";
import { campaignRoutes } from "./routes.ts";
import { startDueCampaigns } from "./starting.ts";
import { isEventMailMeant } from "./still-meant.ts";
import { endCampaigns } from "./stopping.ts";
import * as tables from "./tables.ts";

export const campaigns: Module = {
  auditNames: [namedRecords(tables.campaigns, tables.campaigns.title)],
  personalData: [{ table: "campaign_people", columns: ["user_id"], ...by("user_id"), erasure: "delete" }],
  notPersonal: {
    "campaigns.created_by": "the message is the charity's; each act of a person is in audit_log",
    "campaigns.updated_by": "the message is the charity's; each act of a person is in audit_log",
    "campaigns.sent_by": "the message is the charity's; each act of a person is in audit_log",
  },
  // As long as the notices, which refer to it.
  retention: [
    {
      kind: "notices",
      table: "campaigns",
      where: (now) => sql`it.finished_at <= ${retentionLimit("notices", now)}`,
    },
  ],
  mailsStillMeant: { campaign_event: isEventMailMeant },
  parts: () => ({
    endpoints: campaignRoutes,
    jobs: (services) => [
      {
        ...{ name: "campaigns", every: "* * * * *", atStart: true, everySeconds: 5 },
        async run() {
          await startDueCampaigns(services);
          await endCampaigns(services);
        },
      },
    ],
  }),
};
