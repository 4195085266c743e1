import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
  const title = { fr: "Un pari", en: "A bet" };
  for (let at = 0; at < 51; at += 1) await publishContent(site.backend, "press", cookie, { title, kind: at < 3 ? "radio" : "article" });
  for (let at = 0; at < 26; at += 1) await addContent(site.backend, "partners", cookie, { name: `Fournil ${at}` });
  for (let at = 0; at < 13; at += 1) await publishContent(site.backend, "jobs", cookie, { title: { fr: "Vélo", en: "Cycling" } });
});
afterAll(() => site.backend.close());

const leadsTo = async (address: string, as?: string) => {
  const language = address.startsWith("/en") ? "en" : "fr";
  const answer = await site.visit(address, { language, ...(as && { cookie: as }) });
  return `${answer.status} ${answer.headers.get("location")}`;
};

test.each([
  ["/press?page=999", "302 /press?page=2"],
  ["/press?page=999&kind=article", "302 /press?kind=article"],
  ["/press?kind=radio&page=3", "302 /press?kind=radio"],
  ["/press?page=1000000&perPage=10", "302 /press?page=6&perPage=10"],
  ["/jobs?page=2", "302 /jobs"],
  ["/search?q=velo&page=9999", "302 /search?q=velo&page=2"],
  ["/search?q=velo&page=2", "200 null"],
  ["/press?page=2", "200 null"],
  ["/search?q=nothing&page=9999", "200 null"],
  ["/partners?page=99", "200 null"],
])("beyond the end of a public list, %s: %s", async (address, answer) => {
  for (const prefix of ["", "/en"]) expect(await leadsTo(prefix + address)).toBe(answer.replace(" /", ` ${prefix}/`));
});

test.each([
  ["/dashboard/admin/partners?page=99999", "302 /dashboard/admin/partners?page=2"],
  ["/dashboard/admin/partners?page=9&order=asc&q=Fournil", "302 /dashboard/admin/partners?page=2&order=asc&q=Fournil"],
  ["/dashboard/admin/partners?page=9&perPage=50", "302 /dashboard/admin/partners?perPage=50"],
  ["/dashboard/admin/partners?page=2", "200 null"],
  ["/dashboard/admin/testimonials?page=2", "200 null"],
])("beyond the end of a list of the office, %s: %s", async (address, answer) => {
  for (const prefix of ["", "/en"]) expect(await leadsTo(prefix + address, cookie)).toBe(answer.replace(" /", ` ${prefix}/`));
});

test("numbers end where pages stop being fast: the list says to filter, and a page further on leads to the last one", async () => {
  await site.backend.services.db.execute(sql`
    insert into messages (name, email, locale, status, dedupe_key, topic, body)
    select 'Karim Martin', 'p' || i || '@exemple.org', 'fr', 'new', 'deep ' || i, 'other', 'Bonjour' from generate_series(1, 10050) i`);
  const list = "/dashboard/admin/messages?perPage=100";
  expect(await leadsTo(`${list}&page=101`, cookie)).toBe(`302 ${list}&page=100`);
  const last = await (await site.visit(`${list}&page=100`, { cookie })).text();
  expect(last).toContain("Les numéros s’arrêtent à la ligne 10\u202f000");
  expect(last).toContain("page=99");
  expect(last).not.toContain('aria-label="Page 101"');
  const linkIn = (html: string, rel: string) =>
    new RegExp(`<a [^>]*href="([^"]*)"[^>]*rel="${rel}"|<a [^>]*rel="${rel}"[^>]*href="([^"]*)"`)
      .exec(html)
      ?.slice(1)
      .find(Boolean)
      ?.replaceAll("&amp;", "&") ?? "";
  const next = linkIn(last, "next");
  expect(next).toMatch(/^\/dashboard\/admin\/messages\?perPage=100&page=101&after=[\w-]+$/);
  const beyond = (await (await site.visit(next, { cookie })).text()).split("<script")[0] ?? "";
  expect([beyond.includes("10\u202f001 à 10\u202f050"), linkIn(beyond, "next")]).toEqual([true, ""]);
  const others = beyond.match(/href="[^"]*(?:export\.csv|\/views\?|sort=)[^"]*"/g) ?? [];
  expect([others.length > 2, others.filter((href) => /after|page(?!s)/i.test(href.replace(/perPage/g, "")))]).toEqual([true, []]);
  const back = await (await site.visit(linkIn(beyond, "prev"), { cookie })).text();
  expect(back).toContain("9\u202f901 à 10\u202f000");
  expect((await site.visit("/api/admin/messages?page=50002&perPage=1", { cookie })).status).toBe(400);
});
