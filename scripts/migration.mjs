// Writes the migration for changed tables. drizzle-kit compares them with the newest snapshot alone: older ones are removed.
import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";

const generate = ["node_modules/drizzle-kit/bin.cjs", "generate", "--config", "backend/db/drizzle.config.ts"];
const { status } = spawnSync(process.execPath, [...generate, ...process.argv.slice(2)], { stdio: "inherit" });
if (status === 0) for (const older of globSync("backend/db/migrations/meta/*_snapshot.json").toSorted().slice(0, -1)) rmSync(older);
process.exit(status ?? 1);
