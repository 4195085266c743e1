import { eq } from "drizzle-orm";
import { drawnFile } from "#backend/http/private-file";
import type { Module } from "#backend/module";
import { depositsApi } from "#contract/giving/takings";
import { getDeposit } from "./deposits.ts";
import { paymentsInOffice } from "./office-search.ts";
import { notPersonal, personalData, retention } from "./personal-data.ts";
import { paymentRoutes } from "./routes.ts";
import { slipPdf } from "./slip-pdf.ts";
import { chequeDeposits } from "./tables.ts";

export const payments: Module = {
  personalData,
  notPersonal,
  retention,
  officeSearch: [paymentsInOffice],
  parts: (services) => ({
    endpoints: paymentRoutes,
    routers: [
      drawnFile(services, "/api/admin/cheque-deposits/:id/pdf", depositsApi.get.access, async (_, id, http) => {
        const deposit = await getDeposit(services.db, id);
        const [{ at } = { at: services.clock() }] = await services.db
          .select({ at: chequeDeposits.createdAt })
          .from(chequeDeposits)
          .where(eq(chequeDeposits.id, id));
        const bytes = await slipPdf(services, { deposit, at }, http.get("locale"));
        return { bytes, mime: "application/pdf", name: `${deposit.number}.pdf` };
      }),
    ],
  }),
};
