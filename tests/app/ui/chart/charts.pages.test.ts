import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faqQuestions } from "#backend/modules/faq/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { addContent, publishContent } from "#tests/support/content";
import { addGift } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
let team = { id: "" };
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
  team = (await publishContent(site.backend, "sectors", cookie, { name: "Lyon" })) as unknown as typeof team;
  const record = { sectorId: team.id, volunteerMinutes: 90, foodGrams: 1_250 };
  await site.backend.services.db.insert(monthlyRecords).values([
    { ...record, month: "2025-01-01", kits: 40 },
    { ...record, month: "2025-02-01", kits: 0 },
    { ...record, month: "2025-04-01", kits: 60 },
    { ...record, month: "2025-05-01", kits: 90 },
  ]);
});
afterAll(() => site.backend.close());

const read = async (path: string, as = cookie) =>
  (await (await site.visit(path, { cookie: as })).text())
    .replaceAll(/<script\b.*?<\/script>|<style\b.*?<\/style>|<!-- -->/gs, "")
    .replaceAll(/\s|&nbsp;/gu, " ");
const chartIn = (html: string) => /<div class="chart">.*?<\/table>/s.exec(html)?.[0] ?? "";
const barsIn = (html: string) => [...html.matchAll(/<rect class="(chart-\w+)" x=/g)].map(([, series]) => series);
const rowsIn = (html: string) =>
  [...html.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)].map(([, name, cells = ""]) => [name, cells.replaceAll(/<[^>]*>/g, "")]);

test.each([
  { prefix: "", label: "Kits livrés par mois, janvier 2025 à mai 2025 : en hausse, 90 au plus (mai 2025)", open: "Voir les chiffres" },
  { prefix: "/en", label: "Kits delivered by month, January 2025 to May 2025: rising, peak 90 (May 2025)", open: "See the figures" },
])("a team's page says the trend of its kits in a sentence, and has their table ($open)", async ({ prefix, label, open }) => {
  const chart = chartIn(await read(`${prefix}/team/lyon`, ""));
  expect(chart).toContain(`role="img" aria-label="${label}"`);
  expect(chart).toContain(open);
  expect(barsIn(chart)).toEqual(["chart-pale", "chart-pale", "chart-full"]);
  expect(rowsIn(chart).map(([, figure]) => figure)).toEqual(["90", "60", prefix ? "not recorded" : "non relevé", "0", "40"]);
});

test("the story and the dashboard draw the kits of all teams", async () => {
  expect(rowsIn(chartIn(await read("/story", "")))[0]).toEqual(["mai 2025", "90"]);
  expect(rowsIn(chartIn(await read("/dashboard")))[0]).toEqual(["mai 2025", "90"]);
});

test("a team's records are drawn above their list, whatever its order, and aligned by their decimals", async () => {
  for (const query of ["", "?sort=month&order=asc"]) {
    const html = await read(`/dashboard/admin/sectors/${team.id}/records${query}`);
    expect(
      [...html.matchAll(/role="img" aria-label="(.*?), janvier 2025 à mai 2025 : (.*?)"/g)].map(([, what, trend]) => [what, trend]),
    ).toEqual([
      ["Kits livrés", "en hausse, 90 au plus (mai 2025)"],
      ["Heures de bénévolat", "stable, 1,5 au plus (mai 2025)"],
      ["Kilos de nourriture", "stable, 1,25 au plus (mai 2025)"],
    ]);
    expect(html).toMatch(/<td[^>]*>1,50<\/td>/);
    expect(html.match(/class="chart-line"/g)).toHaveLength(4);
  }
});

test("a project's card draws what it received of its budget, and none without a budget", async () => {
  const { id } = await addContent(site.backend, "projects", cookie, { budgetEuros: 5_000 });
  const without = await addContent(site.backend, "projects", cookie, { budgetEuros: null });
  await addGift(site.backend, { email: "lou@example.org", status: "received", amountCents: 125_000, projectId: id });
  const html = await read("/dashboard/admin/projects/board");
  const cardOf = (project: string) => new RegExp(`<li id="project-${project}".*?</li>`, "s").exec(html)?.[0] ?? "";
  expect(cardOf(id)).toContain(`<rect class="chart-full" x="0%" width="25%"`);
  expect(cardOf(without.id)).not.toContain(`class="share-bar"`);
  expect(await read(`/dashboard/admin/projects/${id}/follow`)).toContain(`<rect class="chart-full" x="0%" width="25%"`);
});

test("the list of pledges adds up its months: what arrived, and what is still promised; not what was cancelled", async () => {
  const at = { email: "sam@example.org", createdAt: site.backend.services.clock() };
  await addGift(site.backend, { ...at, status: "received", amountCents: 30_000 });
  await addGift(site.backend, { ...at, status: "promised", amountCents: 2_000 });
  await addGift(site.backend, { ...at, status: "cancelled", amountCents: 70_000 });
  const answer = await site.backend.request("/api/admin/pledge-months", { cookie });
  const { items } = (await answer.json()) as { items: { receivedCents: number; promisedCents: number }[] };
  expect([items.at(-1)?.promisedCents, (items.at(-1)?.receivedCents ?? 0) >= 30_000]).toEqual([2_000, true]);
  expect(items.reduce((sum, { receivedCents }) => sum + receivedCents, 0)).toBe(155_000);
  const chart = chartIn(await read("/dashboard/admin/donations/pledges"));
  expect(rowsIn(chart)).toHaveLength(items.length);
  expect(barsIn(chart).slice(-2)).toEqual(["chart-full", "chart-pale"]);
});

test("the votes on an answer are drawn where there are any", async () => {
  const { id } = await publishContent(site.backend, "faq/questions", cookie);
  const edit = `/dashboard/admin/faq/questions/${id}/edit`;
  expect(await read(edit)).not.toContain(`class="share-bar"`);
  await site.backend.services.db.update(faqQuestions).set({ helpfulYes: 3, helpfulNo: 1 }).where(eq(faqQuestions.id, id));
  expect(await read(edit)).toContain(`<rect class="chart-full" x="0%" width="75%"`);
});
