import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * nginx with the shipped `deploy/nginx.conf` before these ports, over plain HTTP on `port`; ports, names and files are replaced, nothing else. Its logs
 * are in `folder` until it is closed. Throws where nginx is not installed.
 */
export async function openNginx(port: number, targets: () => number[]) {
  const folder = temporaryFolder("nginx");
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(port, targets(), folder));
  const child = spawn("nginx", ["-p", folder, "-c", file, "-g", "daemon off; error_log stderr crit;"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  const failed = ended.then(() => Promise.reject(new Error("nginx ended")));
  failed.catch(() => {});
  while (!(await answersOn(port))) await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), failed]);
  return {
    port,
    folder,
    async close() {
      child.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(port: number, targets: number[], folder: string): string {
  const [first, ...others] = targets;
  const site = readFileSync("deploy/nginx.conf", "utf8")
    .replace(/^server \{\n {2}listen 80;[^}]*\}\n/m, "")
    .replace("127.0.0.1:3000 ", `127.0.0.1:${first} `)
    .replace(/^.*127\.0\.0\.1:3001 .*$/m, others.map((other) => `  server 127.0.0.1:${other} max_fails=0;`).join("\n"))
    // The public address of the test has a port.
    .replaceAll("Host $host;", "Host $http_host;")
    .replace(/^ {2}listen 443.*$/m, `  listen 127.0.0.1:${port};`)
    .replace(/^ {2}(listen \[::\]|ssl_certificate).*\n/gm, "")
    .replaceAll("/var/log/nginx/", `${folder}/`);
  return `pid ${folder}/nginx.pid;\nworker_processes 1;\nevents { worker_connections 512; }\nhttp {\n${site}\n}\n`;
}

function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const ended = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.once("connect", () => ended(true)).once("error", () => ended(false));
  });
}
