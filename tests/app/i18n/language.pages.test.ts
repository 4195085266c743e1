import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultLocale } from "#contract/formats/locale";
import { type Site, startSite } from "#tests/support/site";
import { languageCookieLine } from "~/i18n/language-rule.server";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const chosen = (cookie: string | null) => (cookie === null ? undefined : `i18n_redirected=${cookie}`);

/** The result of one request: the redirect's target, or the language of the page. */
async function outcome(path: string, cookie: string | null, language: string | null) {
  const answer = await site.visit(path, { cookie: chosen(cookie), language: language ?? "" });
  const location = answer.headers.get("location");
  if (location) return `${answer.status} ${location}`;
  return /<html[^>]* lang="([\w-]+)"/.exec(await answer.text())?.[1] ?? String(answer.status);
}

test("S1-011 S9-001 French is the default language, also of a visit that says nothing", async () => {
  expect(defaultLocale).toBe("fr");
  expect(await outcome("/", null, null)).toBe("fr");
});

describe("the language of a page", () => {
  test.each([
    ["S4-025 a kept en wins over a French browser", "/", "en", "fr-FR", "302 /en"],
    ["S4-025 a kept fr wins over an English browser", "/", "fr", "en-GB", "fr"],
    ["S4-025 a kept fr wins over an English address", "/en", "fr", "en-GB", "302 /"],
    ["S4-025 a kept en keeps an English address", "/en/story", "en", "fr-FR", "en"],
    ["S4-026 the cookie decides on every page", "/story", "en", "fr-FR", "302 /en/story"],
    ["S4-026 and back", "/en/story", "fr", "fr-FR", "302 /story"],
    ["S4-027 en", "/", null, "en", "302 /en"],
    ["S4-027 en-GB", "/story", null, "en-GB,en;q=0.9,fr;q=0.8", "302 /en/story"],
    ["S4-027 en-US with a weight", "/", null, "en-US;q=0.9", "302 /en"],
    ["S4-027 EN in capitals", "/", null, "EN-us", "302 /en"],
    ["S4-027 French first", "/", null, "fr-FR,fr;q=0.9,en;q=0.8", "fr"],
    ["S4-027 an English address stays, whatever the browser", "/en", null, "fr-FR", "en"],
    ["S4-028 German, then English", "/", null, "de,en;q=0.8", "fr"],
    ["S4-028 German", "/", null, "de-DE", "fr"],
    ["S4-028 any language", "/", null, "*", "fr"],
    ["S4-028 nothing readable", "/", null, ";;q=,,", "fr"],
    ["S5-003 a kept de is ignored: English browser", "/", "de", "en", "302 /en"],
    ["S5-003 a kept de is ignored: French browser", "/", "de", "fr", "fr"],
    ["S5-003 EN in capitals is none of the two", "/", "EN", "fr", "fr"],
    ["S5-003 nor is nothing", "/", "", "fr", "fr"],
    ["S5-003 nor a broken escape", "/", "%E0%A4%A", "fr", "fr"],
    ["S5-003 nor a list", "/", "en,fr", "fr", "fr"],
    ["S5-003 a choice of de is ignored", "/?language=de", null, "fr", "fr"],
    ["the query travels along", "/news?page=2&q=a%20b", "en", "fr", "302 /en/news?page=2&q=a%20b"],
    ["an address that only begins like English is French", "/english", "fr", "fr", "fr"],
  ])("%s", async (_, path, cookie, language, expected) => {
    expect(await outcome(path, cookie, language)).toBe(expected);
  });

  test.each(["/de", "/fr", "/de/story", "/EN"])("S5-003 %s is no page", async (path) => {
    expect((await site.visit(path)).status).toBe(404);
  });

  test("S5-003 the API answers in French when it is asked in another language", async () => {
    const titles = ["de", "fr", "en"].map(async (language) => {
      const answer = await site.visit("/api/user/me", { language });
      return ((await answer.json()) as { title: string }).title;
    });
    expect(await Promise.all(titles)).toEqual([
      "Connectez\u2011vous pour continuer.",
      "Connectez\u2011vous pour continuer.",
      "Log in to continue.",
    ]);
  });
});

test("S4-029 where the cookie is the stored choice, the specification's two readings agree", async () => {
  const secondReading = (cookie: string, language: string) =>
    ["fr", "en"].includes(cookie) ? cookie : language.startsWith("en") ? "en" : "fr";
  for (const cookie of ["fr", "en", "de", ""])
    for (const language of ["fr-FR", "en-GB", "de"]) {
      const expected = secondReading(cookie, language) === "en" ? "302 /en" : "fr";
      expect([cookie, language, await outcome("/", cookie, language)]).toEqual([cookie, language, expected]);
    }
});

test("S4-030 S9-002 S9-003 the language switch stores the choice and leads to the same page, its query kept", async () => {
  const answer = await site.visit("/news?page=2&language=en");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/en/news?page=2"]);
  expect(answer.headers.getSetCookie()).toEqual(["i18n_redirected=en; Path=/; Max-Age=31536000; SameSite=Lax"]);
  const back = await site.visit("/en?language=fr", { cookie: "i18n_redirected=en" });
  expect([back.headers.get("location"), back.headers.getSetCookie()]).toEqual(["/", [languageCookieLine("fr")]]);
});

test("S4-030 every public page carries a link to itself in the other language that stores the choice", async () => {
  const html = await (await site.visit("/story")).text();
  expect(html).toMatch(/<a[^>]*href="\/en\/story\?language=en"[^>]*>/);
});

test("a redirect by language sends Vary and is not cached", async () => {
  const answer = await site.visit("/", { language: "en" });
  expect([answer.headers.get("vary"), answer.headers.get("cache-control")]).toEqual(["Cookie, Accept-Language", "no-store"]);
  expect((await site.visit("/")).headers.get("vary")).toContain("Cookie, Accept-Language");
});

const asset = `/${readdirSync("build/client", { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(".js"))}`;

describe("only pages that people open are redirected", () => {
  test.each([
    ["a crawler", "/", { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" } }],
    ["a form", "/login?interaction=unknown-one", { form: { email: "a" } }],
    ["a data request", "/story.data", {}],
    ["the version file", "/builds/latest.json", {}],
    ["a feed", "/news/feed.xml", {}],
    ["the rules for crawlers", "/robots.txt", {}],
    ["the list of pages", "/sitemap.xml", {}],
    ["the manifest", "/site.webmanifest", {}],
    ["the picture for sharing", "/share.png", {}],
    ["the API", "/api/user/me", {}],
    ["an asset", asset, {}],
  ])("%s", async (_, path, visit) => {
    const answer = await site.visit(path, { language: "en", cookie: "i18n_redirected=en", ...visit });
    expect(answer.headers.get("location") ?? "").not.toMatch(/^\/en/);
  });

  test("HEAD is answered as GET would be", async () => {
    expect((await site.visit("/", { method: "HEAD", language: "en" })).headers.get("location")).toBe("/en");
  });
});

test.each([
  ["//evil.example?language=fr", null],
  ["/en//evil.example?language=fr", null],
  ["/en//evil.example", "fr"],
  ["/en/\\evil.example", "fr"],
  ["/en/%09/evil.example", "fr"],
  ["///evil.example?language=en", null],
])("S8-014 a change of language never leads to another site: %s", async (path, cookie) => {
  const answer = await site.visit(path, { cookie: chosen(cookie) });
  const location = answer.headers.get("location");
  const target = new URL(location ?? "/", "http://localhost:3000");
  expect([target.origin, location?.startsWith("//") ?? false]).toEqual(["http://localhost:3000", false]);
});
