import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#backend/modules/contact/tables";
import { dataRequests } from "#backend/modules/privacy/tables";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const day = 86_400_000;
const ago = (days: number) => new Date(site.backend.services.clock().getTime() - days * day);

/** What the page says, without its scripts and with plain spaces. */
async function mainOf(path: string, cookie: string): Promise<string> {
  const html = (await (await site.visit(path, { cookie })).text()).replace(/<script\b.*?<\/script>/gs, "").replace(/\s|&nbsp;/gu, " ");
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}

test("without a waiting account, the queue with the oldest overdue entry fills the band and the lead", async () => {
  const { db, clock } = site.backend.services;
  // The counts of a person are read at most every few seconds.
  const read = async (path = "/dashboard") => mainOf(path, (await signIn(site.backend, { role: "ADMIN" })).cookie);
  expect(await read()).toContain("Le site n’est pas encore prêt à ouvrir");
  const letter = { topic: "other", name: "Lou", email: "lou@example.org", body: "Bonjour", locale: "fr" } as const;
  await db.insert(messages).values({ ...letter, dedupeKey: "now", createdAt: clock(), waitingSince: clock() });
  const waiting = await read();
  expect(waiting).toMatch(
    /1 à traiter\..*<h2>Messages : 1 à traiter<\/h2>.*href="\/dashboard\/admin\/messages\?status=new"[^>]*>Ouvrir la liste/s,
  );
  expect(waiting).not.toMatch(/Rien d’urgent|n’est pas encore prêt/);
  await db.insert(messages).values({ ...letter, dedupeKey: "old", createdAt: ago(12), waitingSince: ago(12) });
  await db.insert(dataRequests).values({ email: "lou@example.org", kind: "access", receivedAt: ago(40), dueAt: ago(10) });
  const late = await read();
  expect(late).toMatch(/Vie privée : 1 en retard\.<.*<h2>Vie privée : 1 en retard<\/h2>.*La plus longue attente : 40 jours/s);
  expect(late).toMatch(/href="\/dashboard\/admin\/messages\?due=late".*?12 jours, 1 en retard/s);
  expect(await read("/en/dashboard")).toMatch(/Privacy: 1 overdue\.</);
});
