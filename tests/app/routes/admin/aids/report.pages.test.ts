import { afterAll, beforeAll, expect, test } from "vitest";
import { aids } from "#backend/modules/aids/tables";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/users/beneficiaries";
const period = "?monthFrom=2025-01&monthTo=2025-06";

test("the report on aids is linked from the list, and its figures are on the page and in the file, without small ones", async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => addPerson(site.backend, { role: "BENEFICIARY" })));
  await site.backend.services.db
    .insert(aids)
    .values([
      ...people.map(({ id }) => ({ userId: id, kind: "parcel" as const, day: "2025-03-10", quantity: 3 })),
      ...people.slice(0, 2).map(({ id }) => ({ userId: id, kind: "meal" as const, day: "2025-03-12" })),
    ]);
  expect(await (await site.visit(list, { cookie })).text()).toContain(`${list}/report`);
  const html = await (await site.visit(`/en${list}/report${period}`, { cookie })).text();
  expect(html).toContain("1 January 2025 to 30 June 2025");
  expect(html.split("<script").slice(0, -3).join()).toMatch(/>Students</);
  expect(html).toContain(`report.csv${period.replace("&", "&amp;")}`);
  const file = await (await site.visit(`/en${list}/report.csv${period}`, { cookie })).text();
  const lines = file.split(/\r?\n/).map((line) => line.replaceAll('"', ""));
  expect(lines.find((line) => line.startsWith("People helped"))).toMatch(/[;,]7[;,]?/);
  expect(lines.find((line) => line.includes("Meal"))).toMatch(/Meal[;,]*$/);
  const month = (name: string) => html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0];
  expect([month("monthFrom"), month("monthTo")]).toEqual([expect.stringContaining('"2025-01"'), expect.stringContaining('"2025-06"')]);
  const shown = (page: string) => page.replace(/<script.*?<\/script>/gs, "");
  expect(shown(html)).not.toContain("The period you chose wasn’t possible");
  const other = await (await site.visit(`/en${list}/report?monthFrom=2025-06&monthTo=2025-01`, { cookie })).text();
  expect(shown(other)).toContain("The period you chose wasn’t possible");
  expect(shown(other)).toContain("Erased aid is no longer counted: aid received up to");
});
