import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { serverEnvironment, serverFlags } from "../../scripts/machine.mjs";

const read = (file: string) => readFileSync(file, "utf8");

test.each(["Dockerfile", "deploy/maillon.service", "README.md"])(
  "%s starts the site with the flags and the environment of npm start",
  (file) => {
    const command = /^(?:CMD|ExecStart=|Build once).*build\/server\.js.*$/m.exec(read(file))?.[0] ?? "";
    expect(command.match(/--[\w-]+(=\d+)?/g)?.filter((flag) => flag !== "--enable-source-maps")).toEqual(serverFlags);
    for (const [name, value] of Object.entries(serverEnvironment)) expect(read(file)).toContain(`${name}=${value}`);
  },
);

test("behind nginx, the unit and the containers take the visitor's network from it", () => {
  expect(read("deploy/maillon.service")).toMatch(/TRUST_PROXY=true/);
  expect(read("compose.yaml")).toMatch(/TRUST_PROXY: "true"/);
});

test("the image holds what a server reads at its start", () => {
  const copied = [...read("Dockerfile").matchAll(/^COPY --from=build \/maillon\/(\S+)/gm)].map(([, path]) => path);
  expect(copied).toEqual(["package.json", "node_modules", "locales", "backend/db", "backend/demo", "build"]);
});

test("CI and the image run the Node that the repository pins", () => {
  const major = read("package-lock.json").match(/"node_modules\/node":\s*{\s*"version": "(\d+)\./)?.[1];
  expect([read(".nvmrc").trim(), read("Dockerfile").match(/^FROM node:(\d+)/m)?.[1]]).toEqual([major, major]);
});

test.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md"])("%s names places that exist", (file) => {
  const named = [...read(file).matchAll(/`((?:app|backend|contract|docs|locales|tests)\/[^`<*]*)`|\]\((?!https?:)([^)#]+)/g)].map(
    ([, code, link = ""]) => code ?? join(dirname(file), link),
  );
  const paths = named.flatMap((path) => (path.includes("{fr,en}") ? ["fr", "en"].map((one) => path.replace("{fr,en}", one)) : [path]));
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test("the operations page names the schema that the queue has", () => {
  const schema = /schema: "(\w+)"/.exec(read("backend/worker/queue.ts"))?.[1];
  expect([...read("docs/operations.md").matchAll(/in the schema `(\w+)`/g)].map(([, named]) => named)).toEqual([schema]);
});
