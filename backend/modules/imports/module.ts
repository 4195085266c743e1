import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { purgeSheets, sheetRoutes } from "./routes.ts";

export const imports: Module = {
  personalData: [
    // Rows to import, stored for a day: their content is the charity's, not the sender's personal data. They go with their file.
    { table: "sheets", columns: ["owner_id"], ...by("owner_id"), hidden: ["columns", "mapping"], erasure: "delete" },
    { table: "import_mappings", columns: ["owner_id"], ...by("owner_id"), erasure: "delete" },
  ],
  notPersonal: { "sheets.file_name": "what a file is called; the row is its sender's" },
  parts: () => ({
    endpoints: sheetRoutes,
    purge: ({ db }, now) => purgeSheets(db, now),
  }),
};
