import type { Module } from "#backend/module";
import { oauthClientRoutes } from "./routes.ts";

export const oauthClients: Module = {
  notPersonal: {
    "oauth_clients.created_by": "the application is the charity's; each act of a person is in audit_log",
    "oauth_clients.name": "an application",
  },
  parts: () => ({ endpoints: oauthClientRoutes }),
};
