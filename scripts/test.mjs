// `npm test`: everything, from a fresh clone; the last line counts over all suites.
// What needs a database runs on a PostgreSQL server when there is one: where TEST_DATABASE_URL or --server-database says, or one that is started for this
// run, or on 127.0.0.1:5432.
import { parseArgs } from "node:util";
import { buildWhenStale, installWhenNeeded, pinnedNode, run } from "./machine.mjs";

const { values } = parseArgs({ options: { "server-database": { type: "string" } } });
installWhenNeeded();
if (Number(process.versions.node.split(".")[0]) < 24) run(pinnedNode, process.argv.slice(1));
else {
  const { allSuites, startChecks } = await import("./suites.mjs");
  const { startTestServer } = await import("./test-server.mjs");
  const checks = startChecks();
  await buildWhenStale();
  const named = values["server-database"] ?? process.env.TEST_DATABASE_URL;
  const own = named ? null : await startTestServer();
  const server = named ?? own?.url ?? "postgres://postgres@127.0.0.1:5432/postgres";
  // Each suite is given its database by `allSuites`.
  delete process.env.TEST_DATABASE_URL;
  const { passed, failed, skipped } = await allSuites(server, checks);
  own?.stop();
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exit(failed ? 1 : 0);
}
