import { Hono } from "hono";
import { fileResponse, idOf } from "#backend/http/private-file";
import type { Env } from "#backend/http/routes";
import type { Module } from "#backend/module";
import { receiptFile } from "#backend/modules/fiscal-receipts/file";
import { ofEmail } from "#backend/modules/fiscal-receipts/own";
import { Refusal } from "#backend/refusal";
import { personalData, retention } from "./personal-data.ts";
import { donorAccessRoutes } from "./routes.ts";
import { donorOf } from "./sessions.ts";

export const donorAccess: Module = {
  personalData,
  retention,
  parts: (services) => ({
    endpoints: donorAccessRoutes,
    routers: [
      new Hono<Env>().get("/api/donor-receipts/:id/pdf", async (http) => {
        const { email } = await donorOf({ ...services, http, actor: await services.authenticate(services, http, "public") });
        const file = await receiptFile(services.db, idOf(http), ofEmail(email));
        if (!file) throw new Refusal("not_found");
        return fileResponse(http, file);
      }),
    ],
  }),
};
