import type { Module } from "#backend/module";
import { importRoutes } from "#backend/modules/imports/serving";
import { helloassoImportApi } from "#contract/charity/helloasso-import";
import { helloassoImport } from "./importing.ts";

export const helloasso: Module = {
  parts: () => ({ endpoints: importRoutes(helloassoImportApi, helloassoImport) }),
};
