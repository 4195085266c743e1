import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countries } from "#backend/modules/countries/tables";
import { events } from "#backend/modules/events/tables";
import { faqQuestions } from "#backend/modules/faq/tables";
import { furtherSupport } from "#backend/modules/further-support/tables";
import { jobs } from "#backend/modules/jobs/tables";
import { partners } from "#backend/modules/partners/tables";
import { press } from "#backend/modules/press/tables";
import { projects } from "#backend/modules/projects/tables";
import { shortcuts } from "#backend/modules/shortcuts/tables";
import type { ContentName } from "#contract/publishing/content-names";
import { publicUrl } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { contentSubjects } from "~/content/subjects";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const pageOf = (name: string, prefix = "") => `${prefix}/dashboard/admin/${name}/import`;
const read = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");

function upload(path: string, content: string | Uint8Array | null, fileName = "liste.csv") {
  const body = new FormData();
  if (content !== null) body.set("file", new File([content as BlobPart], fileName));
  body.set("submission", crypto.randomUUID());
  return site.visit(path, { cookie, method: "POST", body, headers: { origin: publicUrl } });
}

/** The URL of the submitted form of the columns, with its defaults. */
async function columnsChosen(address: string): Promise<string> {
  const html = await read(await site.visit(address, { cookie }));
  const search = new URLSearchParams(
    [...html.matchAll(/type="hidden" name="(sheet|check)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  for (const [, name = "", options = ""] of html.matchAll(/<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    search.set(name, /<option value="(\d*)" selected="">/.exec(options)?.[1] ?? "");
  return `${address.split("?")[0]}?${search}`;
}

const traps = { fr: "« Été » ; 50 % d’aide,\nsur deux lignes", en: "=1+1" };
const both = { fr: "Un pari", en: "A bet" };

test.each<[ContentName, PgTable, Record<string, unknown>[]]>([
  [
    "further-support",
    furtherSupport,
    [
      {
        name: "La Table",
        description: traps,
        hours: { fr: "Midi", en: "Noon" },
        phone: "+33 4 65 71 20 11",
        languages: ["fr", "lsf", "ar"],
        emergency: true,
      },
      {
        name: "-- L’Écoute",
        reach: "local",
        address: "14 rue du Puits-Vert, 69007 Lyon",
        postcode: "06000",
        latitude: 45.7467,
        longitude: -4.8395,
        free: false,
        url: "https://example.org/a?b=c;d",
      },
    ],
  ],
  [
    "partners",
    partners,
    [{ name: "Le Panier", kind: "skills", since: 2019, description: traps, contact: "M. Roux\n0465712012" }, { name: "@Nous" }],
  ],
  ["press", press, [{ title: traps, outlet: "1", kind: "tv", day: "2026-01-02", quote: both }]],
  ["jobs", jobs, [{ title: both, body: { fr: "# Titre\n\n- un\n- deux" }, kind: "internship", hours: 20, closesOn: "2027-02-01" }]],
  ["faq/questions", faqQuestions, [{ question: both, answer: traps }]],
  ["events", events, [{ title: both, startsAt: "2030-07-10T18:30", endsAt: "2030-07-10T20:05" }]],
  ["shortcuts", shortcuts, [{ label: both, roles: ["ADMIN", "DONATOR_MERCHANT"] }]],
  ["countries", countries, [{ name: both, iso2: "ZA", iso3: "ZAB", dialCode: "+27" }]],
])("what %s export comes back from the file as it was, in either language", async (name, table, given) => {
  const { backend } = site;
  const api = await contentSubjects[name].api();
  const of = contentSubjects[name].fields.find((field) => field.of?.endsWith("categories"))?.of;
  const category = of && { categoryId: (await addContent(backend, of, cookie, { name: { fr: `Pour ${name}` } })).id };
  for (const more of given) await addContent(backend, name, cookie, { ...category, ...more });
  const storedFields = async () => {
    const { items } = (await (await backend.request(`${api.records.path}?perPage=100`, { cookie })).json()) as { items: unknown[] };
    return items.map((item) => JSON.stringify(api.Draft.parse(item))).sort();
  };
  const before = await storedFields();
  expect(before).toHaveLength(given.length);
  for (const prefix of ["", "/en"]) {
    const file = await (await site.visit(`${prefix}/dashboard/admin/${name}/export.csv`, { cookie })).text();
    await backend.services.db.delete(table);
    const uploaded = await upload(pageOf(name, prefix), file);
    const checked = await columnsChosen(uploaded.headers.get("location") ?? "");
    const dryRun = await read(await site.visit(checked, { cookie }));
    expect([name, />(Ligne|Line) \d/.test(dryRun), await storedFields()]).toEqual([name, false, []]);
    const done = await site.visit(checked, { cookie, form: {} });
    expect(done.status).toBe(303);
    expect(await read(await site.visit(done.headers.get("location") ?? "", { cookie }))).toMatch(/brouillon|draft/);
    expect(await storedFields()).toEqual(before);
  }
});

test("several references come back from the file by their names, which may have commas, and from what people write", async () => {
  const { backend } = site;
  for (const table of [events, projects]) await backend.services.db.delete(table);
  const names = ["Vaise, Gorge de Loup", "Vaise", "Oullins"];
  const ids: string[] = [];
  for (const name of names) ids.push((await addContent(backend, "sectors", cookie, { name })).id);
  await addContent(backend, "projects", cookie, { name: { fr: "Trois" }, sectorIds: ids });
  const storedProjects = async () => (await backend.services.db.select().from(projects)).map(({ name, sectorIds }) => [name.fr, sectorIds]);
  const [before] = await storedProjects();
  const file = await (await site.visit("/dashboard/admin/projects/export.csv", { cookie })).text();
  await backend.services.db.delete(projects);
  const lines = `${file.trim()}\n`;
  for (const content of [lines, "Nom;Étape;Secteurs\nÀ la main;Idée;Oullins, vaise\nMal;Idée;Oullins, Mars"]) {
    const checked = await columnsChosen((await upload(pageOf("projects"), content)).headers.get("location") ?? "");
    const reportText = await read(await site.visit(checked, { cookie }));
    expect(reportText.includes("Aucune fiche ne s’appelle « Oullins, Mars »")).toBe(content !== lines);
    expect((await site.visit(checked, { cookie, form: {} })).status).toBe(303);
  }
  expect((await storedProjects()).sort()).toEqual([["À la main", [ids[1], ids[2]].sort()], before].sort());
});

test("a file of Excel, in its own encoding, is mapped, tried and reported line by line; refused lines can be corrected without script", async () => {
  const { id } = await addContent(site.backend, "further-support/categories", cookie, { name: { fr: "Santé & soins", en: "Health" } });
  for (const _ of [1, 2]) await addContent(site.backend, "further-support/categories", cookie, { name: { fr: "En double" } });
  const lines = [
    "Nom;Ce que ce service fait;Catégorie;Gratuit;Vérifié le;Code postal;Pour qui;Inconnu",
    "Écoute;Une écoute;health;oui;14/11/2026;69007;Un lieu;x",
    ";Une écoute;Santé & soins;peut-être;2026-13-45;69007;Ailleurs;x",
    ";;;;;;;",
    "Sans catégorie;Une écoute;Nulle part;non;14.11.2026;690;;",
    "Laquelle;Une écoute;en double;non;14.11.2026;;;",
  ];
  const bytes = Uint8Array.from(Buffer.from(lines.join("\r\n"), "latin1"));
  const uploaded = await upload(pageOf("further-support"), bytes);
  const checked = await columnsChosen(uploaded.headers.get("location") ?? "");
  const page = await read(await site.visit(checked, { cookie }));
  expect(page).toContain("Un brouillon serait créé");
  const refused = [...page.matchAll(/>Ligne (\d+)<\/span><ul[^>]*>(.*?)<\/ul>/gs)].map(([, line, why = ""]) => [
    Number(line),
    [...why.matchAll(/<li>(.*?)<\/li>/gs)].map(([, reason = ""]) => reason.replaceAll(/<[^>]*>/g, "")).sort(),
  ]);
  expect(refused).toEqual([
    [
      3,
      [
        "Gratuit « peut-être » : écrivez oui ou non.",
        "Nom Indiquez le nom.",
        "Pour qui « Ailleurs » n’est pas dans la liste. Écrivez un des choix du formulaire.",
        "Vérifié le « 2026-13-45 » n’est pas un jour. Écrivez 14/01/2027.",
      ],
    ],
    [
      5,
      [
        "Catégorie Aucune fiche ne s’appelle « Nulle part ». Créez-la d’abord.",
        "Code postal Indiquez un code postal de cinq chiffres, par exemple 69007.",
      ],
    ],
    [6, ["Catégorie Plusieurs fiches s’appellent « en double ». Donnez-leur d’abord des noms différents."]],
  ]);
  const twice = await Promise.all([site.visit(checked, { cookie, form: {} }), site.visit(checked, { cookie, form: {} })]);
  expect(twice.map(({ status }) => status)).toEqual([303, 303]);
  const rows = (await site.backend.services.db.select().from(furtherSupport)).filter(({ name }) => name === "Écoute");
  expect(rows).toMatchObject([{ categoryId: id, free: true, checkedOn: "2026-11-14", reach: "local", status: "draft" }]);
  expect(await read(await site.visit(twice[0]?.headers.get("location") ?? "", { cookie }))).toContain("Un brouillon est créé.");
});

test.each([
  ["nothing", null, "Choisissez un fichier."],
  ["a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), "Enregistrer sous"],
  ["a picture", new Uint8Array([0x89, 0x50, 0, 1]), "Nous n’arrivons pas à lire ce fichier."],
  ["names without rows", "Nom,Catégorie\n,\n", "Ajoutez-en une au moins."],
  ["too many rows", `Nom\n${"a\n".repeat(501)}`, "plus de 500 lignes"],
  ["too many columns", `${"a,".repeat(70)}\n${"a,".repeat(70)}`, "plus de 60 colonnes"],
  ["too much", `Nom\n${"a".repeat(420_000)}`, "dépasse 400 ko"],
])("%s is refused beside the field, with what to do", async (_, content, words) => {
  const answer = await upload(pageOf("partners"), content);
  expect([[400, 422].includes(answer.status), (await read(answer)).includes(words)]).toEqual([true, true]);
});

test("a sheet of one subject is not found under another, nor by someone else, and the list leads to its import", async () => {
  const uploaded = await upload(pageOf("partners"), "Nom\nA\n");
  const sheet = (uploaded.headers.get("location") ?? "").split("?")[1];
  const other = await signIn(site.backend, { role: "ADMIN" });
  expect([
    (await site.visit(`${pageOf("press")}?${sheet}`, { cookie })).status,
    (await site.visit(`${pageOf("partners")}?${sheet}`, { cookie: other.cookie })).status,
    (await site.visit(`${pageOf("partners")}?sheet=1`, { cookie })).status,
    (await site.visit(`${pageOf("partners")}?${sheet}&column.name=99&check=1`, { cookie })).status,
  ]).toEqual([404, 404, 404, 200]);
  expect(await read(await site.visit("/dashboard/admin/faq/questions", { cookie }))).toContain(
    'href="/dashboard/admin/faq/questions/import"',
  );
});
