import type { Module } from "#backend/module";
import { legalDocumentRoutes, signedFile } from "./routes.ts";

export const legalDocuments: Module = (services) => ({ endpoints: legalDocumentRoutes, routers: [signedFile(services)] });
