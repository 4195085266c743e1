import type { Module } from "#backend/module";
import { notPersonal, personalData, retention } from "./personal-data.ts";
import { expenseClaimRoutes } from "./routes.ts";
import { expenseQueue } from "./work-queue.ts";

export const expenseClaims: Module = {
  personalData,
  notPersonal,
  retention,
  workQueues: [expenseQueue],
  parts: () => ({ endpoints: expenseClaimRoutes }),
};
