import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";
import { verificationChatRoutes } from "./routes.ts";

export const verificationChats: Module = {
  personalData,
  notPersonal: { "verification_chats.owner_id": "who of the team answers" },
  retention,
  parts: () => ({ endpoints: verificationChatRoutes }),
};
