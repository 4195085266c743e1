import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPaths } from "#tests/support/public-pages";
import { type Site, startSite } from "#tests/support/site";
import { localeOfPath, pathIn } from "~/i18n/locale-of-path";

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
function addressesIn(html: string): string[] {
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
      if (page && seen.size < 2_000) next.push(...addressesIn(await answer.text()).map((found) => ({ address: found, from: address })));
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
