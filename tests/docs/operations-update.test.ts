import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const page = readFileSync("docs/operations.md", "utf8");

/** The blocks of commands of a section. */
function blocksOf(title: string): string[] {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block.replace(/^ +/gm, ""));
}

/**
 * A server with a version in `/opt/maillon` and a newer one beside it. Its commands note what they are told; of them `npm run assets:keep` and those for
 * files do it. A restart notes which version it begins, and `curl` answers for the process that was started last.
 */
function serverWithTwoVersions() {
  const root = mkdtempSync(join(tmpdir(), "maillon-update-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [opt, bin, notes] = [join(root, "opt"), join(root, "bin"), join(root, "notes")];
  for (const [folder, version] of [
    ["maillon", "old"],
    ["maillon-new", "new"],
  ] as const) {
    const assets = join(opt, folder, "build/client/assets");
    mkdirSync(assets, { recursive: true });
    mkdirSync(join(opt, folder, "scripts"));
    writeFileSync(join(assets, `${version}.js`), version);
    writeFileSync(join(opt, folder, "version"), version);
    cpSync("scripts/keep-assets.mjs", join(opt, folder, "scripts/keep-assets.mjs"));
    cpSync("package.json", join(opt, folder, "package.json"));
  }
  mkdirSync(bin);
  const npm = spawnSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).stdout.trim();
  const commands = {
    npm: `case "$*" in "run assets:keep"*) exec ${npm} "$@";; *) echo "npm $* in $(cat version)" >> ${notes};; esac`,
    systemctl: `echo "$* $(cat ${opt}/maillon/version)" >> ${notes}`,
    curl: `for last; do :; done; port=$(echo "$last" | sed 's/.*:\\([0-9]*\\).*/\\1/'); tail -1 ${notes} | grep -q "maillon@$port " && echo "ready $port" >> ${notes}`,
  };
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    opt,
    /** Runs a block as it is written, and returns what it noted. */
    follow(block = "false") {
      rmSync(notes, { force: true });
      const env = { ...process.env, PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}` };
      const { status, stderr } = spawnSync("sh", ["-e"], { input: block.replaceAll("/opt", opt), cwd: root, env, encoding: "utf8" });
      expect([block, status, status ? stderr : ""]).toEqual([block, 0, ""]);
      return existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : [];
    },
    version: (folder: string) => readFileSync(join(opt, folder, "version"), "utf8"),
  };
}

const oneAfterTheOther = (verb: string, version: string) =>
  ["3000", "3001"].flatMap((port) => [`${verb} maillon@${port} ${version}`, `ready ${port}`]);

test("an update by the guide builds the new version, puts it in place with the files of open pages, and restarts one process after the other", () => {
  const server = serverWithTwoVersions();
  const [build, restart, ...more] = blocksOf("Update");
  expect(server.follow(build)).toEqual([
    "npm install --no-save in new",
    "npm rebuild --ignore-scripts=false node in new",
    "npm run build in new",
  ]);
  expect([server.version("maillon"), server.version("maillon-before"), more]).toEqual(["new", "old", []]);
  expect(readdirSync(join(server.opt, "maillon/build/client/assets")).sort()).toEqual(["new.js", "old.js"]);
  expect(server.follow(restart)).toEqual(oneAfterTheOther("restart", "new"));
});

test("the ways back by the guide start the old version, one process after the other; where the database is restored, none runs meanwhile", () => {
  const [same = "", stop = "", start = "", ...more] = blocksOf("Go back one version");
  expect(more).toEqual([]);
  for (const way of [[same], [stop, start]]) {
    const server = serverWithTwoVersions();
    for (const block of blocksOf("Update")) server.follow(block);
    const noted = way.map((block) => server.follow(block));
    const expected = [oneAfterTheOther("restart", "old")];
    const restored = [["stop maillon@3000 maillon@3001 new"], oneAfterTheOther("start", "old")];
    expect(noted).toEqual(way.length === 1 ? expected : restored);
    expect([server.version("maillon"), server.version("maillon-new")]).toEqual(["old", "new"]);
  }
});
