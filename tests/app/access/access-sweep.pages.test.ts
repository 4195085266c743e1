import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { type Access, redirectFor } from "#contract/accounts/access";
import { type Role, roles } from "#contract/accounts/roles";
import { publicUrl } from "#tests/support/backend";
import { aUser, signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { keepCookies, type Site, startSite } from "#tests/support/site";
import { listedAsMissing, missingRows, specifiedRoutes } from "#tests/support/specification";
import { policies } from "~/access/policies";
import type { PagePath } from "~/pages";

let site: Site;
const cookies = new Map<Role, string>();
let urlOf: Awaited<ReturnType<typeof addRecords>>;

beforeAll(async () => {
  site = await startSite();
  const people = new Map<Role, string>();
  for (const role of roles) {
    const person = await signIn(site.backend, { role });
    cookies.set(role, person.cookie);
    people.set(role, person.id);
  }
  const authorId = people.get("VOLUNTEER") ?? "";
  const ofRecords = await addRecords(site, { admin: cookies.get("ADMIN") ?? "", authorId });
  const words = { title: { fr: "Une collecte", en: "A pick-up" }, lead: { fr: "" }, body: { fr: "Texte.", en: "Text." } };
  const [onLine] = await site.backend.services.db
    .insert(articles)
    .values({ ...words, status: "published", publishedAt: new Date("2026-11-01"), authorId, updatedBy: authorId })
    .returning();
  urlOf = (path, prefix) => ofRecords(path === "/news/{id}" ? `/news/${onLine?.id}` : path, prefix);
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
  return redirectFor(role && aUser({ role }), access);
}

test("every row of the specification's table is a policy, and says the same", () => {
  const asText = (access: Access) =>
    typeof access === "string" ? access : access.roles.join("|") + (access.permission ? `+${access.permission}` : "");
  const sorted = (text: string) => text.split("|").sort().join("|");
  for (const { path, access } of specifiedRoutes)
    expect([path, sorted(asText(policies[path as PagePath]))]).toEqual([path, sorted(access)]);
});

test("every page that is served has a policy", () => {
  const missing = servedPages(site.build).filter(({ path, id }) => !frames.includes(id) && !(path in policies));
  expect(missing).toEqual([]);
});

/** Rows that rules name one by one. */
const named = [
  "/dashboard",
  "/account/settings",
  ...["/account/membership", "/account/billing/setup-complete"],
  ...["/dashboard/events", "/dashboard/my-events", "/dashboard/events/{id}/qrcode"],
  "/dashboard/volunteer-hours",
  "/dashboard/admin/volunteer-hours",
  "/dashboard/my-tracking",
  ...["create", "{id}/edit", "{id}/view"].map((end) => `/dashboard/admin/news/${end}`),
  ...["drivers", "volunteers", "{id}/view"].map((end) => `/dashboard/admin/users/${end}`),
];

const specified = new Set(specifiedRoutes.map(({ path }) => path));

/** Public rows that lead a visitor on: a team's id to its name, the first step of an account to the choice of its kind. */
const leadOn: Record<string, [status: number, location: string]> = {
  "/team/{id}": [301, "/team/"],
  "/register/basic": [302, "/register"],
  "/register/donator-form": [302, "/register/donator"],
};

/** Pages of one's own records, and whose the record of the test is. */
const ownersOf: Record<string, Role> = {
  "/account/tasks/{id}": "VOLUNTEER",
  // Of volunteers, those who hold the right in the event's team or are named for it.
  "/dashboard/events/{id}/door": "ADMIN",
  "/dashboard/events/{id}/door-list": "ADMIN",
  "/dashboard/events/{id}/kits": "ADMIN",
  "/account/tasks/{id}/result.csv": "VOLUNTEER",
  "/account/membership/{id}/attestation.pdf": "VOLUNTEER",
  "/dashboard/volunteer-hours/{id}": "VOLUNTEER",
  "/dashboard/volunteer-hours/certificates/{id}/attestation.pdf": "VOLUNTEER",
  "/dashboard/donator/fiscal-receipts/{id}/receipt.pdf": "DONATOR_INDIVIDUAL",
  "/dashboard/expenses/receipts/{id}/receipt.pdf": "VOLUNTEER",
};

/** Asks each page as a visitor and as each role: whom the gate stops, and that it opens to everyone else. */
async function askDocuments(pages: ReturnType<typeof servedPages>, { prefix, home }: (typeof languages)[number]) {
  const faults: string[] = [];
  for (const { path, hasPage } of pages) {
    const access = policies[path as PagePath];
    if (!access || path.startsWith("/builds/") || path.startsWith("/login/") || path === "/logout") continue;
    for (const role of cases) {
      const response = await site.visit(urlOf(path, prefix), { cookie: role ? cookies.get(role) : undefined });
      const location = response.headers.get("location");
      const who = `${role ?? "visitor"} ${prefix}${path}`;
      const stop = stopFor(role, access);
      if (stop === "/login") expect([who, location?.split("?")[0]]).toEqual([who, `${prefix}/login`]);
      else if (stop === "/") expect([who, location]).toEqual([who, home]);
      else if (path in ownersOf) expect([who, response.status]).toEqual([who, role === ownersOf[path] ? 200 : 404]);
      else if (access === "authenticated" && path.includes("{id}")) expect([who, response.status]).toEqual([who, 404]);
      else if (access === "authenticated") expect([who, location]).toEqual([who, `${prefix}/dashboard`]);
      else if (path === "/login")
        expect([who, location?.split("?")[0]]).toEqual([who, role ? `${prefix}/dashboard` : `${publicUrl}/oidc/auth`]);
      else if (access === "public" && specified.has(path)) {
        const [status, leads] = leadOn[path] ?? [200, null];
        const isShown = response.status === status && (leads ? location?.startsWith(prefix + leads) : !location);
        // Pages for those who have no account lead home.
        const isForOthers = role && response.status === 302 && location === `${prefix}/dashboard`;
        if (!isShown && !isForOthers) faults.push(`${who}: ${response.status} ${location}`);
      } else expect([who, response.status < 500, location?.includes("/login") ?? false]).toEqual([who, true, false]);
      if (
        typeof access === "object" &&
        stop === null &&
        (!(path in ownersOf) || role === ownersOf[path]) &&
        ![
          "/bulk",
          "/set",
          "/write",
          "/copy",
          "/cv",
          "/file",
          "/publication",
          "/account",
          "/pictures",
          "/pictures/{id}",
          "/files/{id}",
          // Without push there is none.
          "/notifications/devices",
          "/markdown-preview",
          // Of who has a place.
          "/qrcode.png",
          "/stored-forms",
          // They lead to where the pledges are now.
          "/admin/pledges",
          "/admin/pledges/{id}",
          "/refused.csv",
        ].some((end) => path.endsWith(end))
      )
        expect([who, response.status]).toEqual([who, 200]);
      const [, language] = /<html[^>]* lang="([\w-]+)"/.exec(await response.text()) ?? [];
      if (hasPage && !location) expect([who, language]).toEqual([who, prefix === "/en" ? "en" : "fr"]);
    }
  }
  expect(faults).toEqual([]);
}

describe("the gate", () => {
  test.each(languages)(
    "S1-009 S2-001 S4-001 S4-003 S4-009 S6-001 S6-018 every row of routes.csv opens to those it should ($home)",
    async (language) => {
      expect(missingRows(site.build)).toEqual(listedAsMissing());
      await askDocuments(servedPages(site.build), language);
    },
  );

  test.each(languages)(
    "S6-004 S6-005 S6-006 S6-007 S6-008 S6-009 S6-010 S6-011 rows that the access table names open to those it names ($home)",
    async (language) => {
      const pages = servedPages(site.build).filter(({ path }) => named.includes(path));
      expect(pages).toHaveLength(named.length);
      await askDocuments(pages, language);
    },
  );

  test.each(languages)(
    "S4-001 every row of routes.csv answers data requests, whole or for one route alone, with the same stop and no data ($home)",
    async ({ prefix }) => {
      for (const { path, id } of servedPages(site.build)) {
        const access = policies[path as PagePath] ?? policies["/dashboard/admin/news/{id}/view"];
        if (access === "public" || path.startsWith("/builds/") || path.match(/\.(csv|xlsx|xml|json)$/)) continue;
        for (const role of cases) {
          const stop = stopFor(role, access);
          if (stop === null) continue;
          for (const query of ["", `?_routes=${encodeURIComponent(id)}`]) {
            const response = await site.visit(`${urlOf(path, prefix)}.data${query}`, { cookie: role ? cookies.get(role) : undefined });
            const body = await response.text();
            const who = `${role ?? "visitor"} ${prefix}${path}.data${query}`;
            expect([who, response.status, body.includes("SingleFetchRedirect")]).toEqual([who, 202, true]);
            expect([who, body.includes(stop === "/login" ? "/login?redirectTo=" : `"${stop}"`)]).toEqual([who, true]);
            expect([who, body.includes("Un brouillon")]).toEqual([who, false]);
          }
        }
      }
    },
  );

  test("S4-001 every row of routes.csv stops an action posted by someone it does not open to", async () => {
    for (const { path, hasAction } of servedPages(site.build)) {
      const access = policies[path as PagePath];
      if (!hasAction || !access || access === "public") continue;
      for (const role of cases) {
        const stop = stopFor(role, access);
        if (stop === null) continue;
        const response = await site.visit(urlOf(path, ""), {
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

test.each([
  ["", "/", "Cette page n’est pas ouverte à votre compte."],
  ["/en", "/en", "This page isn’t open to your account."],
])("S4-009 %s: the home page says why a page of another role led to it", async (prefix, home, message) => {
  const cookie = cookies.get("BENEFICIARY") ?? "";
  for (const path of ["/dashboard/admin/users/volunteers", "/dashboard/admin/users/volunteers.data"]) {
    const refused = await site.visit(`${prefix}${path}`, { cookie });
    const shown = await (await site.visit(home, { cookie: keepCookies(cookie, refused) })).text();
    for (const to of ["/dashboard", "/contact"])
      expect(shown).toMatch(new RegExp(`href="${prefix}${to}"[^>]*data-toast-action|data-toast-action[^>]*href="${prefix}${to}"`));
    expect([path, shown.includes(message), (await (await site.visit(home, { cookie })).text()).includes(message)]).toEqual([
      path,
      true,
      false,
    ]);
  }
  const visitor = await site.visit(`${prefix}/dashboard/admin/users/volunteers`);
  expect(visitor.headers.getSetCookie().some((line) => line.startsWith("toast="))).toBe(false);
});
