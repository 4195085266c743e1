import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driverProfiles } from "#backend/modules/people/tables";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

test.each(["", "/en"])(
  "the buttons of a person’s page under %s/ do what they say, from the address that the page gives them",
  async (prefix) => {
    const { db } = site.backend.services;
    const { id } = await addPerson(site.backend, { role: "VOLUNTEER", accountState: "validated" });
    await db
      .insert(driverProfiles)
      .values({ userId: id, vehicle: "car", licenceExpiry: "2099-01-01", insuranceExpiry: "2099-01-01", inspectionExpiry: "2099-01-01" });
    const view = `${prefix}/dashboard/admin/users/${id}/view`;
    const press = async (name: string, value: string) => {
      const html = await (await site.visit(view, { cookie, language: prefix ? "en" : "fr" })).text();
      const form = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(([, , inside = ""]) =>
        new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`).test(inside),
      );
      const [, version] = /name="version" value="([^"]*)"/.exec(form?.[2] ?? "") ?? [];
      const answer = await site.visit(form?.[1] ?? "", { cookie, form: { [name]: value, ...(version && { version }) } });
      return [answer.status, answer.headers.get("location")];
    };
    expect(await press("driver", "approved")).toEqual([303, view]);
    const [driver] = await db.select().from(driverProfiles).where(eq(driverProfiles.userId, id));
    expect(driver?.status).toBe("approved");
  },
);
