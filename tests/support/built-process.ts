import { spawn } from "node:child_process";
import { once } from "node:events";
import { temporaryFolder } from "./temporary-folder.ts";

export type Settings = Record<string, string>;

/** One of the built servers as a process of its own, with these settings alone; `PORT` is one of them. */
export function runBuilt(what: "server" | "backend", settings: Settings & { PORT: string }) {
  const url = `http://localhost:${settings.PORT}`;
  const own = { PATH: process.env.PATH, NODE_ENV: "production", HOST: "127.0.0.1" } as const;
  const dataFolder = temporaryFolder("process");
  const running = spawn(process.execPath, [`build/${what}.js`], { env: { ...own, DATA_FOLDER: dataFolder, ...settings } });
  let output = "";
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (chunk) => (output += chunk));
  const statusOf = (path: string) =>
    fetch(url + path, { headers: { "accept-language": "fr" }, redirect: "manual" }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
  return {
    url,
    statusOf,
    /** Its output after it has ended, or null while it runs. */
    lastWords: () => (running.exitCode === null ? null : output),
    /** Its output so far. */
    output: () => output,
    kill: () => running.kill("SIGKILL"),
    /** Settled when it has ended for any reason. */
    ended: new Promise<void>((resolve) => running.once("exit", () => resolve())),
    /** Asks it to end; answers its exit code and how many milliseconds that took. */
    async stop() {
      const started = performance.now();
      const ended = once(running, "exit");
      running.kill("SIGTERM");
      const [code] = await ended;
      return { code: code as number | null, milliseconds: performance.now() - started };
    },
  };
}
