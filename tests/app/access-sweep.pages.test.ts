import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Access, decide } from "#contract/access";
import { type Role, roles } from "#contract/roles";
import { aUser, signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";
import { specifiedRoutes } from "#tests/support/specification";
import { type ProtectedPath, policies } from "~/access/policies";

let site: Site;
const cookies = new Map<Role, string>();
let addressOf: Awaited<ReturnType<typeof addRecords>>;

beforeAll(async () => {
  site = await startSite();
  const people = new Map<Role, string>();
  for (const role of roles) {
    const person = await signIn(site.backend, { role });
    cookies.set(role, person.cookie);
    people.set(role, person.id);
  }
  addressOf = await addRecords(site, { admin: cookies.get("ADMIN") ?? "", authorId: people.get("VOLUNTEER") ?? "" });
});
afterAll(() => site.backend.close());

const frames = ["routes/admin/news/record", "routes/admin/people/person", "routes/admin/people/donator"];
const languages = [
  { prefix: "", home: "/" },
  { prefix: "/en", home: "/en" },
];
const cases = [null, ...roles] as const;

/** Where the gate sends someone with an open account, or null when the page opens. */
function stopFor(role: Role | null, access: Access) {
  return decide(role && aUser({ role }), access);
}

test("S6-018 every row of the specification's table is a policy, and says the same", () => {
  const asText = (access: Access) =>
    typeof access === "string" ? access : access.roles.join("|") + (access.permission ? `+${access.permission}` : "");
  const sorted = (text: string) => text.split("|").sort().join("|");
  for (const { path, access } of specifiedRoutes)
    expect([path, sorted(asText(policies[path as ProtectedPath]))]).toEqual([path, sorted(access)]);
});

test("every page that is served has a policy", () => {
  const missing = servedPages(site.build).filter(
    ({ path, id }) => !frames.includes(id) && !(path in policies) && !path.startsWith("/builds/"),
  );
  expect(missing).toEqual([]);
});

describe("S4-001 S1-009 S2-001 S4-003 S4-009 S6-001 S6-006 S6-007 S6-008 S6-011 the gate", () => {
  test.each(languages)("opens documents to those it should, in both languages ($home)", async ({ prefix, home }) => {
    for (const { path, hasPage } of servedPages(site.build)) {
      const access = policies[path as ProtectedPath];
      if (!access || path.startsWith("/login") || path === "/logout") continue;
      for (const role of cases) {
        const response = await site.visit(addressOf(path, prefix), { cookie: role ? cookies.get(role) : undefined });
        const location = response.headers.get("location");
        const who = `${role ?? "visitor"} ${prefix}${path}`;
        const stop = stopFor(role, access);
        if (stop === "/login") expect([who, location?.split("?")[0]]).toEqual([who, `${prefix}/login`]);
        else if (stop === "/") expect([who, location]).toEqual([who, home]);
        else if (access === "authenticated" && path.includes("{id}")) expect([who, response.status]).toEqual([who, 404]);
        else if (access === "authenticated") expect([who, location]).toEqual([who, `${prefix}/dashboard`]);
        else
          expect([who, [200, 301, 302, 404].includes(response.status), location?.includes("/login") ?? false]).toEqual([who, true, false]);
        if (
          typeof access === "object" &&
          stop === null &&
          !["/bulk", "/set", "/copy", "/cv", "/file", "/publication", "/account"].some((end) => path.endsWith(end))
        )
          expect([who, response.status]).toEqual([who, 200]);
        const [, language] = /<html[^>]* lang="([\w-]+)"/.exec(await response.text()) ?? [];
        if (hasPage && !location) expect([who, language]).toEqual([who, prefix === "/en" ? "en" : "fr"]);
      }
    }
  });

  test.each(languages)(
    "answers data requests, whole or for one route alone, with the same stop and no data ($home)",
    async ({ prefix, home }) => {
      for (const { path, id } of servedPages(site.build)) {
        const access = policies[path as ProtectedPath] ?? policies["/dashboard/admin/news/{id}/view"];
        if (access === "public" || path.startsWith("/builds/") || path.match(/\.(csv|xlsx|xml|json)$/)) continue;
        for (const role of cases) {
          const stop = stopFor(role, access);
          if (stop === null) continue;
          for (const query of ["", `?_routes=${encodeURIComponent(id)}`]) {
            const response = await site.visit(`${addressOf(path, prefix)}.data${query}`, { cookie: role ? cookies.get(role) : undefined });
            const body = await response.text();
            const who = `${role ?? "visitor"} ${prefix}${path}.data${query}`;
            expect([who, response.status, body.includes("SingleFetchRedirect")]).toEqual([who, 202, true]);
            expect([
              who,
              body.includes(stop === "/login" ? "/login?redirectTo=" : `"${stop === "/" ? (home === "/" ? "/" : "/") : stop}"`),
            ]).toEqual([who, true]);
            expect([who, body.includes("Un brouillon")]).toEqual([who, false]);
          }
        }
      }
    },
  );

  test("stops every action posted by someone it does not open to", async () => {
    for (const { path, hasAction } of servedPages(site.build)) {
      const access = policies[path as ProtectedPath];
      if (!hasAction || !access || access === "public") continue;
      for (const role of cases) {
        const stop = stopFor(role, access);
        if (stop === null) continue;
        const response = await site.visit(addressOf(path, ""), {
          cookie: role ? cookies.get(role) : undefined,
          form: { title: "x", intent: "archive" },
        });
        const who = `${role ?? "visitor"} POST ${path}`;
        expect([who, response.headers.get("location")?.split("?")[0]]).toEqual([who, stop]);
      }
    }
  });
});

test.each([
  "/dashboard/",
  "/DASHBOARD",
  "//dashboard",
  "/dashboard/admin/news/",
  "/Dashboard/Admin/News",
  "/dashboard/admin%2Fnews",
  "/dashboard/%61dmin/news",
  "/dashboard/admin/news?_data=routes%2Fadmin%2Fnews%2Flist",
  "/dashboard/admin/news.data?_routes=routes%2Fadmin%2Fnews%2Flist",
  "/dashboard/admin/news/../news",
])("no spelling of an address goes round the gate: %s", async (path) => {
  const response = await site.visit(path);
  const body = await response.text();
  expect([response.status === 200 && !body.includes("SingleFetchRedirect"), body.includes("Un brouillon")]).toEqual([false, false]);
});
