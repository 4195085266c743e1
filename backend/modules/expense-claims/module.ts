import type { Module } from "#backend/module";
import { notPersonal, personalData, retention } from "./personal-data.ts";
import { expenseClaimRoutes } from "./routes.ts";

export const expenseClaims: Module = {
  personalData,
  notPersonal,
  retention,
  parts: () => ({ endpoints: expenseClaimRoutes }),
};
