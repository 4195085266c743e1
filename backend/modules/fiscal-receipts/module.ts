import { privateFile } from "#backend/http/private-file";
import type { Module } from "#backend/module";
import { fiscalReceiptsApi, ownReceiptsApi } from "#contract/giving/fiscal-receipts";
import { checkNumbers } from "./continuity.ts";
import { countDueReceipts } from "./due.ts";
import { receiptFile } from "./file.ts";
import { ofAccount } from "./own.ts";
import { notPersonal, personalData, retention } from "./personal-data.ts";
import { fiscalReceiptRoutes } from "./routes.ts";
import { declarationQueue, receiptQueue } from "./work-queue.ts";

export const fiscalReceipts: Module = {
  personalData,
  notPersonal,
  retention,
  workQueues: [receiptQueue, declarationQueue],
  parts: (services) => ({
    endpoints: fiscalReceiptRoutes,
    jobs: (services) => [
      { name: "check-receipts", every: "10 3 * * *", daily: true, run: () => checkNumbers(services) },
      { name: "due-receipts", every: "40 4 * * *", daily: true, run: () => countDueReceipts(services) },
    ],
    routers: [
      privateFile(services, "/api/admin/fiscal-receipts/:id/pdf", fiscalReceiptsApi.get.access, (_, id) => receiptFile(services.db, id)),
      privateFile(services, "/api/own-fiscal-receipts/:id/pdf", ownReceiptsApi.get.access, (actor, id) =>
        receiptFile(services.db, id, ofAccount(actor.id)),
      ),
    ],
  }),
};
