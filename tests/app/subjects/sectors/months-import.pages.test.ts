import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { addContent } from "#tests/support/content";
import { importPages } from "#tests/support/import-pages";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

test("months of a team, also of one that is not on the site, are imported from a file with the columns, months and numbers of a French spreadsheet", async () => {
  const { backend } = site;
  const team = await addContent(backend, "sectors", cookie);
  const { name } = (await (await backend.request(`/api/admin/sectors/${team.id}`, { cookie })).json()) as { name: string };
  const { read, checkedFile } = importPages(site, cookie);
  const path = "/dashboard/admin/sectors/records/import";
  expect(await read(`/dashboard/admin/sectors/${team.id}/records`)).toContain(`href="${path}"`);
  const lines = ["09/2025;12;1,5;1 234,5", "2025-10;7;;", "2025-11-01;;2;", "automne;1;;"];
  const nowhere = ";2025-12;1;;";
  const dryRun = await checkedFile(
    path,
    `Équipe;Mois;Kits;Heures;Kilos\n${lines.map((line) => `${name};${line}`).join("\n")}\n${nowhere}\n`,
  );
  const html = await read(dryRun);
  expect(html).toContain("3 fiches seraient créées");
  expect(html).toContain("« automne » n’est pas un mois. Écrivez 01/2027.");
  expect(html).toContain("Écrivez le nom d’une équipe locale, comme dans la liste des secteurs.");
  expect((await site.visit(dryRun, { cookie, form: { intent: "import" } })).status).toBe(303);
  const rows = await backend.services.db.select().from(monthlyRecords).orderBy(asc(monthlyRecords.month));
  expect(rows.map(({ month, kits, volunteerMinutes, foodGrams }) => [month, kits, volunteerMinutes, foodGrams])).toEqual([
    ["2025-09-01", 12, 90, 1_234_500],
    ["2025-10-01", 7, 0, 0],
    ["2025-11-01", 0, 120, 0],
  ]);
});
