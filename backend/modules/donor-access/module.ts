import { Hono } from "hono";
import * as z from "zod";
import { fileResponse } from "#backend/http/private-file";
import type { Env } from "#backend/http/routes";
import type { Module } from "#backend/module";
import { receiptFile } from "#backend/modules/fiscal-receipts/file";
import { ofAddress } from "#backend/modules/fiscal-receipts/own";
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
        const id = z.uuid().safeParse(http.req.param("id")).data;
        const file = id ? await receiptFile(services.db, id, ofAddress(email)) : null;
        if (!file) throw new Refusal("not_found");
        return fileResponse(http, file);
      }),
    ],
  }),
};
