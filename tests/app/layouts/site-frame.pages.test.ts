import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { localeTexts } from "#tests/support/locale-texts";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";
import { specifiedRoutes } from "#tests/support/specification";

let site: Site;
let admin = "";
let articleId = "";

beforeAll(async () => {
  site = await startSite();
  const person = await signIn(site.backend, { role: "ADMIN" });
  admin = person.cookie;
  const texts = { title: { fr: "Une collecte", en: "A pick-up" }, lead: { fr: "" }, body: { fr: "Texte.", en: "Text." } };
  const [article] = await site.backend.services.db
    .insert(articles)
    .values({ ...texts, authorId: person.id, updatedBy: person.id })
    .returning();
  articleId = article?.id ?? "";
});
afterAll(() => site.backend.close());

const languages = [
  { prefix: "", home: "/", locale: "fr", column: "title_fr", error: "Erreur" },
  { prefix: "/en", home: "/en", locale: "en", column: "title_en", error: "Error" },
] as const;

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
const titleOf = (html: string) => plain(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "");
const headerOf = (html: string) => /<header.*?<\/header>/s.exec(html)?.[0] ?? "";
const menuOf = (html: string) => /<div class="[^"]*"><nav.*?<\/details><a /s.exec(headerOf(html))?.[0] ?? "";
const entriesOf = (html: string) => /<nav.*?<\/nav>/s.exec(menuOf(html))?.[0] ?? "";
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
const subList = /<details[^>]*>.*?<\/details>/s;

const open = async (path: string, cookie?: string) => {
  const response = await site.visit(path, { cookie });
  return { status: response.status, html: await response.text() };
};

describe.each(languages)("pages in $locale", ({ prefix, home, locale, column, error }) => {
  test("every title of the specification is in the texts, letter by letter", () => {
    const titles = localeTexts(locale).titles as Record<string, string>;
    const titled = specifiedRoutes.filter((row) => row[column] !== "");
    expect(titled.length).toBeGreaterThan(100);
    for (const row of titled) expect([row.path, titles[row.path]]).toEqual([row.path, row[column]]);
  });

  test.each([
    "/login",
    "/dashboard",
    "/dashboard/admin/news",
    "/dashboard/admin/news/create",
    "/dashboard/admin/news/{id}/edit",
    "/dashboard/admin/news/{id}/view",
  ])("the title of %s stands in the template", async (path) => {
    const cookie = path.startsWith("/dashboard") ? admin : undefined;
    const { status, html } = path === "/login" ? await openLogin(prefix) : await open(prefix + path.replace("{id}", articleId), cookie);
    const own = specifiedRoutes.find((row) => row.path === path)?.[column];
    expect([status, titleOf(html).replace(/^.* - /, path.includes("{id}") ? "" : "$&")]).toEqual([200, `${own} | Maillon`]);
  });

  test("the ten entries of the menu in order, S2-024 S2-025 S2-026 S2-027 S2-028 S2-029 S2-030 S2-031 S2-032 S2-033 S2-034 S2-045", async () => {
    const entries = entriesOf((await open(prefix || "/")).html);
    const inner = subList.exec(entries)?.[0] ?? "";
    const targets = ["/story", null, "/partners", "/news", "/press", "/further-support", "/jobs", "/team", "/donate"];
    const order = [home, ...targets.map((target) => target && prefix + target)];
    const shown = [...entries.replace(inner, "<b></b>").matchAll(/<li>(?:<a [^>]*href="([^"]*)"|<b>)/g)].map(([, href]) => href ?? null);
    expect(shown).toEqual(order);
    expect(linksIn(inner)).toEqual(["/delivraide", "/dressed", "/euro-solidaire"].map((target) => prefix + target));
    expect(/<summary.*?<\/summary>/s.exec(inner)?.[0]).not.toContain("href");
  });

  test.each<[address: string, entry: string | null]>([
    ["", ""],
    ...["/story", "/partners", "/news", "/press", "/further-support", "/jobs", "/team", "/donate"].map((path): [string, string] => [
      path,
      path,
    ]),
    ["/news?page=1", "/news"],
    ["/delivraide", "/delivraide"],
    ["/dressed", "/dressed"],
    ["/euro-solidaire", "/euro-solidaire"],
    ["/contact", null],
    ["S2-036 /donations/access", "/donate"],
    ["S2-036 /donations/manage", "/donate"],
    ["S2-037 /actions/anything", null],
  ])("S2-035 S2-046 on %s the menu marks the entry %s, and only that one", async (address, entry) => {
    const path = address.replace(/^S\S+ /, "");
    const entries = entriesOf((await open(prefix + path || "/")).html);
    const marked = [...entries.matchAll(/<a [^>]*aria-current="page"[^>]*>/g)].flatMap(([link]) => linksIn(link));
    expect(marked).toEqual(entry === null ? [] : [prefix + entry || "/"]);
    const isAction = /^\/(actions|delivraide|dressed|euro-solidaire)/.test(path);
    expect(/<summary[^>]*>/.exec(entries)?.[0].includes("aria-current")).toBe(isAction);
  });

  test.each([
    ["/delivraide", true],
    ["/dressed?a=b", true],
    ["/euro-solidaire", true],
    ["", false],
    ["/news", false],
    ["/actions/anything", false],
  ])("S2-049 on %s the sub-list starts open: %s", async (path, open_) => {
    const [details = ""] = /<details[^>]*data-sub-list[^>]*>/.exec((await open(prefix + path || "/")).html) ?? [];
    expect([details !== "", / open/.test(details)]).toEqual([true, open_]);
  });

  test.each([
    ["S2-019 S2-040 /press", "light", undefined],
    ["S2-020 S2-041 /story", "dark", undefined],
    ["S2-042 /", "transparent", "white"],
    ["S2-042 /delivraide", "transparent", "black"],
  ])("%s has the %s header", async (page, variant, text) => {
    const path = prefix + (page.split(" ").at(-1) ?? "");
    const [tag = ""] = /<header[^>]*>/.exec((await open(path === "/en/" ? "/en" : path)).html) ?? [];
    expect([/data-variant="(\w+)"/.exec(tag)?.[1], /data-text="(\w+)"/.exec(tag)?.[1]]).toEqual([variant, text]);
  });

  test("S2-038 S2-039 S2-055 logo, account and languages", async () => {
    const header = headerOf((await open(`${prefix}/news`)).html);
    const after = header.slice(header.lastIndexOf("</details>"));
    const links = linksIn(after);
    expect([links[0], links.at(-1)]).toEqual([home, `${prefix}/register`]);
    expect([...after.matchAll(/hrefLang="[^"]*"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(["FR", "EN"]);
  });

  test("S2-050 the three profiles are those of the settings, and open outside", async () => {
    const profiles = ["https://work.example/us", "https://video.example/us", "https://photo.example/us"];
    const [SOCIAL_PROFESSIONAL_URL, SOCIAL_VIDEO_URL, SOCIAL_PHOTO_URL] = profiles;
    const environment = site.app.webEnvironment.parse({ SOCIAL_PROFESSIONAL_URL, SOCIAL_VIDEO_URL, SOCIAL_PHOTO_URL });
    const { publicUrl } = site.backend.services.settings;
    const settings = site.app.publicSettings(environment, { publicUrl, organisation: "Maillon", buildId: "test" });
    const ours = await startSite({ settings }, site.backend);
    for (const path of [home, `${prefix}/story`, `${prefix}/news`]) {
      const outside = [...headerOf(await (await ours.visit(path)).text()).matchAll(/<a [^>]*target="_blank"[^>]*>/g)].map(([link]) => link);
      expect(outside.flatMap(linksIn)).toEqual(profiles);
      for (const link of outside)
        expect(link).toMatch(/rel="noopener noreferrer"[^>]*aria-label="[^"]+"|aria-label="[^"]+"[^>]*rel="noopener noreferrer"/);
    }
  });

  test("S2-051 three profiles open outside, and the microblog has no link", async () => {
    const social = /<ul class="[^"]*">(?:(?!<ul).)*$/s.exec(menuOf((await open(`${prefix}/news`)).html))?.[0] ?? "";
    const items = [...social.matchAll(/<li>.*?<\/li>/gs)].map(([item]) => item);
    expect(items).toHaveLength(4);
    for (const item of items.slice(0, 3))
      for (const attribute of [/ href="https:\/\/[^"]+"/, / target="_blank"/, / rel="noopener[^"]*"/])
        expect(/<a [^>]*>/.exec(item)?.[0]).toMatch(attribute);
    expect(items[3]).toContain("<svg");
    expect(items[3]).not.toContain("<a ");
  });

  test.each(["/nothing-here", "/news/nothing/here", "/dashboard/nothing-here"])("S2-060 S2-061 %s is not found", async (path) => {
    const { status, html } = await open(prefix + path, admin);
    expect([status, plain(html).includes(locale === "en" ? "Page not found" : "Page introuvable")]).toEqual([404, true]);
    if (path.startsWith("/dashboard")) return;
    expect(headerOf(html)).not.toBe("");
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    expect(plain(main)).toMatch(new RegExp(`${error}\\s404`));
    expect(main).toContain("<svg");
    expect(linksIn(main)).toEqual([home, `${prefix}/search`]);
  });

  test("S2-061 under /dashboard only who is logged in learns that there is no page: a visitor is sent to log in", async () => {
    const { status, headers } = await site.visit(`${prefix}/dashboard/nothing-here`);
    expect([status, headers.get("location")?.split("?")[0]]).toEqual([302, `${prefix}/login`]);
  });

  test("S8-012 S2-058 a page not found and any other error say different things", async () => {
    const lost = plain((await open(`${prefix}/nothing-here`)).html);
    const refused = await site.visit(`${prefix}/news?_data=x`);
    const html = plain(await refused.text());
    const notFound = locale === "en" ? "Page not found" : "Page introuvable";
    const { errors } = JSON.parse(readFileSync(`locales/${locale}/common.json`, "utf8")) as { errors: { other: { title: string } } };
    expect([refused.status, lost.includes(notFound), html.includes(notFound), html.includes(errors.other.title)]).toEqual([
      400,
      true,
      false,
      true,
    ]);
  });
});

test("S1-001 without cookies the public site opens, and the back-office leads to the login", async () => {
  const home = await site.visit("/");
  expect([home.status, home.headers.getSetCookie()]).toEqual([200, []]);
  for (const path of ["/dashboard", "/dashboard/admin/news", "/account/settings"]) {
    const answer = await site.visit(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
  }
});

test.each(languages)("S1-004 every public area can be reached by links from the home page ($home)", async ({ prefix, home }) => {
  const areas = ["/story", "/press", "/news", "/team", "/jobs", "/donate", "/contact", "/partners", "/dressed", "/delivraide"];
  const { html } = await open(home);
  for (const area of [...areas, "/euro-solidaire", "/further-support"]) {
    expect(linksIn(html)).toContain(prefix + area);
    const page = await open(prefix + area);
    expect([area, page.status, /<h1[^>]*>[^<]/.test(page.html)]).toEqual([area, 200, true]);
  }
});

test("S9-021 the primary colour is pink or green as the configuration says, and no other", async () => {
  const { publicUrl } = site.backend.services.settings;
  const colourIn = async (PRIMARY_COLOUR?: string) => {
    const environment = site.app.webEnvironment.parse({ PRIMARY_COLOUR });
    const settings = site.app.publicSettings(environment, { publicUrl, organisation: "Maillon", buildId: "test" });
    const own = await startSite({ settings }, site.backend);
    const html = await (await own.visit("/press")).text();
    const manifest = (await (await own.visit("/site.webmanifest")).json()) as { theme_color: string };
    // The last inline rule that sets the colour for this configuration.
    const rules = [...html.matchAll(/([^{}]*)\{[^{}]*--color-primary:(#\w+)/g)].filter(
      ([, selector = ""]) => !/data-primary/.test(selector) || selector.includes(`data-primary=${PRIMARY_COLOUR}`),
    );
    return [/<html[^>]* data-primary="(\w+)"/.exec(html)?.[1], rules.at(-1)?.[2], manifest.theme_color];
  };
  expect(await colourIn()).toEqual(["pink", "#cb1067", "#cb1067"]);
  expect(await colourIn("pink")).toEqual(["pink", "#cb1067", "#cb1067"]);
  expect(await colourIn("green")).toEqual(["green", "#0f7443", "#0f7443"]);
  await expect(colourIn("blue")).rejects.toThrow("must be pink or green");
});

/** The login form, at the end of the redirects that lead to it. */
async function openLogin(prefix: string) {
  let cookie = "";
  let response = await site.visit(`${prefix}/login`);
  for (let step = 0; step < 8; step += 1) {
    cookie = keepCookies(cookie, response);
    const location = response.headers.get("location");
    if (!location) break;
    const next = new URL(location, site.backend.services.settings.publicUrl);
    response = await site.visit(next.pathname + next.search, { cookie });
  }
  return { status: response.status, html: await response.text() };
}
