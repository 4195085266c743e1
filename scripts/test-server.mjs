// A PostgreSQL server for one run of the tests, in a folder of its own, which never waits for the disk: tests make a database for each of their files and
// remove it again, and each removal makes a durable server write everything to the disk first.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Settings of a server whose data nobody needs after the run. */
const settings = {
  listen_addresses: "127.0.0.1",
  max_connections: "200",
  shared_buffers: "256MB",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  timezone: "UTC",
  // What it analyses at its own time would change plans from one run to the next.
  autovacuum: "off",
};

/**
 * Starts one with the PostgreSQL that is installed on this machine: `{ url, stop }`, or null where there is none. PostgreSQL refuses to run as
 * root, so root starts it as the system's user `postgres`.
 */
export async function startTestServer() {
  const programs = installedPrograms();
  const user = process.getuid?.() === 0 ? systemUser("postgres") : {};
  if (!programs || !user) return null;
  const folder = mkdtempSync(join(tmpdir(), "maillon-postgres-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const run = (program, args) =>
    spawnSync(join(programs, program), args, { ...user, cwd: folder, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
  const port = await freePort();
  const options = Object.entries({ ...settings, unix_socket_directories: folder, port }).map(([name, value]) => `-c ${name}=${value}`);
  const stop = () => {
    if (!existsSync(folder)) return;
    run("pg_ctl", ["stop", "--pgdata", data, "--mode", "immediate"]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", stop);
  const steps = [
    ["initdb", ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"]],
    ["pg_ctl", ["start", "--pgdata", data, "--wait", "--silent", "--log", join(folder, "log"), "--options", options.join(" ")]],
  ];
  for (const [program, args] of steps) {
    const { status, stderr, error } = run(program, args);
    if (status === 0) continue;
    process.stdout.write(`${program} failed, the tests have no PostgreSQL server of their own: ${stderr || error}\n`);
    stop();
    return null;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

/** The folder of the newest PostgreSQL's programs: Debian's, or that of the search path. */
function installedPrograms() {
  const versions = globSync("/usr/lib/postgresql/*/bin/initdb").map(dirname);
  const newest = versions.sort((a, b) => Number.parseInt(b.split("/")[4], 10) - Number.parseInt(a.split("/")[4], 10));
  const onPath = (process.env.PATH ?? "").split(":").filter((folder) => existsSync(join(folder, "initdb")));
  return [...newest, ...onPath].find((folder) => ["initdb", "pg_ctl", "postgres"].every((name) => readdirSync(folder).includes(name)));
}

function systemUser(name) {
  const idOf = (flag) => spawnSync("id", [flag, name], { encoding: "utf8" });
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
