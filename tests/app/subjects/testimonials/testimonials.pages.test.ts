import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testimonials } from "#backend/modules/testimonials/tables";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const read = async (path: string) => (await site.visit(path)).text();

test("every published testimonial is on the site, page by page in its order, and one whose consent is withdrawn is not", async () => {
  expect(await read("/testimonials")).toContain("Le vôtre peut être le premier.");
  const consent = { status: "published", review: "approved", consentedOn: "2026-01-15" } as const;
  const rows = Array.from({ length: 30 }, (_, at) => ({
    ...consent,
    position: at,
    initials: `N. ${at}.`,
    speaker: { fr: "étudiante", en: "student" },
    quote: { fr: `Des mots numéro ${at}.`, en: `Words number ${at}.` },
  }));
  await site.backend.services.db.insert(testimonials).values(rows);
  const [row] = rows;
  if (row) await site.backend.services.db.insert(testimonials).values({ ...row, status: "draft", initials: "X. X.", position: 40 });
  const numbers = (page: string) => [...page.matchAll(/mots numéro (\d+)/g)].map(([, number]) => Number(number));
  const [first, second] = [await read("/testimonials?page=1"), await read("/testimonials?page=2")];
  expect([...numbers(first), ...numbers(second)]).toEqual(rows.map((_, at) => at));
  expect(first + second).not.toContain("X. X.");
  expect(await read("/en/testimonials?page=2")).toContain("Words number 29.");
  for (const path of ["/", "/sitemap.xml"]) expect(await read(path)).toContain("/testimonials");
  await site.backend.services.db
    .update(testimonials)
    .set({ status: "archived", withdrawnOn: "2026-02-01" })
    .where(eq(testimonials.initials, "N. 0."));
  expect(numbers(await read("/testimonials"))).not.toContain(0);
});
