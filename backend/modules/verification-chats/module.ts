import type { Module } from "#backend/module";
import { ownChatFile, staffChatFile } from "./files.ts";
import { personalData, retention } from "./personal-data.ts";
import { verificationChatRoutes } from "./routes.ts";
import { chatQueue } from "./work-queue.ts";

export const verificationChats: Module = {
  personalData,
  notPersonal: { "verification_chats.owner_id": "who of the team answers" },
  retention,
  workQueues: [chatQueue],
  parts: (services) => ({ endpoints: verificationChatRoutes, routers: [ownChatFile(services), staffChatFile(services)] }),
};
