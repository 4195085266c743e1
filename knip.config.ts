import type { KnipConfig } from "knip";

export default {
  entry: [
    "backend/server.ts",
    "backend/audit-verify.ts",
    "backend/admin.ts",
    "app/routes.ts",
    "app/entry.{client,server}.tsx",
    "app/i18n/i18next.ts",
    "app/routes/**/*.{ts,tsx}",
    "app/layouts/**/*-layout.tsx",
    "scripts/*.mjs",
    "bench/{run,lighthouse,bare-server,template-server,rolling-restart,kills,long-export,long-import,races,receipts,task-fairness}.ts",
    "app/lists/workbook-worker.ts",
    "app/content/import/{sheet,statement}-worker.ts",
    "bench/plain-template/{vite.config.ts,app/root.tsx,app/routes/*.tsx}",
    "e2e/{playwright.config,*.setup,**/*.spec}.ts",
    "tests/**/*.test.{ts,tsx}",
    "tests/support/{strict-console,empty-database}.ts",
    "backend/db/drizzle.config.ts",
  ],
  project: ["{app,backend,contract,tests,e2e,bench,scripts}/**/*.{ts,tsx,mjs}", "*.ts"],
  // Imported by style sheets only, and read as files.
  ignoreDependencies: ["tailwindcss", "dejavu-fonts-ttf"],
  ignoreBinaries: ["apt-get", "nginx"],
  ignoreExportsUsedInFile: true,
  // One handler under two names is how a route answers every method alike.
  exclude: ["duplicates"],
} satisfies KnipConfig;
