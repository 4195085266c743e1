// The plain template under the framework's own server, which packs with gzip. Run by the benchmark as a child process; it reports its CPU seconds on request.
import { readFileSync } from "node:fs";

Object.assign(globalThis, { pageTree: JSON.parse(readFileSync(process.env.TEMPLATE_TREE ?? "", "utf8")) });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
process.on("disconnect", () => process.exit(0));
// Its package names it as a program only. It takes the build's path as its first argument.
await import(new URL("../node_modules/@remix-run/serve/dist/cli.js", import.meta.url).href);
