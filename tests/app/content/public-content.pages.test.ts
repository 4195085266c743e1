import { describe, expect, test } from "vitest";
import { franceDay } from "#contract/formats/france-time";
import type { contentNames } from "#contract/publishing/content-names";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";
import { contentSubjects } from "~/content/subjects";

const opened = siteWithClock();

async function published(name: (typeof contentNames)[number], more: Record<string, unknown>) {
  const { cookie } = await signIn(opened.site.backend, { role: "ADMIN" });
  return publishContent(opened.site.backend, name, cookie, more);
}

const both = (fr: string, en: string) => ({ fr, en });

const pages = [
  {
    path: "/press",

    name: "press",
    more: { title: both("Un pari tenu", "A bet held"), day: "2026-03-02" },
    french: "Presse",
    english: "Press",
  },
  {
    path: "/partners",

    name: "partners",
    more: { description: both("Un pari tenu", "A bet held") },
    french: "Ils font la chaîne avec nous",
    english: "Links in the same chain",
  },
  {
    path: "/jobs",

    name: "jobs",
    more: { title: both("Un pari tenu", "A bet held") },
    french: "Nous rejoindre",
    english: "Join us",
  },
  {
    path: "/further-support",

    name: "further-support",
    more: { description: both("Un pari tenu", "A bet held") },
    french: "Trouver d’autres soutiens",
    english: "Find further support",
  },
  {
    path: "/team",

    name: "sectors",
    more: { name: "Lyon", slogan: both("Un pari tenu", "A bet held") },
    french: "Notre équipe",
    english: "Our team",
  },
] as const;

describe.each(pages)("$path", ({ path, name, more, french, english }) => {
  test("shows what is on line, in the reader's language, without framework script, and hides drafts", async () => {
    const { cookie } = await signIn(opened.site.backend, { role: "ADMIN" });
    await addContent(opened.site.backend, name, cookie, { ...more, name: "Pas encore", outlet: "Pas encore" });
    const before = await opened.open(path);
    expect(before).not.toContain("Pas encore");
    const { categoryId } = (await published(name, more)) as { categoryId?: string };
    if (categoryId) await setPublished("further-support/categories", categoryId);
    for (const [prefix, h1, words] of [
      ["", french, "Un pari tenu"],
      ["/en", english, "A bet held"],
    ] as const) {
      const html = await opened.open(prefix + path);
      expect(html.replaceAll(/[\u00a0\u202f]/g, " ")).toMatch(new RegExp(`<h1[^>]*>${h1}</h1>`));
      expect([html.includes(words), html.includes('<meta name="description"'), html.includes("__remixContext")]).toEqual([
        true,
        true,
        false,
      ]);
    }
  });
});

test.each([
  ["/en/press", "press", { title: { fr: "En français seul" } }],
  ["/en/partners", "partners", { description: { fr: "En français seul" } }],
  ["/en/jobs", "jobs", { title: { fr: "En français seul" } }],
  ["/en/further-support", "further-support", { description: { fr: "En français seul" } }],
  ["/en/team", "sectors", { name: "Lens", slogan: { fr: "En français seul" } }],
] as const)("%s says to all eyes of what is in French that it is", async (path, name, more) => {
  const { categoryId } = (await published(name, more)) as { categoryId?: string };
  if (categoryId) await setPublished("further-support/categories", categoryId);
  expect(await opened.open(path)).toMatch(/<span lang="fr">En français seul<\/span><span class="[^"]*">in French</);
});

async function setPublished(name: (typeof contentNames)[number], id: string) {
  const { backend } = opened.site;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const path = (await contentSubjects[name].api()).setStatus.path.replace(":id", id);
  expect((await backend.request(path, { method: "POST", cookie, json: { status: "published" } })).status).toBe(200);
}

test("the press can be filtered by kind, and is grouped by year", async () => {
  await published("press", { title: both("À la radio", "On the radio"), kind: "radio", day: "2025-05-05" });
  const html = await opened.open("/press?kind=radio");
  expect([html.includes("À la radio"), html.includes("Un pari tenu"), html.includes(">2025<")]).toEqual([true, false, true]);
});

test("an opening leaves the site the day after it closes, by itself", async () => {
  const { site, time } = opened;
  const today = franceDay(time.clock());
  const { id } = await published("jobs", { title: both("Bientôt finie", "Soon over"), opensOn: "2026-01-01", closesOn: today });
  expect([(await opened.open("/jobs")).includes("Bientôt finie"), (await site.visit(`/jobs/${id}`)).status]).toEqual([true, 200]);
  time.pass(24 * 60 * 60);
  expect([(await opened.open("/jobs")).includes("Bientôt finie"), (await site.visit(`/jobs/${id}`)).status]).toEqual([false, 404]);
});

test("openings can be narrowed by kind, place and time, in the address", async () => {
  const kind = { kind: "volunteer_mission", place: both("Lille, à distance", "Lille, from home"), hours: 2 };
  await published("jobs", { title: both("Deux heures", "Two hours"), ...kind });
  for (const [query, shown] of [
    ["kind=volunteer_mission", true],
    ["kind=job", false],
    ["place=Lille,+à+distance", true],
    ["place=Paris", false],
    ["time=few", true],
    ["time=full", false],
  ] as const)
    expect([query, (await opened.open(`/jobs?${query}`)).includes("Deux heures")]).toEqual([query, shown]);
});

test("a place is shown in the reader's language, with one key in both; a missing translation is marked", async () => {
  const place = both("Partout en France", "Anywhere in France");
  const { id } = await published("jobs", { title: both("Deux mains", "Two hands"), place });
  const list = await opened.open("/en/jobs?place=Partout+en+France");
  expect(list).toMatch(/<option value="Partout en France" selected="">Anywhere in France</);
  expect([list.includes("Two hands"), list.includes("<b>Anywhere in France</b>")]).toEqual([true, true]);
  const page = await opened.open(`/en/jobs/${id}`);
  expect([page.includes(">Anywhere in France<"), page.includes("Partout")]).toEqual([true, false]);
  const { id: french } = await published("jobs", { title: both("Un bras", "One arm"), place: { fr: "Près de Sète" } });
  expect(await opened.open(`/en/jobs/${french}`)).toMatch(/<span lang="fr">Près de Sète<\/span><span class="[^"]*">in French</);
  expect(await opened.open("/en/jobs")).toMatch(/<option value="Près de Sète" lang="fr">Près de Sète</);
  const gone = await opened.open("/jobs?place=Atlantide");
  expect([gone.includes('<option value="Atlantide" selected="">'), gone.includes('href="/register/volunteer"')]).toEqual([true, true]);
  for (const typed of ["anywhere", "partout"])
    expect([typed, (await opened.open(`/en/search?q=${typed}`)).includes("Two hands")]).toEqual([typed, true]);
});

test("an opening can be shared by mail, with its URL in the reader's language", async () => {
  const { id } = await published("jobs", { title: both("À « partager »", "To share") });
  const address = encodeURIComponent(`${opened.site.backend.services.settings.publicUrl}/en/jobs/${id}`);
  expect(await opened.open(`/en/jobs/${id}`)).toContain(`mailto:?subject=To%20share&amp;body=${address}`);
});

test("emergency numbers stand on top whatever is filtered, and a number can be dialled", async () => {
  const { categoryId } = (await published("further-support", { name: "Samu", phone: "15", emergency: true })) as { categoryId?: string };
  await setPublished("further-support/categories", categoryId ?? "");
  const html = await opened.open(`/further-support?category=${crypto.randomUUID()}`);
  expect([html.includes('href="tel:15"'), html.includes("Samu")]).toEqual([true, true]);
});

test("services around a postcode come first, with their distance, and filters are preserved", async () => {
  const category = await published("further-support/categories", { name: both("Manger", "Eating") });
  const lyon = { categoryId: category.id, reach: "local", postcode: "69007", latitude: 45.7467, longitude: 4.8395 };
  await published("further-support", { ...lyon, name: "La Table du Rhône", address: "14 rue du Puits-Vert, 69007 Lyon" });
  await published("further-support", { ...lyon, name: "Le Guichet", postcode: "69100", latitude: 45.7667, longitude: 4.8799, free: false });
  await published("further-support", { categoryId: category.id, name: "Le numéro vert", phone: "0 800 000 000" });
  const around = (await opened.open(`/further-support?near=69007&category=${category.id}&free=yes`)).replaceAll("\u00a0", " ");
  expect(around.indexOf("La Table du Rhône")).toBeLessThan(around.indexOf("Le numéro vert"));
  expect([around.includes("à moins d’un kilomètre"), around.includes("Le Guichet")]).toEqual([true, false]);
  expect([...around.matchAll(/name="(category|free)" value="([^"]*)"/g)].map(([, , value]) => value)).toEqual([category.id, "yes"]);
  expect(around).toContain(`/further-support?category=${category.id}&amp;near=69007`);
  expect((await opened.open("/en/further-support?near=69007")).replaceAll("\u00a0", " ")).toContain("4 km away");
  const mistaken = await opened.open("/further-support?near=Lyon");
  const field = /<input[^>]*name="near"[^>]*>/.exec(mistaken)?.[0];
  for (const words of ['value="Lyon"', 'aria-invalid="true"', 'aria-describedby="near-hint near-error"']) expect(field).toContain(words);
  expect([mistaken.includes("cinq chiffres"), mistaken.includes("Le Guichet")]).toEqual([true, true]);
});

test("a report of a mistake about a service goes to the right mailbox, with the service's name", async () => {
  const service = (await published("further-support", { name: "L’Écoute & le lien" })) as { id: string; categoryId?: string };
  await setPublished("further-support/categories", service.categoryId ?? "");
  const html = await opened.open("/further-support");
  const card = html.slice(html.indexOf(`id="service-${service.id.slice(0, 8)}"`));
  const link = (/href="([^"]*\/contact\?[^"]*)"/.exec(card)?.[1] ?? "").replaceAll("&amp;", "&");
  const form = await opened.open(link);
  expect(form).toMatch(/<option value="site" selected="">/);
  expect(form).toMatch(/<textarea[^>]*name="message"[^>]*>L’Écoute &amp; le lien\n/);
});

test("a team is found by city, by postcode, and by the nearest when there is none", async () => {
  await published("sectors", { name: "Rennes", city: "Rennes", postcode: "35000", latitude: 48.1147, longitude: -1.6794 });
  await published("sectors", { name: "Nice", city: "Nice", postcode: "06000", latitude: 43.7102, longitude: 7.262 });
  for (const [near, words] of [
    ["rennes", "Votre équipe : Rennes"],
    ["35000", "Votre équipe : Rennes"],
    ["35740", "Votre équipe : Rennes"],
    ["83000", "La plus proche est à Nice"],
    ["97400", "Pas encore d’équipe près de 97400. Nos équipes : "],
    ["ailleurs", "Nous n’avons pas d’équipe de ce nom. Essayez votre code postal"],
    ["", "Écrivez votre code postal, par exemple 69007, ou le nom de votre ville. Nos équipes : "],
  ] as const)
    expect([near, (await opened.open(`/team?near=${near}`)).replaceAll("\u00a0", " ").includes(words)]).toEqual([near, true]);
});

test("a team's page shows its managers, what it does and how to join; its id redirects to its slug", async () => {
  const { site } = opened;
  const { id } = await published("sectors", { name: "Brest", city: "Brest", presentation: both("Nous roulons.", "We ride.") });
  await published("sectors", { name: "Tournées", kind: "activity", parentId: id });
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { email } = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Yanis", lastName: "Benali" });
  const added = await site.backend.request(`/api/admin/sectors/${id}/managers`, { method: "POST", cookie, json: { email } });
  expect(added.status).toBe(200);
  expect((await site.visit(`/team/${id}`)).headers.get("location")).toBe("/team/brest");
  const html = await opened.open("/en/team/brest");
  for (const words of ["We ride.", "Yanis", "Tournées", "/en/register/volunteer?team=brest"]) expect(html).toContain(words);
  expect(html).not.toContain("Benali");
});

test("testimonials are on the home page while their authors agree, and removed at once when they withdraw", async () => {
  const { backend } = opened.site;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const testimonial = { quote: both("C’était parfait.", "It was perfect."), speaker: both("Étudiante", "Student") };
  const { id, version } = await published("testimonials", testimonial);
  expect([(await opened.open("/")).includes("C’était parfait."), (await opened.open("/en")).includes("It was perfect.")]).toEqual([
    true,
    true,
  ]);
  const edit = { ...testimonial, initials: "A. B.", consentedOn: "2026-11-01", withdrawnOn: "2026-11-20", version };
  expect((await backend.request(`/api/admin/testimonials/${id}`, { method: "PATCH", cookie, json: edit })).status).toBe(200);
  expect((await opened.open("/")).includes("C’était parfait.")).toBe(false);
});

test("the contact page offers the frequent questions for everyone, and finds among them", async () => {
  const { categoryId } = (await published("faq/questions", { question: both("Est-ce gratuit ?", "Is it free?") })) as {
    categoryId?: string;
  };
  await setPublished("faq/categories", categoryId ?? "");
  await published("faq/questions", { question: both("Réservée", "Reserved"), audience: "VOLUNTEER", categoryId });
  const html = await opened.open("/contact");
  expect([/Est\u2011ce gratuit\s\?/.test(html), html.includes("Réservée")]).toEqual([true, false]);
  expect((await opened.open("/contact?q=zzzz&topic=press")).includes("Rien trouvé.")).toBe(true);
  const found = await opened.open("/contact?q=gratuits&topic=press");
  const [search = "", form = ""] = found.split(/<form[^>]*id="contact"/);
  expect([/<details[^>]* open="">.*Est\u2011ce gratuit\s\?/s.test(search), search.includes('name="topic" value="press"')]).toEqual([
    true,
    true,
  ]);
  expect(form).toMatch(/<option value="press" selected/);
});

test("categories are collapsed without a search, and services that were not checked for half a year are marked", async () => {
  const { categoryId = "" } = (await published("further-support", { name: "Ancien", checkedOn: "2020-01-01" })) as { categoryId?: string };
  await setPublished("further-support/categories", categoryId);
  const all = await opened.open("/further-support");
  const filtered = await opened.open(`/further-support?category=${categoryId}`);
  expect([
    /<details [^>]*data-printed/.test(all),
    /<details [^>]*open/.test(all),
    /<details [^>]*open[^>]*data-printed/.test(filtered),
  ]).toEqual([true, false, true]);
  expect(filtered).toContain("Pas revérifié depuis plus de six mois");
  const { categoryId: fresh = "" } = (await published("further-support", {
    name: "Nouveau",
    checkedOn: franceDay(opened.time.clock()),
  })) as { categoryId?: string };
  await setPublished("further-support/categories", fresh);
  expect(await opened.open(`/further-support?category=${fresh}`)).not.toContain("Pas revérifié");
});
