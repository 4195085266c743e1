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

test("nginx logs no query, and never marks a process as failed", () => {
  const site = read("deploy/nginx.conf");
  const format = /^log_format without_query .*$/m.exec(site)?.[0] ?? "";
  expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|uri|http_referer)\b/);
  expect(site).toMatch(/^ {2}access_log \S+ without_query;$/m);
  // A line of a lower level has the whole request.
  expect(site).toMatch(/^ {2}error_log \S+ crit;$/m);
  expect([...site.matchAll(/^ {2}server 127\..*$/gm)].map(([line]) => line.includes("max_fails=0"))).toEqual([true, true]);
});

/** A path as the map of the example logs it: by the first expression that fits, whose signs JavaScript reads the same. */
function loggedByNginx(path: string): string {
  const map = /^map \$uri \$logged_path \{\n([\s\S]*?)^\}/m.exec(read("deploy/nginx.conf"))?.[1] ?? "";
  for (const [, anyCase, source, logged] of map.matchAll(/^ {2}"?~(\*?)(.+?)"? (\/\S+|\$uri);$/gm))
    if (new RegExp(source ?? "", anyCase ? "i" : "").test(path)) return logged === "$uri" ? path : (logged ?? "");
  return path;
}

test.each([
  ["/donations/manage/DON-7K4M-Q2ZP", "/:reference"],
  ["/en/donate/don-7k4mq2zp", "/:reference"],
  ["/donations/manage/DON7K4MQ2ZP)", "/:reference"],
  ["/donations/manage/DON-0K4M-Q2Z1", "/:reference"],
  ["/certificates/ABCD", "/certificates/:code"],
  ["/people/ada@example.org", "/:masked"],
  ["/people/06 12 34 56 78", "/:masked"],
  ["/people/06.12.34.56.78", "/:masked"],
  ["/oidc/auth/secret", "/oidc/auth/:id"],
  ["/api/auth/interactions/secret/login", "/api/auth/interactions/:id"],
])("nginx masks %s", (path, logged) => {
  expect(loggedByNginx(path)).toBe(logged);
});

test.each([
  "/donate",
  "/donate/company",
  "/donations/access",
  "/donations/manage",
  "/dashboard/admin/donations/cheques",
  "/dashboard/donator/fiscal-receipts",
  "/register/donator-form",
  "/assets/donations-B2kq7WzX.js",
  "/api/admin/donations",
  "/api/donations/statistics",
  "/dashboard/admin/events/0f8fad5b-d9cb-469f-a165-123456789012/door",
])("nginx logs %s as it is", (path) => {
  expect(loggedByNginx(path)).toBe(path);
});

test("in a container the server is not the first process, which nothing inside can kill: its watchdog does", () => {
  expect(read("compose.yaml")).toMatch(/^ {4}init: true$/m);
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
