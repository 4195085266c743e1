import { afterAll, beforeAll, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { everywherePermissions } from "#contract/accounts/permissions";
import { publishContent } from "#tests/support/content";
import { openerOf, signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";
import { listedAsMissing, missingRows } from "#tests/support/specification";

let site: Site;
let adminCookie = "";
let onLineId = "";
let urlOf: Awaited<ReturnType<typeof addRecords>>;

/** `/login` is the provider's form, which the frame's test opens; a redirect or a text to sign answers the second, and the third exists with push alone. */
const elsewhere = ["/login", "/account/pending/documents", "/dashboard/admin/notifications/devices"];

beforeAll(async () => {
  site = await startSite();
  const { cookie, id } = await signIn(site.backend, { role: "ADMIN", permissions: everywherePermissions });
  adminCookie = cookie;
  urlOf = await addRecords(site, { admin: cookie, authorId: id });
  const published = { status: "published" as const, publishedAt: new Date("2026-11-01") };
  const texts = { title: { fr: "Une collecte", en: "A pick-up" }, lead: { fr: "" }, body: { fr: "Texte.", en: "Text." } };
  const [article] = await site.backend.services.db
    .insert(articles)
    .values({ ...texts, ...published, authorId: id, updatedBy: id })
    .returning();
  onLineId = article?.id ?? "";
});
afterAll(() => site.backend.close());

/** The page at an address, and where redirects led. */
async function open(path: string, cookie: string) {
  let address = path;
  for (let step = 0; step < 4; step += 1) {
    const answer = await site.visit(address, { cookie });
    const location = answer.headers.get("location");
    if (!location) return { address, status: answer.status, title: /<title>(.*?)<\/title>/s.exec(await answer.text())?.[1] };
    address = new URL(location, site.backend.services.settings.publicUrl).pathname;
  }
  throw new Error(`${path} goes in circles`);
}

test.each(["", "/en"])(
  "S1-010 every row of routes.csv and every other page has a title in the template, and the home page the name alone (%s)",
  async (prefix) => {
    const pages = servedPages(site.build).filter(({ path, hasPage }) => hasPage && !elsewhere.includes(path));
    expect(pages.length).toBeGreaterThan(15);
    expect(missingRows(site.build)).toEqual(listedAsMissing());
    for (const { path } of pages) {
      const person = openerOf(path);
      const cookie = person ? (await signIn(site.backend, person)).cookie : adminCookie;
      const { address, status, title } = await open(urlOf(path === "/news/{id}" ? `/news/${onLineId}` : path, prefix), cookie);
      expect([path, address, status]).toEqual([path, address, 200]);
      if (path === "/") expect(title).toBe("Maillon");
      else expect([path, title]).toEqual([path, expect.stringMatching(/^[^|]*\S \| Maillon$/)]);
    }
  },
);

test.each([
  ["S2-010", "/cgu", "CGU - Conditions Générales d'Utilisation"],
  ["S2-011", "/gdpr", "RGPD - Protection des données"],
  ["S2-012", "/press", "PRESSE"],
  ["S2-013", "/story", "NOTRE HISTOIRE"],
  ["S2-014", "/contact", "Contact"],
  ["S2-015", "/news/{id}", "Une collecte - Article"],
  ["S2-016", "/team/{id}", "EQUIPE LOCALE"],
  ["S2-017", "/news", "ARTICLES"],
  ["S2-018", "/team", "NOTRE EQUIPE"],
])("%s the French title of %s is %s", async (_, path, own) => {
  const ids: Record<string, string> = { "/news/{id}": onLineId, "/team/{id}": await sectorOnLine() };
  const { status, title } = await open(path.replace("{id}", ids[path] ?? ""), "");
  expect([status, title?.replaceAll("&#x27;", "'")]).toEqual([200, `${own} | Maillon`]);
});

async function sectorOnLine() {
  return ((await publishContent(site.backend, "sectors", adminCookie, { name: "Lyon" })) as unknown as { id: string }).id;
}

test.each(["", "/en"])("S1-010 error pages too, under the product's own name (%s)", async (prefix) => {
  const { publicUrl } = site.backend.services.settings;
  const environment = site.app.webEnvironment.parse({ PRODUCT_NAME: "Chaînon" });
  const settings = site.app.publicSettings(environment, { publicUrl, organisation: "Chaînon", buildId: "test" });
  const renamed = await startSite({ settings }, site.backend);
  for (const path of ["/nothing-here", "/news?_data=x", "/dashboard/nothing-here"]) {
    const html = await (await renamed.visit(prefix + path, { cookie: adminCookie })).text();
    expect([path, /<title>(.*?)<\/title>/s.exec(html)?.[1]]).toEqual([path, expect.stringMatching(/^[^|]*\S \| Chaînon$/)]);
  }
  expect(await (await renamed.visit(prefix || "/")).text()).toContain("<title>Chaînon</title>");
});
