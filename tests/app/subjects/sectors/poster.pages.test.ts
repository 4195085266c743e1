import { expect, test } from "vitest";
import { publishContent } from "#tests/support/content";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";

const opened = siteWithClock();
const spaces = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, " ");
const sheetOf = (id: string) => `/dashboard/admin/sectors/${id}/fiche`;
const hoursOf = (id: string) => `/dashboard/admin/sectors/${id}/hours`;

const rennes = {
  name: "Rennes",
  city: "Rennes",
  postcode: "35000",
  addressLine: "3 cours du Vélo-Bleu",
  latitude: 48.1147,
  longitude: -1.6794,
  phone: "02 61 91 13 31",
  slogan: { fr: "Quatre sacoches.", en: "Four bags." },
  presentation: { fr: `Nous roulons. ${"Encore et encore. ".repeat(200)}`, en: "We ride." },
  objectives: { fr: "Deux tournées de plus." },
  zones: { fr: "Villejean", en: "Villejean" },
  bring: { fr: "Un sac solide.", en: "A strong bag." },
};
const evening = { weekday: "1", opensAt: "17:30", closesAt: "19:30", kind: "distribution", "note.fr": "Sonnez.", "note.en": "Ring." };

/** A team with a week and two managers, one of whom agreed to appear on the poster. */
async function sectorWithWeek(more: object = {}) {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await publishContent(site.backend, "sectors", cookie, { ...rennes, ...more });
  for (const [lastName, shown] of [
    ["Ferrand", true],
    ["Kerjean", false],
  ] as const) {
    const { email } = await signIn(site.backend, { role: "VOLUNTEER", firstName: shown ? "Anouk" : "Maëlle", lastName });
    const answer = await site.visit(sheetOf(id), { cookie, form: { email, ...(shown && { shown: "on" }) } });
    expect(answer.status).toBe(303);
  }
  expect((await site.visit(hoursOf(id), { cookie, form: evening })).status).toBe(303);
  return { site, cookie, id };
}

test("a week is edited without script: openings are added and removed, and errors are shown at the field", async () => {
  const { site, cookie, id } = await sectorWithWeek({ name: "Brest" });
  const page = async () => spaces(await (await site.visit(hoursOf(id), { cookie })).text());
  expect(await page()).toContain("Lundi, de 17 h 30 à 19 h 30, distribution");
  const refused = await site.visit(hoursOf(id), { cookie, form: { ...evening, closesAt: "18:00" } });
  expect([refused.status, spaces(await refused.text()).includes("déjà ouverte à ce moment")]).toEqual([422, true]);
  expect((await site.visit(hoursOf(id), { cookie, form: { ...evening, opensAt: "" } })).status).toBe(400);
  const row = /name="remove" value="([^"]+)"/.exec(await page())?.[1] ?? "";
  expect((await site.visit(hoursOf(id), { cookie, form: { remove: row } })).status).toBe(303);
  expect(await page()).toContain("Aucune heure pour l’instant.");
});

test("the poster shows in both languages the hours, the place, what to bring, and a map", async () => {
  const { site, cookie, id } = await sectorWithWeek();
  await publishContent(site.backend, "sectors", cookie, { name: "Nantes", city: "Nantes", latitude: 47.2184, longitude: -1.5536 });
  const french = spaces(await (await site.visit(sheetOf(id), { cookie })).text());
  for (const words of [
    "Quand venir",
    "17 h 30",
    "Sonnez.",
    "Un sac solide.",
    "Villejean",
    "Nantes (100 km)",
    "Anouk Ferrand",
    "Plan de la France",
  ])
    expect(french).toContain(words);
  const english = spaces(await (await site.visit(`/en${sheetOf(id)}`, { cookie })).text());
  for (const words of ["When to come", "Monday", "17:30 to 19:30", "Ring.", "A strong bag.", "Map of France"])
    expect(english).toContain(words);
});

test("the poster as a PDF is one tagged page in the reader's language, with alternative texts", async () => {
  const { site, cookie, id } = await sectorWithWeek({ name: "Quimper" });
  const pdf = async (language: "fr" | "en") =>
    readPdf(new Uint8Array(await (await site.visit(`${language === "en" ? "/en" : ""}${sheetOf(id)}.pdf`, { cookie })).arrayBuffer()));
  const [french, english] = [await pdf("fr"), await pdf("en")];
  for (const words of ["Quimper", "Quand venir", "Lundi : de 17 h 30 à 19 h 30, distribution. Sonnez.", "Un sac solide.", "02 61 91 13 31"])
    expect(french.text).toContain(words);
  for (const words of ["When to come", "Monday: 17:30 to 19:30, distribution. Ring.", "What to bring", "/en/team/quimper"])
    expect(english.text).toContain(words);
  for (const one of [french, english]) {
    expect([one.pages, one.marked, one.tags.filter((tag) => tag === "H1").length]).toEqual([1, true, 1]);
    expect(one.tags).toEqual(expect.arrayContaining(["Document", "H2", "L", "LI", "LBody", "P", "Figure"]));
    expect([one.text.includes("Anouk Ferrand"), one.text.includes("Maëlle"), one.text.includes("Kerjean")]).toEqual([true, true, false]);
    expect(one.text).not.toContain("Deux tournées de plus.");
  }
  expect([french.language, english.language]).toEqual(["fr-FR", "en-GB"]);
  expect(french.alternatives.map(spaces)).toEqual([
    "Plan de la France : l’équipe Quimper y est marquée d’un anneau.",
    expect.stringMatching(/^QR code : http.*\/team\/quimper$/),
  ]);
});

test("the pages of the team and of contact show the week, also as structured data", async () => {
  const { site, id } = await sectorWithWeek({ name: "Lorient" });
  const page = await (await site.visit("/team/lorient")).text();
  expect(spaces(page)).toContain("de 17 h 30 à 19 h 30");
  const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? "{}") as object;
  expect(facts).toMatchObject({
    "@type": ["NGO", "LocalBusiness"],
    address: { streetAddress: "3 cours du Vélo-Bleu", addressLocality: "Rennes" },
    openingHoursSpecification: [{ dayOfWeek: "https://schema.org/Monday", opens: "17:30", closes: "19:30", name: "distribution" }],
  });
  const contact = await (await site.visit(`/contact?team=${id}`)).text();
  expect(contact).toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>(?:(?!<\/summary>).)*Lorient</s);
  expect(spaces(contact)).toContain("de 17 h 30 à 19 h 30");
});
