// `node bench/rolling-restart.ts --postgres URL [--requests 5000] [--nginx]`: two web tiers and two backends behind one proxy each,
// of our own or nginx with the file that we ship, restarted one after
// the other while requests go on. Reports the requests, the failures, how each process ended, and whether a form and a script of a page that was open before still work.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { openNginx } from "#tests/support/nginx";
import { rollingRestart } from "#tests/support/rolling-restart";

const { values } = parseArgs({
  options: { postgres: { type: "string" }, requests: { type: "string", default: "5000" }, nginx: { type: "boolean" } },
});
if (!values.postgres) throw new Error("Say which empty database to use: --postgres postgres://…");
const { requested, failed, ends, form, asset } = await rollingRestart({
  databaseUrl: values.postgres,
  requests: Number(values.requests),
  ...(values.nginx && { proxy: openNginx }),
});
const slowest = Math.max(...ends.map(({ milliseconds }) => milliseconds));
process.stdout.write(
  `${requested} requests over ${ends.length} restarts: ${failed.length} failed; processes ended with ${ends.map(({ code }) => code).join(", ")}, the slowest after ${Math.round(slowest)} ms; the open form came to ${form}, its script to ${asset}\n`,
);
if (failed.length > 0) process.stdout.write(`${[...new Set(failed)].slice(0, 10).join("\n")}\n`);
if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
const passed = failed.length === 0 && ends.every(({ code }) => code === 0) && form === 303 && asset === 200;
process.exit(passed ? 0 : 1);
