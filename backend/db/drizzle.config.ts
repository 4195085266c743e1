import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: ["backend/modules/*/tables.ts", "backend/identity/tables.ts", "backend/http/tables.ts"],
  out: "backend/db/migrations",
});
