import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "backend/db/migrations";

test("each migration is in the journal, in order, and beside them is the newest snapshot alone", () => {
  const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, "utf8")) as { entries: { idx: number; tag: string }[] };
  const files = globSync(`${folder}/*.sql`).toSorted();
  expect(entries.map(({ tag }) => `${folder}/${tag}.sql`)).toEqual(files);
  const newest = String(entries.at(-1)?.idx).padStart(4, "0");
  // `npm run database:migration` removes the older ones.
  expect(globSync(`${folder}/meta/*_snapshot.json`)).toEqual([`${folder}/meta/${newest}_snapshot.json`]);
});
