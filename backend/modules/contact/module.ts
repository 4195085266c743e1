import type { Module } from "#backend/module";
import { threadFiles } from "#backend/threads/files";
import { messagesApi } from "#contract/charity/contact";
import { personalData, retention } from "./personal-data.ts";
import { contactRoutes } from "./routes.ts";
import { messageReplies } from "./tables.ts";

export const contact: Module = {
  personalData,
  retention,
  parts: (services) => ({
    endpoints: contactRoutes,
    routers: threadFiles(services, messagesApi, { replies: messageReplies, entityType: "message" }),
  }),
};
