import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { startBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

const plain = (html: string) => html.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#x27;", "'");
const prefixes = ["", "/en"] as const;

/** A site with one published team with monthly records. */
async function aSite() {
  const site = await startSite({}, await startBackend());
  onTestFinished(() => site.backend.close());
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await publishContent(site.backend, "sectors", cookie, { name: "Lyon", city: "Lyon" });
  const write = (figures: object, month = "2026-09") =>
    site.backend.request(`/api/admin/sectors/${id}/records`, { method: "POST", cookie, json: { month, ...figures } });
  const read = async (path: string) => plain(await (await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" })).text());
  return { site, cookie, id, write, read };
}

describe("the impact totals of the teams", () => {
  test("are on each page with figures, as sums, formatted in the reader's language", async () => {
    const { site, cookie, write, read } = await aSite();
    const { id: second } = await publishContent(site.backend, "sectors", cookie, { name: "Lille", city: "Lille" });
    await write({ kits: 1_000, volunteerMinutes: 90_000, foodGrams: 9_000_500 });
    await site.backend.request(`/api/admin/sectors/${second}/records`, {
      method: "POST",
      cookie,
      json: { month: "2026-09", kits: 234, volunteerMinutes: 30, foodGrams: 500 },
    });
    const numbers = { "": ["1 234", "1 500", "9 001"], "/en": ["1,234", "1,500", "9,001"] };
    for (const prefix of prefixes) {
      const [kits, hours, kilograms] = numbers[prefix];
      const shown = {
        [prefix || "/"]: [kits, hours, kilograms],
        [`${prefix}/story`]: [kits, hours, kilograms],
        [`${prefix}/delivraide`]: [kits, hours, kilograms],
        [`${prefix}/dressed`]: [hours],
      };
      for (const [path, figures] of Object.entries(shown)) {
        const html = await read(path);
        for (const figure of figures) expect([path, figure, html.includes(`>${figure}`)]).toEqual([path, figure, true]);
      }
      const team = await read(`${prefix}/team/lyon`);
      const counted = prefix ? "Counted in our database on " : "Comptés dans notre base le ";
      for (const path of [prefix || "/", `${prefix}/story`, `${prefix}/team/lyon`])
        expect((await read(path)).match(new RegExp(`${counted}\\d+(er)? \\p{L}+ \\d{4}`, "gu"))).toHaveLength(1);
      expect([team.includes(prefix ? ">1,000<" : ">1 000<"), team.includes(">234")]).toEqual([true, false]);
    }
  });

  test("are hidden while they are zero", async () => {
    const { read, write } = await aSite();
    const words = /(?:\d |>)kits? livrés?|kilos? sauvés?|heures? de bénévolat/;
    for (const path of ["/", "/story", "/delivraide", "/dressed", "/euro-solidaire", "/team/lyon"])
      expect([path, words.exec(await read(path))?.[0]]).toEqual([path, undefined]);
    await write({ kits: 0, volunteerMinutes: 0, foodGrams: 2_000 });
    for (const path of ["/", "/team/lyon"]) {
      const html = await read(path);
      expect([path, html.includes("kilos sauvés"), /(?:\d |>)kits? livrés?|heures? de bénévolat/.exec(html)?.[0]]).toEqual([
        path,
        true,
        undefined,
      ]);
    }
  });
});

test("a new month invalidates the pages that count it, and no others", async () => {
  const within = { timeout: 1_500, interval: 20 };
  const backend = await startBackend();
  onTestFinished(() => backend.close());
  const { app } = await startSite({}, backend);
  const site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
  await backend.changes.subscribe(() => {});
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id } = await publishContent(backend, "sectors", cookie, { name: "Lyon", city: "Lyon" });
  const markOf = async (path: string) => (await site.visit(path)).headers.get("etag");
  const text = async (path: string) => plain(await (await site.visit(path)).text());
  const counting = ["/", "/story", "/delivraide", "/dressed", "/team/lyon", "/press"];
  const others = ["/euro-solidaire", "/partners", "/jobs", "/news", "/further-support"];
  const pages = [...counting, ...others];
  const read = async (paths: string[]) =>
    Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await markOf(path)] as const)));
  const marks = async () => JSON.stringify(await read(pages));
  // The team's own publication may still arrive at the page cache.
  await expect.poll(async () => new Set([await marks(), await marks()]).size, within).toBe(1);
  const before = await read(pages);
  expect(Object.values(before)).not.toContain(null);
  const json = { month: "2026-09", kits: 7_001, volunteerMinutes: 60 * 7_002, foodGrams: 7_003_000 };
  await backend.request(`/api/admin/sectors/${id}/records`, { method: "POST", cookie, json });
  await expect.poll(() => text("/"), within).toMatch(/kits livrés<\/dt><dd[^>]*>7 001</);
  for (const path of counting) await expect.poll(async () => (await markOf(path)) !== before[path], within).toBe(true);
  for (const path of others) expect([path, await markOf(path)]).toEqual([path, before[path]]);
});

describe("the months of a team in the back-office", () => {
  let site: Site;
  let cookie = "";
  let page = "";
  let team = "";
  beforeAll(async () => {
    site = await startSite();
    ({ cookie } = await signIn(site.backend, { role: "ADMIN", firstName: "Inès", lastName: "Garnier" }));
    ({ id: team } = await publishContent(site.backend, "sectors", cookie, { name: "Lyon" }));
    page = `/dashboard/admin/sectors/${team}/records`;
  });
  afterAll(() => site.backend.close());

  const typed = { month: "2026-09", kits: "12", hours: "20.5", kilograms: "95.25", intent: "save" };
  const read = async (path: string) => plain(await (await site.visit(path, { cookie })).text());

  test("are entered and corrected without script in hours and kilograms, and stored in minutes and grams", async () => {
    const made = await site.visit(page, { cookie, form: typed });
    expect([made.status, made.headers.get("location")]).toEqual([303, page]);
    expect(plain(await (await site.visit(page, { cookie: keepCookies(cookie, made) })).text())).toContain("Mois enregistré.");
    const rows = () => site.backend.services.db.select().from(monthlyRecords).where(eq(monthlyRecords.sectorId, team));
    expect(await rows()).toEqual([expect.objectContaining({ month: "2026-09-01", kits: 12, volunteerMinutes: 1_230, foodGrams: 95_250 })]);
    const list = await read(page);
    for (const words of ["septembre 2026", ">20,5<", ">95,25<", "Inès Garnier", "1 mois"]) expect(list).toContain(words);
    expect(await read(`/en${page}`)).toContain("September 2026");
    const form = await read(`${page}?month=2026-09`);
    for (const words of ["Corriger septembre 2026", 'value="20.5"', 'name="version" value="1"']) expect(form).toContain(words);
    const { month: _, ...figures } = typed;
    const edited = await site.visit(`${page}?month=2026-09`, { cookie, form: { ...figures, kits: "13", version: "1" } });
    expect([edited.status, (await rows())[0]?.kits]).toEqual([303, 13]);
    const late = await site.visit(`${page}?month=2026-09`, { cookie, form: { ...figures, kits: "99", version: "1" } });
    const conflict = plain(await late.text());
    expect([late.status, (await rows())[0]?.kits]).toEqual([409, 13]);
    for (const words of ["Inès Garnier a enregistré ce mois", 'value="99"', 'name="version" value="2"']) expect(conflict).toContain(words);
  });

  test("are exported with the numbers of the screen", async () => {
    const file = await (await site.visit(`${page}/export.csv`, { cookie })).text();
    const [header, row] = file.replace("\uFEFF", "").split("\n");
    expect(header).toBe("Mois,Kits livrés,Heures de bénévolat,Kilos de nourriture,Par,Modifié");
    expect(row).toMatch(/^2026-09,13,20\.5,95\.25,Inès Garnier,/);
    expect((await site.visit(page.replace(team, crypto.randomUUID()), { cookie })).status).toBe(404);
    expect((await site.visit(`${page.replace(team, crypto.randomUUID())}/export.csv`, { cookie })).status).toBe(404);
  });

  test("show what the software counts from the first month on, which is set with a preview", async () => {
    const { id: lyon } = await publishContent(site.backend, "sectors", cookie, { name: "Lyon-Sud" });
    const [records, counting] = [`/dashboard/admin/sectors/${lyon}/records`, `/dashboard/admin/sectors/${lyon}/counting`];
    await site.visit(records, { cookie, form: typed });
    expect(await read(`/dashboard/admin/sectors/${lyon}/edit`)).toContain(`href="${counting}"`);
    expect(await read(records)).toContain(`href="${counting}"`);
    const preview = await read(`${counting}?from=2026-09`);
    for (const words of ["à partir de septembre 2026 ?", "kits : 12 aujourd’hui, 0 ensuite", "heures : 20 aujourd’hui, 0 ensuite"])
      expect(preview).toContain(words);
    expect(await read(`${counting}?from=2026-9x`)).toContain("Écrivez l’année et le mois");
    const saved = await site.visit(`${counting}?from=2026-09`, { cookie, form: { month: "2026-09" } });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, records]);
    expect(await read(records)).toContain("Depuis septembre 2026, les kits et les heures sont comptés par l’application.");
    const month = await read(`${records}?month=2026-09`);
    expect(month).toContain("Ce qui avait été saisi (kits : 12, heures : 20,5) ne compte plus.");
    expect(month).not.toContain("Remis chez les étudiantes et étudiants.");
    const { month: _, ...figures } = typed;
    const edited = await site.visit(`${records}?month=2026-09`, { cookie, form: { ...figures, kilograms: "7", version: "1" } });
    expect(edited.status).toBe(303);
    const late = await site.visit(records, { cookie, form: { ...typed, month: "2026-10" } });
    expect([late.status, plain(await late.text()).includes("L’application compte les kits et les heures de ce mois.")]).toEqual([
      422,
      true,
    ]);
    const back = await site.visit(`${counting}?from=none`, { cookie, form: {} });
    expect(back.status).toBe(303);
    expect(await read(records)).not.toContain("comptés par l’application");
  });

  test("show errors at the field, and keep the values; a month is deleted by its own button", async () => {
    const twice = await site.visit(page, { cookie, form: { ...typed, kits: "77" } });
    const html = plain(await twice.text());
    expect([twice.status, html.includes("Ce mois a déjà ses chiffres."), html.includes('value="77"')]).toEqual([422, true, true]);
    expect((await site.visit(page, { cookie, form: { ...typed, kits: "-1" } })).status).toBe(400);
    expect((await site.visit(page, { cookie, form: { ...typed, month: "2099-01" } })).status).toBe(422);
    const gone = await site.visit(`${page}?month=2026-09`, { cookie, form: { intent: "remove" } });
    expect([gone.status, gone.headers.get("location")]).toEqual([303, page]);
    expect(await read(page)).toContain("Aucun mois pour l’instant.");
    expect((await site.visit(`${page}?month=2026-09`, { cookie })).status).toBe(404);
  });
});
