import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { openEmbedded } from "#backend/db/client";

const migrations = "backend/db/migrations";
const cache = "node_modules/.cache/maillon";

/** Where the migrated, empty database of these migrations is kept: made once, loaded by each test file. */
export function emptyDatabaseFile(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrations)
    .filter((file) => file.endsWith(".sql"))
    .sort())
    hash.update(readFileSync(`${migrations}/${name}`));
  hash.update(readFileSync(`${migrations}/meta/_journal.json`));
  return `${cache}/empty-${hash.digest("hex").slice(0, 16)}.tar`;
}

export default async function makeEmptyDatabase() {
  const file = emptyDatabaseFile();
  if (process.env.TEST_DATABASE_URL || existsSync(file)) return;
  mkdirSync(cache, { recursive: true });
  const database = await openEmbedded();
  const dump = await database.client.dumpDataDir("none");
  writeFileSync(file, new Uint8Array(await dump.arrayBuffer()));
  await database.close();
}
