import { expect, test } from "vitest";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";

const opened = siteWithClock();

const plain = (html: string) => html.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll(/<[^>]*>/g, "");

test("/dressed shows where and when to bring clothes: teams with such hours, on the map and in a list", async () => {
  const { backend } = opened.site;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const place = { addressLine: "3 cours du Vélo-Bleu", postcode: "35000", city: "Rennes", latitude: 48.11, longitude: -1.68 };
  expect(await opened.open("/dressed")).toContain("Trouver une équipe");
  const { id } = await publishContent(backend, "sectors", cookie, { name: "Rennes", ...place });
  const other = await publishContent(backend, "sectors", cookie, { name: "Nice" });
  const open = (team: string, more: object) =>
    backend.request(`/api/admin/sectors/${team}/hours`, { method: "POST", cookie, json: { opensAt: "10:00", closesAt: "12:30", ...more } });
  await open(id, { weekday: 6, kind: "drop_off", note: { fr: "En sac fermé.", en: "In a closed bag." } });
  await open(id, { weekday: 1, kind: "distribution", note: { fr: "" } });
  await open(other.id, { weekday: 2, kind: "on_duty", note: { fr: "" } });
  expect(await opened.open("/dressed")).not.toContain("Où se trouve la boutique");
  await open(id, { weekday: 3, opensAt: "14:00", closesAt: "18:00", kind: "shop", note: { fr: "" } });
  const [french, english] = [await opened.open("/dressed"), await opened.open("/en/dressed")];
  expect(french).toMatch(/<svg[^>]*aria-label="Carte de France\s: 1 point de dépôt"/);
  expect(plain(french)).toContain("3 cours du Vélo-Bleu, 35000 Rennes");
  expect(plain(french)).toMatch(/Samedi de 10 h à 12 h 30\s*En sac fermé\./);
  expect(plain(french)).toMatch(/Où se trouve la boutique.*3 cours du Vélo-Bleu, 35000 Rennes\s*Mercredi de 14 h à 18 h/s);
  expect(french).toContain('href="/contact?topic=help"');
  expect(plain(english)).toMatch(/Saturday 10:00 to 12:30\s*In a closed bag\./);
  for (const words of ["Lundi", "Mardi", "Trouver une équipe"]) expect(plain(french)).not.toContain(words);
  expect([french.includes('href="/team/rennes"'), french.includes('href="/team/nice"')]).toEqual([true, false]);
});

test("/euro-solidaire names the shops where one more euro can be paid, and says so when there are none", async () => {
  const { backend } = opened.site;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  expect(plain(await opened.open("/en/euro-solidaire"))).toContain("No shop takes part yet.");
  await publishContent(backend, "partners", cookie, {
    name: "Au bon euro",
    euroAtTill: true,
    towns: "Lyon, Bron",
    url: "https://euro.example",
  });
  await publishContent(backend, "partners", cookie, { name: "Sans caisse" });
  const html = await opened.open("/euro-solidaire");
  expect(plain(html)).toMatch(/Les magasins participants\s*Au bon euro.*Lyon, Bron/s);
  expect(html).toContain('href="https://euro.example"');
  for (const words of ["Sans caisse", "Aucun magasin"]) expect(html).not.toContain(words);
});

test("/team has a map of the teams, with a ring around the nearest", async () => {
  const { backend } = opened.site;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await publishContent(backend, "sectors", cookie, { name: "Lille", postcode: "59000", latitude: 50.63, longitude: 3.06 });
  const plan = (html: string) => /<svg[^>]*aria-label="(Carte de France|Map of France)[^<]*>.*?<\/svg>/s.exec(html)?.[0] ?? "";
  const [all, near] = [plan(await opened.open("/team")), plan(await opened.open("/en/team?near=59000"))];
  expect([all.includes("<circle"), near.match(/<circle/g)?.length]).toEqual([false, 1]);
});
