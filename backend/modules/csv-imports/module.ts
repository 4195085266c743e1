import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { purgeSheets, sheetRoutes } from "./routes.ts";

export const csvImports: Module = {
  personalData: [
    // Rows to import, stored for a day: their content is the charity's, not the sender's personal data.
    { table: "sheets", columns: ["owner_id"], ...by("owner_id"), hidden: ["cells"], erasure: "delete" },
  ],
  notPersonal: { "sheets.file_name": "what a file is called; the row is its sender's" },
  parts: () => ({
    endpoints: sheetRoutes,
    purge: ({ db }, now) => purgeSheets(db, now),
  }),
};
