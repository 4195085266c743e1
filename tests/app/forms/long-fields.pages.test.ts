import { afterAll, beforeAll, expect, test } from "vitest";
import { type Role, roles } from "#contract/accounts/roles";
import { startBackend } from "#tests/support/backend";
import { longTexts, workOf } from "#tests/support/long-texts";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";

/** The CPU limit of one response, in milliseconds: two hundred times that of a usual page. */
const most = 2_000;

let site: Site;
const cookies = new Map<Role, string>();
let urlOf: Awaited<ReturnType<typeof addRecords>>;

beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  site = await startSite({}, await startBackend({ limits: noLimits }));
  const people = new Map<Role, string>();
  for (const role of roles) {
    const person = await signIn(site.backend, { role });
    cookies.set(role, person.cookie);
    people.set(role, person.id);
  }
  urlOf = await addRecords(site, { admin: cookies.get("ADMIN") ?? "", authorId: people.get("VOLUNTEER") ?? "" });
});
afterAll(() => site.backend.close());

type Form = { action: string; fields: Map<string, string> };

/** The POST forms of a page, with their fields and values. */
function formsIn(html: string, address: string): Form[] {
  return html
    .split("<form")
    .slice(1)
    .map((rest) => rest.split("</form>", 1)[0] ?? "")
    .filter((form) => form.slice(0, form.indexOf(">")).includes('method="post"'))
    .map((form) => {
      const fields = new Map<string, string>();
      for (const [tag] of form.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)) {
        const name = /\sname="([^"]*)"/.exec(tag)?.[1];
        if (name && !/type="file"/.test(tag)) fields.set(name, /\svalue="([^"]*)"/.exec(tag)?.[1] ?? "un texte");
      }
      const action = /^[^>]*\saction="([^"]*)"/.exec(form)?.[1]?.replaceAll("&amp;", "&");
      return { action: action ?? address, fields };
    });
}

test("80,000 characters in any field of any form are refused or taken within two seconds of work, whoever sends them", {
  timeout: 600_000,
}, async () => {
  const seen = new Set<string>();
  const faults: string[] = [];
  let turn = 0;
  const pages = servedPages(site.build).filter(({ hasPage, path }) => hasPage && path !== "/logout");
  const steps = ["person", "place", "wishes", "driving", "needs", "siret", "company", "pickup"].map((step) => `?step=${step}`);
  for (const { path } of pages)
    for (const role of [null, "ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT"] as const) {
      const cookie = role ? cookies.get(role) : undefined;
      for (const query of ["", ...(path.startsWith("/register/") ? steps : [])]) {
        const address = urlOf(path, "") + query;
        const page = await site.visit(address, { cookie });
        if (page.status !== 200) continue;
        for (const { action, fields } of formsIn(await page.text(), address))
          for (const name of fields.keys()) {
            const key = `${action} ${[...fields.keys()].join(",")} ${name}`;
            if (seen.has(key) || action.endsWith("/logout")) continue;
            seen.add(key);
            for (const [what, text] of [longTexts[turn % longTexts.length] ?? ["", ""]]) {
              const form = { ...Object.fromEntries(fields), [name]: text };
              const { answer, milliseconds } = await workOf(() => site.visit(action, { cookie, form }));
              if (answer.status >= 500 || milliseconds > most)
                faults.push(`${role ?? "visitor"} ${action} ${name} (${what}): ${answer.status} after ${Math.round(milliseconds)} ms`);
            }
            turn += 1;
          }
      }
    }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(150);
});

test.each(longTexts)("the fields that patterns read take %s as well", async (_, text) => {
  const fields = { "/donate": ["otherAmount", "siren", "postcode", "email", "country"], "/contact": ["message", "email", "name", "team"] };
  for (const [path, names] of Object.entries(fields))
    for (const name of names) {
      const form = { topic: "help", donor: "company", rhythm: "one_off", allocation: "any", method: "transfer", [name]: text };
      const { answer, milliseconds } = await workOf(() => site.visit(path, { form }));
      expect([path, name, answer.status]).toEqual([path, name, 400]);
      expect(milliseconds).toBeLessThan(most);
      expect((await answer.text()).length).toBeLessThan(200_000);
    }
});
