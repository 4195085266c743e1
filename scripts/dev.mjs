// Starts the site for those who work on it: pages change in the browser as they are saved, and the server starts over
// when it or the backend changes. (`node --watch` would also restart for the files that Vite writes for itself.)
import { spawn } from "node:child_process";
import { watch } from "node:fs";

const sources = ["server.ts", "backend", "contract", ".env"];
const pause = 100;

let server = start();
let restart;
let ending = false;

for (const source of sources) {
  try {
    watch(source, { recursive: true }, changed);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    ending = true;
    if (server.exitCode !== null) process.exit();
    server.once("exit", (code) => process.exit(code ?? 0));
    server.kill(signal);
  });
}

function start() {
  return spawn(process.execPath, ["server.ts"], { stdio: "inherit", env: { ...process.env, NODE_ENV: "development" } });
}

/** Several files that are saved at once start it over once. */
function changed() {
  clearTimeout(restart);
  restart = setTimeout(() => {
    if (ending) return;
    const again = () => {
      if (!ending) server = start();
    };
    if (server.exitCode !== null || server.signalCode !== null) return again();
    server.once("exit", again);
    server.kill("SIGTERM");
  }, pause);
}
