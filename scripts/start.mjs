// `npm start`, `npm run start:backend`, `npm run audit:verify`, `npm run admin`: whatever the fresh clone still needs, then the server.
import { spawn } from "node:child_process";
import { buildWhenStale, installWhenNeeded, pinnedNode, serverEnvironment, serverFlags } from "./machine.mjs";

const [what = "server", ...parameters] = process.argv.slice(2);
installWhenNeeded();
await buildWhenStale();

const server = spawn(pinnedNode, [...serverFlags, "--enable-source-maps", `build/${what}.js`, ...parameters], {
  stdio: "inherit",
  env: { ...serverEnvironment, ...process.env, NODE_ENV: "production" },
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
