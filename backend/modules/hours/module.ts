import { drawnFile } from "#backend/http/private-file";
import type { Module } from "#backend/module";
import { certificatesApi } from "#contract/charity/volunteer-certificates";
import { certificatePdf } from "./certificate-pdf.ts";
import { requireCertificate } from "./certificates.ts";
import { lockClosedYears } from "./closing.ts";
import { notPersonal, personalData } from "./personal-data.ts";
import { remindOfProposals } from "./reminding.ts";
import { hoursRoutes } from "./routes.ts";
import { validatedHours } from "./timeline.ts";
import { hoursQueue } from "./work-queue.ts";

export const hours: Module = {
  personalData,
  notPersonal,
  timeline: [validatedHours],
  workQueues: [hoursQueue],
  parts: (services) => ({
    endpoints: hoursRoutes,
    jobs: (services) => [
      { name: "lock-hours", every: "*/5 * * * *", run: () => lockClosedYears(services) },
      { name: "remind-proposals", every: "*/5 * * * *", run: () => remindOfProposals(services) },
    ],
    routers: [
      drawnFile(services, "/api/volunteer-certificates/:id/pdf", certificatesApi.get.access, async (actor, id, http) => {
        const row = await requireCertificate(services.db, actor, id);
        return { bytes: await certificatePdf(services, row, http.get("locale")), mime: "application/pdf", name: `${row.number}.pdf` };
      }),
    ],
  }),
};
