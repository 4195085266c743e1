import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { serverUrl } from "#tests/support/database";
import { freePort } from "#tests/support/free-port";
import { postOffice } from "#tests/support/post-office";
import { temporaryFolder } from "#tests/support/temporary-folder";

const page = readFileSync("docs/operations.md", "utf8");
const unit = readFileSync("deploy/maillon.service", "utf8");

/** The commands in the blocks of a section, one a line. */
function commandsOf(title: string): string[] {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block.replace(/\\\n\s*/g, ""));
  return blocks
    .join("\n")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function commandOf(title: string, begin: string): string {
  const found = commandsOf(title).find((line) => line.startsWith(begin));
  if (!found) throw new Error(`"${title}" has no command ${begin}`);
  return found;
}

/** A server of PostgreSQL for an operator with its tools; what is called `maillon` in the guide has a name of its own. */
function operatorOf(server: string) {
  const { hostname, port, username, password } = new URL(server);
  const name = `maillon_guide_${randomBytes(4).toString("hex")}`;
  const folder = temporaryFolder("guide");
  const tools = { PATH: process.env.PATH, PGHOST: hostname, PGPORT: port || "5432", PGUSER: username, PGPASSWORD: password };
  const named = (text: string) => text.replaceAll(/\bmaillon(?=_restored|\s|$)/g, name);
  const ownerUrl = (database: string) => `postgres://${name}:secret@${hostname}:${tools.PGPORT}/${database}`;
  onTestFinished(async () => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    for (const database of [name, `${name}_restored`]) await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`drop role if exists ${name}`);
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    database: ownerUrl(name),
    restored: ownerUrl(`${name}_restored`),
    folder,
    run(command: string, environment: Record<string, string> = {}, cwd = folder, allowed = [0]) {
      const options = {
        cwd,
        encoding: "utf8",
        input: "secret\nsecret\n",
        env: { ...tools, NODE_ENV: "production", ...environment },
      } as const;
      const { status, stdout, stderr } = spawnSync("sh", ["-ec", named(command)], options);
      expect(allowed, `${command} ended with ${status}: ${stdout}${stderr}`).toContain(status);
      return stdout;
    },
  };
}

/** A process as the unit file starts it, with the settings of `/etc/maillon.env`. */
async function startUnit(settings: Record<string, string>, dataFolder: string, fixed?: number) {
  const port = fixed ?? (await freePort());
  const line = (name: string) => unit.match(new RegExp(`^${name}=(.*)$`, "m"))?.[1] ?? "";
  const environment = Object.fromEntries(
    line("Environment")
      .replace("%i", String(port))
      .replace("/var/lib/maillon", dataFolder)
      .split(" ")
      .map((pair) => pair.split("=") as [string, string]),
  );
  const [, ...flags] = line("ExecStart").split(" ");
  const running = spawn(process.execPath, flags, {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment, ...settings },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((done) => running.once("exit", done));
  onTestFinished(() => void running.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    async ready() {
      const curl = /`(curl [^`]*)`/.exec(page)?.[1]?.replace("3000", String(port)) ?? "false";
      await expect.poll(() => spawnSync("sh", ["-c", curl]).status, { timeout: 60_000, interval: 250 }).toBe(0);
    },
    stop() {
      running.kill("SIGTERM");
      return ended;
    },
  };
}

const hasTools = spawnSync("sh", ["-c", "command -v createuser createdb pg_dump pg_restore curl"]).status === 0;

test.runIf(serverUrl && hasTools)(
  "the guide of an operator is followed: install, first administrator, update, back-up, restore, back to the version before",
  { timeout: 300_000 },
  async () => {
    const operator = operatorOf(serverUrl ?? "");
    const mails = await postOffice();
    const dataFolder = join(operator.folder, "data");

    for (const begin of ["createuser", "createdb"]) operator.run(commandOf("Install", begin));
    const secret = operator.run(/`(openssl [^`]*)`/.exec(page)?.[1] ?? "").trim();
    const publicPort = await freePort();
    const settings = {
      PUBLIC_URL: `http://localhost:${publicPort}`,
      DATABASE_URL: operator.database,
      SESSION_SECRETS: secret,
      SMTP_URL: mails.url,
      MAIL_FROM: "site@charity.example",
    };
    const first = await startUnit(settings, dataFolder, publicPort);
    await first.ready();
    const second = await startUnit(settings, dataFolder);
    await second.ready();

    const admin = commandOf("The first evening", "systemd-run").replace(/^.*?(?=node_modules\/)/, "");
    const printed = operator.run(admin, { ...settings, DATA_FOLDER: dataFolder }, resolve("."));
    const link = /http\S+\/setup\?token=[\w-]+/.exec(printed)?.[0] ?? "";
    const password = "une chaîne de vélos verts";
    const form = { firstName: "Camille", lastName: "Robert", locale: "fr", terms: "on", password, again: password };
    const begun = await fetch(link, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "manual",
      headers: { origin: settings.PUBLIC_URL },
    });
    expect([begun.status, begun.headers.get("location")]).toEqual([303, "/setup/organisation"]);
    expect(printed).toContain("also mailed to someone@example.org");
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const dashboard = () => fetch(`${settings.PUBLIC_URL}/dashboard`, { headers: { cookie, "accept-language": "fr" }, redirect: "manual" });
    expect(await (await dashboard()).text()).toContain("Avant d’ouvrir le site");

    // An update: a back-up, then one process after the other, while the other one answers.
    operator.run(commandOf("Back-up", "pg_dump"), settings);
    expect(await first.stop()).toBe(0);
    // As the proxy asks: under the name of the site.
    expect(operator.run(`curl -fsS --header "Host: ${new URL(settings.PUBLIC_URL).host}" ${second.url}/password/request`)).toContain(
      "</html>",
    );
    const updated = await startUnit(settings, dataFolder, publicPort);
    await updated.ready();
    expect(await second.stop()).toBe(0);

    // The way back: what happened since the back-up is lost, the account of before is there.
    operator.run(admin.replace("someone@", "since@"), { ...settings, DATA_FOLDER: dataFolder }, resolve("."));
    expect(await updated.stop()).toBe(0);
    const restoring = { ...settings, RESTORED_URL: operator.restored };
    for (const begin of ["createdb", "pg_restore"]) operator.run(commandOf("Restore", begin), restoring);
    const back = { ...settings, DATABASE_URL: operator.restored };
    const restored = await startUnit(back, dataFolder, publicPort);
    await restored.ready();
    expect((await dashboard()).status).toBe(200);
    const verify = commandOf("Restore", "systemd-run").replace(/^.*?(?=node_modules\/)/, "");
    // The first time it ends with 1 where the log was signed after the back-up, which a job does each hour.
    expect(operator.run(verify, { ...back, DATA_FOLDER: dataFolder }, resolve("."), [0, 1])).toContain("is signed as it is");
    expect(operator.run(verify, { ...back, DATA_FOLDER: dataFolder }, resolve("."))).toContain("The audit log is whole");
    const client = new pg.Client({ connectionString: operator.restored });
    await client.connect();
    const { rows } = await client.query("select email from setup_links order by created_at");
    await client.end();
    expect(rows).toEqual([{ email: "someone@example.org" }]);
  },
);

test("the guide names commands and files that exist", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((script) => !scripts[script])).toEqual([]);
  const files = [...page.matchAll(/`((?:deploy|backend)\/[\w./-]+)`/g)].map(([, file = ""]) => file);
  for (const file of files) expect(() => readFileSync(file)).not.toThrow(/ENOENT/);
});
