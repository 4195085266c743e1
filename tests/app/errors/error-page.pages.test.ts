import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicUrl } from "#tests/support/backend";
import { type Site, startSite } from "#tests/support/site";
import type { Transport } from "~/api/transport.server";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

/** The site over a backend whose articles fail. */
// why: a healthy backend does not fail on demand
function siteWithoutNews(status: number) {
  const working = site.app.inProcess(publicUrl, site.backend.fetch);
  const transport: Transport = {
    ...working,
    fetch: async (request, about) =>
      new URL(request.url).pathname === "/api/articles" ? Response.json({ code: "unexpected" }, { status }) : working.fetch(request, about),
  };
  return startSite({ transport }, site.backend);
}

const foreign = { method: "POST", headers: { origin: "https://elsewhere.example" } };
const asks: Record<number, (prefix: string) => Promise<Response>> = {
  400: (prefix) => site.visit(`${prefix}/story?_data=x`),
  403: (prefix) => site.visit(`${prefix}/story`, foreign),
  404: (prefix) => site.visit(`${prefix}/nothing-here`),
  405: (prefix) => site.visit(`${prefix}/story`, { method: "PROPFIND" }),
  413: (prefix) => site.visit(`${prefix}/contact`, { form: { text: "a".repeat(12_000_000) } }),
  429: async (prefix) => (await siteWithoutNews(429)).visit(`${prefix}/news`),
  500: async (prefix) => (await siteWithoutNews(500)).visit(`${prefix}/news`),
  503: async (prefix) => (await siteWithoutNews(503)).visit(`${prefix}/news`),
};

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

const texts = (locale: string) =>
  (JSON.parse(readFileSync(`locales/${locale}/common.json`, "utf8")) as { errors: Record<"404" | "503" | "other", { title: string }> })
    .errors;

describe.each([
  { prefix: "", locale: "fr", label: "Erreur", home: "/" },
  { prefix: "/en", locale: "en", label: "Error", home: "/en" },
])("the error page in $locale", ({ prefix, locale, label, home }) => {
  test.each([400, 403, 404, 405, 413, 429, 500, 503])("S2-056 S2-057 S2-059 S2-062 says what %i is", async (status) => {
    const answer = await asks[status]?.(prefix);
    const html = (await answer?.text()) ?? "";
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    expect(answer?.status).toBe(status);
    expect(html).toMatch(/<header[^>]*>.*<details[^>]*data-menu.*<\/header>/s);
    expect(main).toMatch(new RegExp(`<svg[^>]*>.*?</svg>${label}\\s*(<!-- -->)?\\s*(<!-- -->)?${status}`, "s"));
    const { 404: lost, 503: outage, other } = texts(locale);
    const heading = { 404: lost, 503: outage }[status] ?? other;
    expect(plain(/<h1.*<\/h1>/s.exec(main)?.[0] ?? "").trim()).toBe(heading.title);
    // The reference may hold the same digits.
    const reference = /\b[\dA-F]{4}-[\dA-F]{4}\b/;
    const words = plain(main).replace(reference, "");
    expect([...words.matchAll(new RegExp(String(status), "g"))]).toHaveLength(1);
    expect(reference.test(plain(main))).toBe(status !== 404);
    expect([plain(main).includes(lost.title), plain(main).includes(other.title)]).toEqual([status === 404, status !== 404]);
    const again: Record<number, string> = { 413: `${prefix}/contact`, 503: `${prefix}/news` };
    const ways = again[status] ? [again[status], home] : [home, `${prefix}/search`];
    expect([...main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual(ways);
  });

  test.each([
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", 404],
    ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", 404],
    ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", 404],
    ["Twitterbot/1.0", 500],
  ])("S2-063 tells %s the true status %i", async (agent, status) => {
    const at = status === 500 ? await siteWithoutNews(500) : site;
    const answer = await at.visit(`${prefix}/${status === 500 ? "news" : "nothing-here"}`, { headers: { "user-agent": agent } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(label);
  });
});

test("an error has a short reference that its lines of the log have too; the page does not print the whole id", async () => {
  const failing = await siteWithoutNews(500);
  const answer = await failing.visit("/news");
  const id = answer.headers.get("x-request-id") ?? "";
  const reference = `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
  const main = plain(/<main.*<\/main>/s.exec(await answer.text())?.[0] ?? "");
  expect([main.includes(`Référence : ${reference}`), main.includes(id)]).toEqual([true, false]);
  const lines = failing.logged.filter((line) => line.requestId === id);
  expect(lines.map(({ msg, reference: written }) => [msg, written])).toEqual(
    expect.arrayContaining([
      ["page failed", reference],
      ["request", reference],
    ]),
  );
});
