// `node bench/rolling-restart.ts --postgres URL [--requests 5000]`: two web tiers and two backends behind one proxy each, restarted one after
// the other while requests go on. Reports the requests, the failures, and how long each process took to end.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { rollingRestart } from "#tests/support/rolling-restart";

const { values } = parseArgs({ options: { postgres: { type: "string" }, requests: { type: "string", default: "5000" } } });
if (!values.postgres) throw new Error("Say which empty database to use: --postgres postgres://…");
const { requested, failed, ends } = await rollingRestart({ databaseUrl: values.postgres, requests: Number(values.requests) });
const slowest = Math.max(...ends.map(({ milliseconds }) => milliseconds));
process.stdout.write(
  `${requested} requests over ${ends.length} restarts: ${failed.length} failed; processes ended with ${ends.map(({ code }) => code).join(", ")}, the slowest after ${Math.round(slowest)} ms\n`,
);
if (failed.length > 0) process.stdout.write(`${[...new Set(failed)].slice(0, 10).join("\n")}\n`);
if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
process.exit(failed.length > 0 ? 1 : 0);
