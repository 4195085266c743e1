import { afterAll, beforeAll, expect, test } from "vitest";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

const list = "/dashboard/admin/donations/in-kind";
let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] }));
});
afterAll(() => site.backend.close());

const read = async (path: string) => (await (await site.visit(path, { cookie })).text()).replaceAll(/[\u00a0\u202f]/g, " ");

test("a gift in kind is recorded, thanked for by mail and on paper, exported and removed", async () => {
  const gift = {
    receivedOn: "2026-03-02",
    category: "clothing",
    description: "Deux sacs de manteaux",
    name: "Lou Roy",
    email: "lou@example.org",
  };
  const empty = await site.visit(`${list}/create`, { cookie, form: { ...gift, description: "", submission: crypto.randomUUID() } });
  expect([empty.status, (await empty.text()).includes("Dites ce qui a été donné")]).toEqual([400, true]);
  const answer = await site.visit(`${list}/create`, { cookie, form: { ...gift, locale: "fr", submission: crypto.randomUUID() } });
  const address = answer.headers.get("location") ?? "";
  expect(address).toMatch(/in-kind\/[0-9a-f-]+$/);
  expect(await read(address)).toMatch(/Lou Roy.*Vêtements.*Deux sacs de manteaux/s);
  expect(await read(list)).toContain("1 don en nature");
  await site.visit(address, { cookie, form: { intent: "thank", version: "1" } });
  expect((await mailsTo(site.backend, "lou@example.org"))[0]?.text).toContain("Deux sacs de manteaux");
  const page = await read(address);
  expect([page.includes("Remerciement envoyé le"), page.includes('value="thank"')]).toEqual([true, false]);
  expect((await site.visit(`${address}/thanks.pdf`, { cookie })).headers.get("content-type")).toBe("application/pdf");
  expect(await read(`${list}/export.csv`)).toContain("Lou Roy");
  await site.visit(address, { cookie, form: { intent: "remove", version: "2" } });
  expect(await site.backend.services.db.$count(giftsInKind)).toBe(0);
});
