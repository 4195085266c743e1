import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

test("a log-out clears the browser, or leaves that to the page where scans of a door wait, also for an account that is stopped", async () => {
  const clears = async (form: Record<string, string>) => {
    const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
    return (await site.visit("/logout", { cookie, form })).headers.get("clear-site-data");
  };
  expect([await clears({}), await clears({ keep: "scans" })]).toEqual(['"storage"', null]);
  const { id, cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
  const page = await (await site.visit("/account/pending/criteria", { cookie })).text();
  expect(page).toMatch(/<form[^>]*action="\/logout"[^>]*data-log-out="Des passages scannés attendent/);
  expect(page).toContain(`data-person="${id}"`);
});
