import type { Module } from "#backend/module";
import { importRoutes } from "#backend/modules/imports/serving";
import { helloassoImportApi } from "#contract/charity/helloasso-import";
import { helloassoDonorsApi, helloassoMembersApi } from "#contract/charity/helloasso-people";
import { helloassoDonorsImport } from "./donors.ts";
import { helloassoImport } from "./importing.ts";
import { helloassoMembersImport } from "./members.ts";

export const helloasso: Module = {
  parts: () => ({
    endpoints: [
      ...importRoutes(helloassoImportApi, helloassoImport),
      ...importRoutes(helloassoDonorsApi, helloassoDonorsImport),
      ...importRoutes(helloassoMembersApi, helloassoMembersImport),
    ],
  }),
};
