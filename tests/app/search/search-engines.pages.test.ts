import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageTypes, shownContents } from "#contract/api/entity-types";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { publicRoutes } from "#tests/support/public-pages";
import { type Site, startSite } from "#tests/support/site";
import type { PageHandle } from "~/layouts/handle";

const startedAt = Date.now();
let site: Site;
let url = "";
let both = { fr: "", en: "" };
let french = "";
let opening = "";
let question = "";
beforeAll(async () => {
  site = await startSite();
  url = site.backend.services.settings.publicUrl;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const publish = async (json: object, publication: object | null = {}) => {
    const answer = await site.backend.request("/api/admin/articles", { method: "POST", cookie, json });
    const { id, slug } = (await answer.json()) as { id: string; slug: { fr: string; en?: string } };
    if (publication) await site.backend.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie, json: publication });
    return { fr: `/news/${slug.fr}`, en: `/en/news/${slug.en}` };
  };
  const lead = { fr: "Le « chapeau »", en: "The lead" };
  const title = { fr: "Élèves & garçons : « où ? »", en: "Pupils & boys" };
  both = await publish({ title, lead, body: { fr: "Texte.", en: "Text." }, englishIsCurrent: true });
  ({ fr: french } = await publish({ title: { fr: "Seulement ici" }, lead: { fr: "" }, body: { fr: "Texte." } }));
  const place = { place: { fr: "Lyon" }, closesOn: "2099-12-31", hours: 35 };
  const texts = { title: { fr: "Cheffe d’atelier", en: "Workshop lead" }, body: { fr: "À **vélo**.", en: "On a **bike**." } };
  opening = `/jobs/${(await publishContent(site.backend, "jobs", cookie, { ...place, ...texts })).id}`;
  await publishContent(site.backend, "sectors", cookie, { name: "Sète" });
  const draft = {
    question: { fr: "Faut-il un vélo ?", en: "Do I need a bike?" },
    answer: { fr: "Non, on le prête.", en: "No, we lend one." },
  };
  const { id, categoryId } = (await publishContent(site.backend, "faq/questions", cookie, draft)) as { id: string; categoryId?: string };
  question = id;
  const status = `/api/admin/faq-categories/${categoryId}/status`;
  await site.backend.request(status, { method: "POST", cookie, json: { status: "published" } });
  await publish({ title: { fr: "Brouillon" }, lead: { fr: "" }, body: { fr: "Texte." } }, null);
  await publish(
    { title: { fr: "Demain" }, lead: { fr: "" }, body: { fr: "Texte." } },
    { at: new Date(Date.now() + 86_400_000).toISOString() },
  );
});
afterAll(() => site.backend.close());

const open = async (path: string) => (await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" })).text();
const read = (text = "") =>
  text.replace(/&(#x27|#x3C|amp|quot);/g, (_, name) => ({ "#x27": "'", amp: "&", quot: '"' })[name as string] ?? "<");
const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [name, read(content)]),
  );
const linksOf = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]*)"(?: hrefLang="([^"]*)")?`, "g"))].map(([, href, language]) => [
    language ?? "",
    href,
  ]);
const factsOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json ?? ""));

/** Public pages with a fixed path. */
const fixedPaths = () => publicRoutes(site.build).filter((path) => !path.includes("{"));
/** When each address of the sitemap changed last. */
async function sitemapDates(): Promise<Map<string, string>> {
  const map = await (await site.visit("/sitemap.xml")).text();
  const found = [...map.matchAll(/<url><loc>([^<]*)<\/loc><lastmod>([^<]*)</g)];
  return new Map(found.map(([, loc = "", date = ""]) => [loc.slice(url.length), date]));
}
const handleOf = (path: string) =>
  Object.values(site.build.routes).find((route) => `/${route?.path ?? ""}` === path && route?.module.default)?.module.handle as
    | PageHandle
    | undefined;

test("every public page is in the sitemap, except those that must not be indexed", async () => {
  const hidden: string[] = [];
  const paths = fixedPaths();
  for (const path of paths) {
    const answer = await site.visit(`${path}?problem=expired`);
    if (answer.status !== 200 || metaOf(await answer.text()).robots === "noindex") hidden.push(path);
  }
  expect(hidden.filter((path) => !/^\/(login|password|register)/.test(path)).sort()).toEqual([
    "/certificates",
    "/contact/conversation",
    "/donations/manage",
    "/events/registration",
    "/jobs/conversation",
    "/membership/renewal",
    "/newsletter/confirm",
    "/offline",
    "/search",
    "/setup",
    "/setup/contents",
    "/setup/organisation",
    "/setup/sector",
    "/testimonials/withdraw",
    "/unsubscribe",
  ]);
  const listed = await sitemapDates();
  expect(paths.filter((path) => listed.has(path))).toEqual(paths.filter((path) => !hidden.includes(path)));
});

test("pages name only types that exist, and a module says when content that a page is about changed last", async () => {
  const known: readonly string[] = [...pageTypes, "day", "event_places"];
  const { types } = (await (await site.backend.request("/api/public-addresses")).json()) as { types: string[] };
  const listed = await sitemapDates();
  const faults = Object.values(site.build.routes).flatMap((route) => {
    const { cache, dated } = (route?.module.handle ?? {}) as PageHandle;
    const unknown = [...(cache?.on ?? []), ...(dated ?? [])].filter((type) => !known.includes(type));
    return unknown.map((type) => `app/${route?.id}.tsx: the handle names ${type}, which is not in contract/api/entity-types.ts`);
  });
  const contents: readonly string[] = Object.values(shownContents);
  const undated = fixedPaths().flatMap((path) => {
    const { cache, dated = cache?.on ?? [] } = handleOf(path) ?? {};
    const missing = listed.has(path) ? dated.filter((type) => contents.includes(type) && !types.includes(type)) : [];
    return missing.map((type) => `${path} shows ${type}: add lastChanges: [newestOnLine("${type}", …)] to the module.ts of its table`);
  });
  expect([...faults, ...undated]).toEqual([]);
});

describe.each(["/sitemap.xml", "/en/sitemap.xml"])("%s", (path) => {
  test("S2-004 lists both languages of everything published, each with the other and with its last change, and no draft", async () => {
    const answer = await site.visit(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    const map = await answer.text();
    const entries = new Map([...map.matchAll(/<url><loc>([^<]*)<\/loc>(.*?)<\/url>/g)].map(([, loc = "", rest = ""]) => [loc, rest]));
    for (const one of [
      "/",
      "/en",
      "/story",
      "/en/story",
      both.fr,
      both.en,
      french,
      opening,
      `/en${opening}`,
      "/team/sete",
      "/en/team/sete",
    ])
      expect([one, entries.has(url + one)]).toEqual([one, true]);
    expect([...entries.keys()].filter((loc) => /brouillon|demain|undefined|login|search/.test(loc))).toEqual([]);
    expect(entries.has(`${url}/en${french}`)).toBe(false);
    const alternates = (loc: string) =>
      Object.fromEntries(
        [...(entries.get(loc) ?? "").matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, language, href]) => [language, href]),
      );
    const pair = { fr: url + both.fr, en: url + both.en, "x-default": url + both.fr };
    expect([alternates(url + both.fr), alternates(url + both.en)]).toEqual([pair, pair]);
    for (const [one, entry] of entries)
      expect([one, entry]).toEqual([one, expect.stringMatching(/^<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)]);
    expect(alternates(`${url}/en${opening}`)).toEqual({ fr: url + opening, en: `${url}/en${opening}`, "x-default": url + opening });
    for (const loc of entries.keys())
      expect([loc, (await site.visit(loc.slice(url.length), { language: loc.includes("/en") ? "en" : "fr" })).status]).toEqual([loc, 200]);
  });
});

test("a page's date is the last change of its content, or else that of the release: never the time of the request", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const send = (path: string, json: object, method = "POST") => site.backend.request(path, { method, cookie, json });
  const dates = async () => {
    const found = await sitemapDates();
    return (path: string) => found.get(path) ?? "";
  };
  const before = await dates();
  const release = before("/donate");
  expect([new Date(release).getTime() < startedAt, before("/en/donate"), before("/partners"), before("/en/story")]).toEqual([
    true,
    release,
    release,
    release,
  ]);
  const changes: [page: string, change: () => Promise<unknown>, ...alsoOn: string[]][] = [
    ["/story", () => send("/api/admin/page-texts/story", { locale: "fr", texts: { h1: "Une cuisine." }, version: 0 }, "PUT")],
    ["/partners", () => publishContent(site.backend, "partners", cookie), "/euro-solidaire", "/"],
    ["/team", () => publishContent(site.backend, "portraits", cookie, { sectorId: null })],
    ["/press", () => publishContent(site.backend, "press", cookie)],
    ["/gdpr", () => send("/api/admin/retention-policies/mails", { months: 2, days: 0 }, "PUT")],
    ["/", () => publishContent(site.backend, "testimonials", cookie, { consentedOn: "2026-01-01" }), "/testimonials"],
  ];
  for (const [page, change, ...alsoOn] of changes) {
    const [earlier, begun] = [await dates(), new Date().toISOString()];
    await change();
    const later = await dates();
    for (const one of [page, `/en${page}`.replace(/\/$/, "")])
      expect([one, earlier(one) < begun, later(one) >= begun, (await dates())(one)]).toEqual([one, true, true, later(one)]);
    const others = fixedPaths().filter((path) => path !== page && !alsoOn.includes(path));
    for (const other of others) expect([page, other, later(other)]).toEqual([page, other, earlier(other)]);
  }
});

test("robots.txt keeps robots out of people's spaces and names the sitemap", async () => {
  const text = await open("/robots.txt");
  expect(text).toContain(`\nSitemap: ${url}/sitemap.xml\n`);
  for (const path of ["/dashboard", "/en/account", "/api/"]) expect(text).toContain(`\nDisallow: ${path}\n`);
});

describe.each([
  { prefix: "", locale: "fr", start: "/" },
  { prefix: "/en", locale: "en", start: "/en" },
])("the manifest in $locale", ({ prefix, locale, start }) => {
  test("S2-003 contains the site's name, icons and start page, and pages link to it", async () => {
    const answer = await site.visit(`${prefix}/site.webmanifest`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/manifest+json; charset=utf-8"]);
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[]; shortcuts: { url: string }[] };
    expect(manifest).toMatchObject({ name: "Maillon", lang: locale, start_url: start, display: "standalone" });
    expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
    for (const { src, sizes } of manifest.icons) {
      const icon = await site.visit(src);
      expect([src, icon.status]).toEqual([src, 200]);
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
      if (sizes !== "any") expect([src, `${width}x${height}`]).toEqual([src, sizes]);
    }
    expect(manifest.shortcuts.every(({ url: to }) => to.startsWith(`${prefix}/`))).toBe(true);
    for (const { url: to } of manifest.shortcuts) expect([to, [200, 302].includes((await site.visit(to)).status)]).toEqual([to, true]);
    expect(linksOf(await open(start), "manifest")).toEqual([["", `${prefix}/site.webmanifest`]]);
  });
});

test("an article has its canonical URL, its languages, and its data for sharing", async () => {
  const html = await open(both.fr);
  expect(linksOf(html, "canonical")).toEqual([["", url + both.fr]]);
  expect(linksOf(html, "alternate")).toEqual([
    ["fr", url + both.fr],
    ["en", url + both.en],
    ["x-default", url + both.fr],
  ]);
  const meta = metaOf(html);
  expect(meta).toMatchObject({
    "og:type": "article",
    "og:site_name": "Maillon",
    "og:title": "Élèves & garçons : « où ? »",
    "og:description": "Le « chapeau »",
    "og:url": url + both.fr,
    "og:locale": "fr_FR",
    "og:locale:alternate": "en_GB",
    "og:image": `${url}${both.fr}/share.png`,
    "twitter:card": "summary_large_image",
  });
  expect(factsOf(html)).toEqual([
    expect.objectContaining({ "@type": "NewsArticle", headline: meta["og:title"], inLanguage: "fr", mainEntityOfPage: url + both.fr }),
  ]);
  expect(metaOf(await open(both.en))).toMatchObject({ "og:locale": "en_GB", "og:image": `${url}${both.en}/share.png` });
});

test("a later page of a list has its own canonical URL", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  for (let at = 0; at < 51; at += 1) await publishContent(site.backend, "press", cookie, {});
  const canonical = async (path: string) => linksOf(await open(path), "canonical")[0]?.[1];
  for (const prefix of ["", "/en"]) {
    const list = `${url}${prefix}/press`;
    for (const path of ["/press", "/press?page=1", "/press?kind=article", "/press?page=2&perPage=10", "/press?page=2&from=mail"])
      expect([path, await canonical(prefix + path)]).toEqual([path, path.endsWith("mail") ? `${list}?page=2` : list]);
    const second = await open(`${prefix}/press?page=2`);
    expect(linksOf(second, "canonical")).toEqual([["", `${list}?page=2`]]);
    expect(linksOf(second, "alternate").slice(0, 2)).toEqual([
      ["fr", `${url}/press?page=2`],
      ["en", `${url}/en/press?page=2`],
    ]);
    expect(second).toContain(`href="${prefix}/press"`);
    expect(second).not.toMatch(/href="[^"]*\?"/);
  }
});

test("an article in French only is one page with two URLs", async () => {
  for (const path of [french, `/en${french}`]) {
    const html = await open(path);
    expect([linksOf(html, "canonical"), linksOf(html, "alternate").length]).toEqual([[["", url + french]], 2]);
    expect(metaOf(html)).toMatchObject({ "og:locale": "fr_FR", "og:url": url + french });
  }
});

test("the home page names the organisation of the site", async () => {
  expect(factsOf(await open("/en"))).toEqual([expect.objectContaining({ "@type": ["Organization", "NGO"], url, name: "Maillon" })]);
});

test.each([
  { prefix: "", title: "Cheffe d’atelier", description: "<p>À <strong>vélo</strong>.</p>" },
  { prefix: "/en", title: "Workshop lead", description: "<p>On a <strong>bike</strong>.</p>" },
])("an opening says what it offers in “$prefix”", async ({ prefix, title, description }) => {
  const [facts] = factsOf(await open(prefix + opening));
  expect({ ...facts, description: facts.description.trim() }).toMatchObject({
    "@type": "JobPosting",
    title,
    description,
    datePosted: "2026-01-01",
    validThrough: "2099-12-31T22:59:00.000Z",
    employmentType: "FULL_TIME",
    hiringOrganization: { "@type": "Organization", name: "Maillon", url },
    jobLocation: { "@type": "Place", address: { addressLocality: "Lyon", addressCountry: "FR" } },
  });
});

test("the contact page has its questions and answers as structured data, in both languages", async () => {
  for (const [path, name, text] of [
    ["/contact", "Faut-il un vélo ?", "Non, on le prête."],
    ["/en/contact", "Do I need a bike?", "No, we lend one."],
  ] as const) {
    const [facts] = factsOf(await open(path));
    expect(facts).toMatchObject({ "@type": "FAQPage", mainEntity: [{ "@type": "Question", name, acceptedAnswer: { text } }] });
  }
});

test("error pages, the login and the search are noindex, without a canonical URL", async () => {
  for (const path of ["/rien", "/en/news/rien", "/search?q=x", "/login?problem=expired"]) {
    const html = await open(path);
    expect([path, metaOf(html).robots, linksOf(html, "canonical")]).toEqual([path, "noindex", []]);
  }
});

test.each(["/share.png", "/en/share.png"])("%s is a light picture of 1200 by 630", async (path) => {
  const answer = await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" });
  expect(answer.headers.get("content-type")).toBe("image/png");
  const picture = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(picture.byteLength).toBeLessThan(60_000);
});

test("an article has its own picture, which counts no page view, and a draft has none", async () => {
  const [own, other] = await Promise.all([both.fr, french].map(async (path) => (await site.visit(`${path}/share.png`)).arrayBuffer()));
  expect(own && other && Buffer.from(own).equals(Buffer.from(other))).toBe(false);
  expect((await site.visit("/news/brouillon/share.png")).status).toBe(404);
  // White letters are on the coloured half: without fonts there would be none below the logo.
  const letters = await sharp(Buffer.from(own ?? new ArrayBuffer(0)))
    .extract({ left: 64, top: 172, width: 640, height: 200 })
    .stats();
  expect(letters.channels[1]?.max).toBeGreaterThan(200);
});

describe("the search", () => {
  test("shows results with the matches marked, and works without script", async () => {
    const html = await open("/search?q=eleves");
    expect(html).toContain(`href="${both.fr}"`);
    expect(html).toMatch(/<mark[^>]*>Élèves<\/mark>/);
    expect(html).toContain("1 résultat pour");
    expect(await open("/en/search?q=pupil")).toMatch(/<mark[^>]*>Pupils<\/mark>/);
  });

  test.each([
    { prefix: "", words: "velo", kinds: { job: "Offres", question: "Questions fréquentes" } },
    { prefix: "/en", words: "bike", kinds: { job: "Openings", question: "Common questions" } },
  ])("names the kinds of what it found for “$words”, and leads to the place in a page", async ({ prefix, words, kinds }) => {
    const html = await open(`${prefix}/search?q=${words}`);
    for (const [kind, name] of Object.entries(kinds)) {
      expect(html).toContain(`href="${prefix}/search?q=${words}&amp;kind=${kind}"`);
      expect(html).toMatch(new RegExp(`<p class="[^"]*">${name}\\s*</p><h2`));
    }
    const place = `${prefix}/contact?question=${question}#question-${question}`;
    expect(html).toContain(`href="${place}"`);
    const page = await open(place.split("#")[0] ?? "");
    expect(page).toMatch(new RegExp(`<details id="question-${question}"[^>]* open=""`));
    expect((await open(`${prefix}/contact`)).includes('open=""')).toBe(false);
  });

  test("says what to do without results, and asks for a search when it is empty", async () => {
    const nothing = await open("/search?q=%3Cscript%3Ezzz");
    expect(nothing).toContain("Rien ne correspond");
    expect(nothing).not.toContain("<script>zzz");
    expect(await open("/search")).toContain("Ni les accents ni une faute de frappe ne comptent");
  });

  test("is a link in every page's header, with the box beside it", async () => {
    for (const [path, to] of [
      ["/", "/search"],
      ["/en/news", "/en/search"],
    ] as const) {
      const html = await open(path);
      expect(html).toMatch(new RegExp(`<a [^>]*data-search="true"[^>]*href="${to}"|<a [^>]*href="${to}"[^>]*data-search`));
      expect(html).toMatch(new RegExp(`<dialog[^>]*data-search-dialog.*?<form action="${to}"`, "s"));
    }
  });
});

test.each(["", "/en"])("the news link to their feed, in their language (%s/news)", async (prefix) => {
  const page = await (await site.visit(`${prefix}/news`, { language: prefix ? "en" : "fr" })).text();
  expect(page).toContain(`<link rel="alternate" type="application/atom+xml" href="${prefix}/news/feed.xml"/>`);
  expect(page).toContain(`<a href="${prefix}/news/feed.xml">`);
  const feed = await site.visit(`${prefix}/news/feed.xml`, { language: "en" });
  expect([feed.status, feed.headers.get("content-type"), (await feed.text()).includes(`xml:lang="${prefix ? "en" : "fr"}"`)]).toEqual([
    200,
    "application/atom+xml; charset=utf-8",
    true,
  ]);
});
