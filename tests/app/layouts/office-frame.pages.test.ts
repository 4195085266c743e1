import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { documents } from "#backend/modules/documents/tables";
import { everywherePermissions } from "#contract/accounts/permissions";
import { type Role, roles } from "#contract/accounts/roles";
import { addPerson, signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";
import { listedAsMissing, missingRows, specifiedRoutes } from "#tests/support/specification";

let site: Site;
let urlOf: Awaited<ReturnType<typeof addRecords>>;
beforeAll(async () => {
  site = await startSite();
  const author = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Nour" });
  const texts = { lead: { fr: "" }, body: { fr: "Texte." }, authorId: author.id, updatedBy: author.id };
  const waiting = Array.from({ length: 6 }, (_, i) => ({ ...texts, title: { fr: `Article ${i + 1}` }, status: "in_review" as const }));
  await site.backend.services.db.insert(articles).values(waiting);
  const { cookie: admin, id: authorId } = await signIn(site.backend, { role: "ADMIN", permissions: everywherePermissions });
  urlOf = await addRecords(site, { admin, authorId });
});
afterAll(() => site.backend.close());

const texts = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "gs"))].map(([, inner = ""]) =>
    inner.replace(/<[^>]*>/g, "").replaceAll("&#x27;", "'"),
  );
const navigation = (html: string) => /<aside[^>]*>.*?(<nav.*?<\/nav>).*?<\/aside>/s.exec(html)?.[1] ?? "";
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);

/** Without the filter of what waits in them. */
const listsIn = (html: string) => linksIn(html).map((href) => href?.split("?")[0]);

/** Closed to administrators, whose navigation this is. */
const ofOthers = ["/dashboard/my-file", "/dashboard/donator/fiscal-receipts"];

test.each(["", "/en"])(
  "S2-023 every back-office row of routes.csv, and every other page under the dashboard, stands in its frame with the navigation (%s)",
  async (prefix) => {
    const { cookie } = await signIn(site.backend, { role: "ADMIN", permissions: everywherePermissions });
    const framed = specifiedRoutes.filter(({ layout }) => layout === "back-office").map(({ path }) => path);
    const pages = servedPages(site.build).filter(
      ({ path, hasPage }) => hasPage && !ofOthers.includes(path) && (path.startsWith("/dashboard") || framed.includes(path)),
    );
    expect(pages.length).toBeGreaterThan(7);
    expect(missingRows(site.build, "back-office")).toEqual(listedAsMissing("back-office"));
    for (const path of [...pages.map(({ path }) => path), "/dashboard/nothing-here", "/dashboard/admin/nothing-here"]) {
      const answer = await site.visit(urlOf(path, prefix), { cookie });
      const location = answer.headers.get("location");
      const html = await (location ? await site.visit(location, { cookie }) : answer).text();
      expect([path, listsIn(navigation(html))]).toEqual([
        path,
        expect.arrayContaining([`${prefix}/dashboard`, `${prefix}/dashboard/admin/news`]),
      ]);
      expect([path, html.includes("<footer"), html.includes("data-sub-list")]).toEqual([path, false, false]);
    }
  },
);

const own = ["/dashboard"];
const ofDonors = [...own, "/dashboard/donator/fiscal-receipts"];
const expected: Record<Role, { navigation: string[]; headings: string[] }> = {
  ADMIN: {
    navigation: [...own, "/dashboard/admin/documents", "/dashboard/admin/news", "/dashboard/tools"],
    headings: ["Avant d’ouvrir le site", "Ce que le site ne dit pas encore", "Vie privée : 2 en retard", "L’agenda", "Mon adhésion"],
  },
  VOLUNTEER: {
    navigation: [...own, "/dashboard/admin/users/volunteers", "/dashboard/admin/news/create", "/dashboard/tools"],
    headings: ["Trouvez votre prochaine date", "L’agenda", "Mes articles en cours", "Mon adhésion"],
  },
  BENEFICIARY: { navigation: own, headings: ["Besoin d’aide maintenant ?", "L’agenda", "Mon dossier", "De l’aide près de vous"] },
  DONATOR_MERCHANT: { navigation: ofDonors, headings: ["Il vous reste quelque chose ?", "L’agenda"] },
  DONATOR_INDIVIDUAL: { navigation: ofDonors, headings: ["Merci de faire route avec nous", "Mes dons", "L’agenda"] },
};

describe.each(roles)("the dashboard of %s", (role) => {
  test("shows what concerns this role, and nothing else", async () => {
    const { cookie } = await signIn(site.backend, { role, firstName: "Aya" });
    const html = await (await site.visit("/dashboard", { cookie })).text();
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    expect(texts(main, "h1")).toEqual(["Bonjour Aya"]);
    expect(texts(main, "h2").map((text) => text.replace(/\s/g, " "))).toEqual(expected[role].headings);
    expect(listsIn(navigation(html))).toEqual(expect.arrayContaining(expected[role].navigation));
    for (const link of linksIn(navigation(html))) expect([link, (await site.visit(link ?? "", { cookie })).status]).toEqual([link, 200]);
    if (role !== "ADMIN") expect(html).not.toMatch(/Article \d|Nour/);
  });
});

test("the AVATAR document is the person's picture in the layout, among other documents", async () => {
  const { publicUrl } = site.backend.services.settings;
  const environment = site.app.webEnvironment.parse({ PUBLIC_BUCKET_URL: "https://files.example" });
  const settings = site.app.publicSettings(environment, { publicUrl, organisation: "Maillon", buildId: "test" });
  const stored = await startSite({ settings }, site.backend);
  const { cookie, id } = await signIn(site.backend, { role: "VOLUNTEER" });
  const pictures = async () =>
    [...(await (await stored.visit("/dashboard", { cookie })).text()).matchAll(/<img src="([^"]*)"[^>]*class="avatar/g)].map(
      ([, src]) => src,
    );
  expect(await pictures()).toEqual([]);
  const file = { ownerId: id, visibility: "public" as const, mime: "image/webp", bytes: 1, sha256: "" };
  await site.backend.services.db.insert(documents).values({ ...file, kind: "PUBLIC_MEDIA", storageKey: "a" });
  expect(await pictures()).toEqual([]);
  const [avatar] = await site.backend.services.db
    .insert(documents)
    .values({ ...file, kind: "AVATAR", storageKey: "b" })
    .returning();
  expect([...new Set(await pictures())]).toEqual([`https://files.example/avatars/${avatar?.id}`]);
  const { headers } = await stored.visit("/dashboard", { cookie });
  expect(headers.get("content-security-policy")).toContain("img-src 'self' data: blob: https://files.example;");
});
