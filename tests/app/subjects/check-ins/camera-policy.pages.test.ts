import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addRunningEvent } from "#tests/support/door";
import { signIn } from "#tests/support/people";
import { servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";
import type { PageHandle } from "~/layouts/handle";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const scriptsOf = async (path: string) =>
  (await site.visit(path, { cookie })).headers
    .get("content-security-policy")
    ?.split("; ")
    .find((directive) => directive.startsWith("script-src"));

test("the pages of a door may run the reader of codes, and no other page may", async () => {
  const { eventId } = await addRunningEvent(site.backend);
  const doors = [`/dashboard/admin/events/scan?event=${eventId}`, `/en/dashboard/events/${eventId}/door`];
  for (const path of doors) expect(await scriptsOf(path)).toMatch(/^script-src 'self' 'nonce-[^']+' 'wasm-unsafe-eval'$/);
  const { routes } = site.build;
  const may = servedPages(site.build).filter(({ id }) => (routes[id]?.module.handle as PageHandle | undefined)?.webAssembly);
  expect(may.map(({ path }) => path).sort()).toEqual(["/dashboard/admin/events/scan", "/dashboard/door", "/dashboard/events/{id}/door"]);
  const others = ["/", "/login", "/dashboard", `/dashboard/admin/events/${eventId}`, `/dashboard/events/${eventId}`, "/dashboard/nothing"];
  for (const path of others) expect((await scriptsOf(path)) ?? "").not.toContain("wasm");
});

test("the reader of codes is a file of this site, sent as what it is and packed", async () => {
  const { entry } = site.build.assets;
  const script = await (await site.visit(entry.module)).text();
  expect(script).not.toContain(".wasm");
  const [file] = readdirSync("build/client/assets").filter((name) => name.endsWith(".wasm"));
  const answer = await site.visit(`/assets/${file}`, { headers: { "accept-encoding": "br" } });
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-encoding")]).toEqual([
    200,
    "application/wasm",
    "br",
  ]);
});
