import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#backend/modules/contact/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

test("a volunteer with the right opens the messages to their team from the menu, and answers them; others have no such pages", async () => {
  const { db } = site.backend.services;
  const rows = await db
    .insert(sectors)
    .values(["Lyon", "Lille"].map((name) => ({ name, slug: name.toLowerCase(), status: "published" as const })))
    .returning();
  const letter = { topic: "volunteer", email: "noe@example.org", locale: "fr", body: "Bonjour" } as const;
  const stored = await db
    .insert(messages)
    .values(rows.map(({ id, name }) => ({ ...letter, name: `Noé de ${name}`, sectorId: id, dedupeKey: name })))
    .returning();
  const [own, other] = stored.map(({ id }) => `/dashboard/admin/messages/${id}`);
  const { cookie } = await signIn(site.backend, {
    role: "VOLUNTEER",
    inSectors: [{ permission: "MESSAGES_ANSWER", sectorId: rows[0]?.id ?? "" }],
  });
  const home = await (await site.visit("/dashboard", { cookie })).text();
  expect(home).toContain('href="/dashboard/admin/messages?status=new"');
  const list = await (await site.visit("/dashboard/admin/messages", { cookie })).text();
  expect([list.includes("Noé de Lyon"), list.includes("Noé de Lille")]).toEqual([true, false]);
  expect(list).not.toContain("/dashboard/admin/messages/export");
  const page = await site.visit(own ?? "", { cookie });
  expect([page.status, (await site.visit(other ?? "", { cookie })).status]).toEqual([200, 404]);
  const answer = await site.visit(own ?? "", { cookie, form: { body: "Merci.", version: "1" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, own]);
  expect(await (await site.visit(own ?? "", { cookie: keepCookies(cookie, answer) })).text()).toContain("Merci.");
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  expect((await site.visit("/dashboard/admin/messages", { cookie: volunteer.cookie })).headers.get("location")).toBe("/");
  expect(await (await site.visit("/dashboard", { cookie: volunteer.cookie })).text()).not.toContain("/dashboard/admin/messages");
});
