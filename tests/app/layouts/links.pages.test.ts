import { afterAll, beforeAll, expect, test } from "vitest";
import { redirectFor } from "#contract/accounts/access";
import { everywherePermissions } from "#contract/accounts/permissions";
import { type Role, roles } from "#contract/accounts/roles";
import { aUser, signIn } from "#tests/support/people";
import { publicPaths } from "#tests/support/public-pages";
import { servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";
import { policies } from "~/access/policies";
import { localeOfPath, pathIn } from "~/i18n/locale-of-path";
import type { PagePath } from "~/pages";

/** Linked pages that do not exist yet: each is removed from this list once it does. */
const toCome: string[] = [];

const listed = "the list of pages";
let site: Site;
let first: string[] = [];
beforeAll(async () => {
  site = await startSite();
  first = await publicPaths(site);
});
afterAll(() => site.backend.close());

/** Addresses of ours in a page: links, pictures, scripts, style sheets, forms. */
function urlsIn(html: string): string[] {
  const { publicUrl } = site.backend.services.settings;
  return [...html.matchAll(/\s(?:href|src|action)="([^"#]+)(?:#[^"]*)?"/g)]
    .map(([, address = ""]) => address.replaceAll("&amp;", "&"))
    .map((address) => (address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address))
    .filter((address) => address.startsWith("/"));
}

const pathOf = (address: string) => pathIn("fr", address.split("?")[0] ?? "");

test("every link in every public page works, in both languages", async () => {
  const seen = new Map<string, string>();
  const broken: string[] = [];
  const reached = new Set<string>();
  let waiting = first.map((address) => ({ address, from: listed }));
  while (waiting.length > 0) {
    const next: typeof waiting = [];
    for (const { address, from } of waiting) {
      if (seen.has(address)) continue;
      seen.set(address, from);
      const answer = await site.visit(address, { language: localeOfPath(address) });
      if (toCome.includes(pathOf(address)) && answer.status === 404) {
        reached.add(pathOf(address));
        continue;
      }
      // A page that a mail leads to says without a token that its link has ended.
      if (answer.status === 410 && from === listed) continue;
      if (![200, 301, 302].includes(answer.status)) broken.push(`${address} answers ${answer.status}, linked from ${from}`);
      const page = answer.status === 200 && answer.headers.get("content-type")?.startsWith("text/html");
      if (page && seen.size < 2_000) next.push(...urlsIn(await answer.text()).map((found) => ({ address: found, from: address })));
    }
    waiting = next;
  }
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(30);
  expect(toCome.filter((path) => !reached.has(path))).toEqual([]);
});

test.each(["", "/en"].flatMap((prefix) => ["/delivraide", "/dressed", "/euro-solidaire"].map((path) => prefix + path)))(
  "links to a part of %s stay on the page and lead to something",
  async (address) => {
    const html = await (await site.visit(address, { language: localeOfPath(address) })).text();
    const parts = [...html.matchAll(/<a [^>]*href="([^"#]*)#([^"]+)"/g)].filter(([, page = ""]) =>
      ["", "/", "/en", address].includes(page),
    );
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.filter(([, page, id]) => page !== "" || !html.includes(` id="${id}"`)).map(([link]) => link)).toEqual([]);
  },
);

/**
 * Pages that no other page links: what answers a choice in a list, what replaces a page while an account is not open, what exists only with keys for
 * notifications or with a tax regime, and where the provider of payments leads back to.
 */
const unlinked = [
  /\/(bulk|set|write)$/,
  /^\/account\/(pending\/|not-verified$)/,
  /\/notifications\/devices$/,
  /^\/account\/billing\/setup-complete$/,
  /^\/dashboard\/expenses\/create$/,
  /^\/dashboard\/door$/,
];
/** Who has no lists saves no views and starts no tasks. */
const withoutLists = ["/dashboard/views", "/account/tasks"];
const unlinkedFor: Partial<Record<Role, string[]>> = {
  // Their menu has the events of all in place of their own ones. The others are linked once there is something: keys of the cache, messages of Stripe, subscribers.
  ADMIN: [
    "/dashboard/events",
    "/dashboard/my-events",
    "/dashboard/admin/cache-metrics/purge",
    "/dashboard/admin/stripe-manage/events",
    "/dashboard/admin/notifications/subscribers/export",
  ],
  BENEFICIARY: withoutLists,
  DONATOR_MERCHANT: withoutLists,
  DONATOR_INDIVIDUAL: withoutLists,
};

test.each(roles)("each page without an id that %s may open is linked from another page of theirs", { timeout: 300_000 }, async (role) => {
  const { cookie } = await signIn(site.backend, { role, permissions: role === "ADMIN" ? everywherePermissions : [] });
  const user = aUser({ role, permissions: role === "ADMIN" ? everywherePermissions : [] });
  const own = servedPages(site.build)
    .filter(({ path, hasPage }) => hasPage && /^\/(dashboard|account)(\/|$)/.test(path) && !path.includes("{"))
    .map(({ path }) => path)
    .filter((path) => redirectFor(user, policies[path as PagePath]) === null && !unlinked.some((one) => one.test(path)))
    .filter((path) => !unlinkedFor[role]?.includes(path));
  expect(own.length).toBeGreaterThan(6);
  const linked = new Set<string>();
  for (const path of own) {
    const answer = await site.visit(path, { cookie });
    expect([path, answer.status]).toEqual([path, 200]);
    for (const address of urlsIn(await answer.text())) if (pathOf(address) !== path) linked.add(pathOf(address));
  }
  expect(own.filter((path) => !linked.has(path))).toEqual([]);
});
