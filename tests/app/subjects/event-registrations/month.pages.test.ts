import { afterAll, beforeAll, expect, test } from "vitest";
import { events } from "#backend/modules/events/tables";
import { franceDay } from "#contract/formats/france-time";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

test("a month with more events than its table says so, and leads to the others", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const now = site.backend.services.clock();
  const month = franceDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))).slice(0, 7);
  const on = (day: string, hour: number) => new Date(`${month}-${day}T${hour}:00:00Z`);
  const event = { type: "distribution", placeName: "Local", placeAddress: "1 rue des Maillons, Lyon", status: "published" } as const;
  const early = Array.from({ length: 100 }, (_, at) => ({ day: "05", title: `Tri ${at}` }));
  const rows = [...early, { day: "27", title: "Dernière date" }].map(({ day, title }) => ({
    ...{ ...event, title: { fr: title }, publishedAt: now, startsAt: on(day, 10), endsAt: on(day, 12) },
  }));
  await site.backend.services.db.insert(events).values(rows);
  const shown = async (path: string) =>
    (await (await site.visit(path, { cookie })).text()).replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("&amp;", "&");
  const html = await shown(`/dashboard/events?month=${month}`);
  expect(html).not.toContain("Dernière date");
  expect(html).toMatch(/Ce mois a 101 évènements\./);
  const [, rest = ""] = /<a[^>]*href="([^"]+)"[^>]*>Voir les suivants en liste/.exec(html) ?? [];
  expect(rest).toContain(`startsAtFrom=${month}-05`);
  const list = `${rest}&order=desc`;
  expect(await shown(list)).toContain("Dernière date");
});
