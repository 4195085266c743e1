import { afterAll, beforeAll, expect, test } from "vitest";
import { filePolicy } from "#contract/api/file-policy";
import { addContent, publishContent, smallPdf } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

const both = (fr: string, en: string) => ({ fr, en });

let site: Site;
let cookie = "";
let release = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
  const words = {
    title: both("Le rapport de l’année", "The year’s report"),
    quote: both("Tout y est.", "It is all there."),
    body: both("## Les comptes\n\nIls sont **justes**.", "## The accounts\n\nThey are **right**."),
  };
  const own = { kind: "release", outlet: "Maillon", day: "2026-03-02" };
  release = (await publishContent(site.backend, "press", cookie, { ...own, ...words })).id;
  await publishContent(site.backend, "press", cookie, { ...own, title: both("Sans texte", "Without words") });
  const url = "https://example.org/radio/entretien";
  const featured = { featured: true, kind: "radio", outlet: "Radio Passerelle", day: "2024-05-05", url };
  await publishContent(site.backend, "press", cookie, { ...featured, title: both("L’entretien", "The interview") });
});
afterAll(() => site.backend.close());

const open = async (path: string) =>
  (await (await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" })).text()).replaceAll(/[\u00a0\u202f]/g, " ");

test("the press page shows featured pieces first, and links to the text of a release and to the source of a cutting", async () => {
  for (const [prefix, first] of [
    ["", "À la une"],
    ["/en", "Featured"],
  ] as const) {
    const html = await open(`${prefix}/press`);
    const sections = [...html.matchAll(/<section [^>]*aria-label="([^"]*)"><h2/g)].map(([, title]) => title);
    const years = prefix ? "Press coverage" : "Revue de presse";
    expect(sections).toEqual([first, prefix ? "Press releases" : "Communiqués", years]);
    expect(html).toMatch(new RegExp(`<h[34][^>]*><a [^>]*href="${prefix}/press/${release}"`));
    expect(html).toContain('href="mailto:presse@maillon.example"');
    expect(html.indexOf('id="contact"')).toBeLessThan(html.indexOf('id="kit"'));
    expect(html).toContain(`href="${prefix}/press/${release}"`);
    expect(html).toMatch(/<h[34][^>]*><a href="https:\/\/example.org\/radio\/entretien" target="_blank" rel="noopener noreferrer"/);
    expect(html.match(new RegExp(`href="${prefix}/press/[0-9a-f-]{36}"`, "g"))).toHaveLength(1);
  }
});

test("a kind without pieces says so and links back to all", async () => {
  const html = await open("/press?kind=tv");
  expect(html).toContain("Rien de ce genre pour l’instant.");
  expect(html).toContain('<a href="/press">Voir tout</a>');
});

test("a release is a page to read, find, share and print, in both languages", async () => {
  const { publicUrl } = site.backend.services.settings;
  for (const [prefix, title, words] of [
    ["", "Le rapport de l’année", "<h2>Les comptes</h2>"],
    ["/en", "The year’s report", "<h2>The accounts</h2>"],
  ] as const) {
    const address = `${publicUrl}${prefix}/press/${release}`;
    const html = await open(`${prefix}/press/${release}`);
    expect(html).toMatch(new RegExp(`<title>${title} - PRES`));
    expect([html.includes(words), html.includes("__remixContext")]).toEqual([true, false]);
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    const [, facts = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(facts)).toMatchObject({
      "@type": "NewsArticle",
      headline: title,
      inLanguage: prefix ? "en" : "fr",
      datePublished: "2026-03-02",
      author: { "@type": "Organization" },
      mainEntityOfPage: address,
    });
    expect(html).toContain(`data-share="${address}"`);
    expect(html).toMatch(/<button[^>]*data-print=""/);
    expect((await (await site.visit("/sitemap.xml")).text()).includes(`<loc>${address}</loc>`)).toBe(true);
  }
  expect(await open("/search?q=rapport")).toContain(`href="/press/${release}"`);
});

test("a release that is not on line, or not known, is not found", async () => {
  const draft = await addContent(site.backend, "press", cookie, { kind: "release", body: both("Pas encore.", "Not yet.") });
  for (const id of [draft.id, crypto.randomUUID(), "1"]) expect((await site.visit(`/press/${id}`)).status).toBe(404);
});

test("a release has a file: uploaded with its form, offered with its size, replaced, removed", async () => {
  const list = "/dashboard/admin/press";
  const send = (path: string, more: Record<string, string | File>) => {
    const body = new FormData();
    const written = { "title.fr": "Le rapport en PDF", outlet: "Maillon", kind: "release", day: "2026-04-02", intent: "save", ...more };
    for (const [name, value] of Object.entries(written)) body.set(name, value);
    return site.visit(path, { cookie, method: "POST", body, headers: { origin: site.backend.services.settings.publicUrl } });
  };
  const file = new File([`${smallPdf}${" ".repeat(320_000)}`], "rapport.pdf", { type: "application/pdf" });
  const mistaken = await send(`${list}/create`, { day: "", "fileId-file": file });
  const fileId = /name="fileId" value="([0-9a-f-]{36})"/.exec(await mistaken.text())?.[1] ?? "";
  expect([mistaken.status, fileId.length]).toEqual([400, 36]);
  const edit = (await send(`${list}/create`, { fileId: fileId })).headers.get("location") ?? "";
  expect(await (await site.visit(edit, { cookie })).text()).toContain(`href="/dashboard/admin/files/${fileId}" download`);
  await site.visit(edit, { cookie, form: { intent: "published" } });
  const id = /[0-9a-f-]{36}/.exec(edit)?.[0] ?? "";
  for (const [prefix, words] of [
    ["", "Télécharger (PDF, 320 ko)"],
    ["/en", "Download (PDF, 320 kB)"],
  ] as const) {
    const html = await open(`${prefix}/press`);
    expect([html.includes(words), html.includes(`href="${prefix}/press/${id}/file"`)]).toEqual([true, true]);
  }
  const answer = await site.visit(`/press/${id}/file`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "application/pdf",
    "private, max-age=300",
  ]);
  expect(answer.headers.get("content-security-policy")).toBe(filePolicy);
  expect((await site.visit(`/press/${release}/file`)).status).toBe(404);
  const refused = await send(edit, {
    version: "2",
    fileId: fileId,
    "fileId-file": new File(["<svg/>"], "a.pdf", { type: "application/pdf" }),
  });
  expect([refused.status, (await refused.text()).includes("Envoyez un PDF, ou une image")]).toEqual([422, true]);
  expect((await send(edit, { version: "2", fileId: fileId, "fileId-remove": "on" })).status).toBe(303);
  expect((await site.visit(`/press/${id}/file`)).status).toBe(404);
});

test("featured pieces are also listed under their year, and each year from the newest to the oldest", async () => {
  for (const [day, featured] of [
    ["2023-03-01", false],
    ["2023-05-01", true],
    ["2023-09-01", false],
  ] as const)
    await publishContent(site.backend, "press", cookie, { kind: "tv", outlet: `Canal ${day}`, day, featured });
  const html = await open("/press?kind=tv");
  const years = html.split("<section").findLast((section) => section.includes("Canal 2023-03-01")) ?? "";
  expect([...years.matchAll(/<b[^>]*>Canal ([\d-]+)<\/b>/g)].map(([, day]) => day)).toEqual(["2023-09-01", "2023-05-01", "2023-03-01"]);
});
