// `npm test`: everything, from a fresh clone; the last line counts over all suites.
// --server-database URL: what needs a database runs on that PostgreSQL server, when it answers.
import { parseArgs } from "node:util";
import { buildWhenStale, installWhenNeeded, pinnedNode, run } from "./machine.mjs";

const { values } = parseArgs({ options: { "server-database": { type: "string" } } });
installWhenNeeded();
if (Number(process.versions.node.split(".")[0]) < 24) run(pinnedNode, process.argv.slice(1));
else {
  const { allSuites } = await import("./suites.mjs");
  await buildWhenStale();
  const { passed, failed } = await allSuites(values["server-database"]);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed ? 1 : 0);
}
