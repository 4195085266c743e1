import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serverUrl } from "#tests/support/database";
import { ownDatabase, startProcess } from "#tests/support/processes";
import { temporaryFolder } from "#tests/support/temporary-folder";

test.runIf(serverUrl)("on an empty PostgreSQL database, the documented command leads to a working dashboard", async () => {
  const settings = await ownDatabase();
  const site = await startProcess("server", settings);
  await site.ready();
  const notice = "nobody administers this site yet: `npm run admin -- you@example.org` makes a link to begin with";
  await expect.poll(site.output).toContain(notice);
  const own = { PATH: process.env.PATH, NODE_ENV: "production" as const, PUBLIC_URL: site.url, ...settings };
  const command = spawnSync(process.execPath, ["build/admin.js", "first@charity.example"], { env: own, encoding: "utf8" });
  expect([command.status, command.stderr]).toEqual([0, ""]);
  const link = /http\S+\/setup\?token=[\w-]+/.exec(command.stdout)?.[0] ?? "";
  const password = "une chaîne de vélos verts";
  const body = new URLSearchParams({ firstName: "Camille", lastName: "Robert", locale: "fr", terms: "on", password, again: password });
  const begun = await fetch(link, { method: "POST", body, redirect: "manual", headers: { origin: site.url } });
  expect([begun.status, begun.headers.get("location")]).toEqual([303, "/setup/organisation"]);
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const dashboard = await fetch(`${site.url}/dashboard`, { headers: { cookie, "accept-language": "fr" } });
  expect([dashboard.status, await dashboard.text()]).toEqual([200, expect.stringContaining("Avant d’ouvrir le site")]);
  const again = spawnSync(process.execPath, ["build/admin.js", "second@charity.example"], { env: own, encoding: "utf8" });
  expect(again.stdout).toContain("This site has 1 administrator already");
  const later = await startProcess("server", settings);
  await later.ready();
  expect(later.output()).not.toContain("nobody administers");
});

test("the command refuses an invalid e-mail address with an example of a valid one", () => {
  const { status, stderr } = spawnSync(process.execPath, ["build/admin.js", "nobody"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("npm run admin -- someone@example.org")]);
});

test("in production, the command refuses to make a link for a database that nothing serves", () => {
  const folder = temporaryFolder("admin");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATA_FOLDER: join(folder, "none") };
  const { status, stderr } = spawnSync(process.execPath, ["build/admin.js", "first@charity.example"], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("there is no DATABASE_URL, and no database in")]);
  expect(existsSync(env.DATA_FOLDER)).toBe(false);
});
