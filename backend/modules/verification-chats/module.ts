import type { Module } from "#backend/module";
import { verificationChatRoutes } from "./routes.ts";

export const verificationChats: Module = () => ({ endpoints: verificationChatRoutes });
