import type { PgTable } from "drizzle-orm/pg-core";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { countries } from "#backend/modules/countries/tables";
import { events } from "#backend/modules/events/tables";
import { faqQuestions } from "#backend/modules/faq/tables";
import { furtherSupport } from "#backend/modules/further-support/tables";
import { jobs } from "#backend/modules/jobs/tables";
import { partners } from "#backend/modules/partners/tables";
import { press } from "#backend/modules/press/tables";
import { projects } from "#backend/modules/projects/tables";
import { shortcuts } from "#backend/modules/shortcuts/tables";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import type { ContentName } from "#contract/publishing/content-names";
import { publicUrl } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { runDue } from "#tests/support/tasks";
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

/** Sends the form of the columns as it is proposed; answers the URL of the dry run. */
async function checked(address: string, as = cookie): Promise<string> {
  const html = await read(await site.visit(address, { cookie: as }));
  const form: Record<string, string> = { intent: "check" };
  for (const [, name = "", options = ""] of html.matchAll(/<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    form[name] = /<option value="(\d*)" selected="">/.exec(options)?.[1] ?? "";
  const answer = await site.visit(address, { cookie: as, form });
  expect(answer.status).toBe(303);
  return answer.headers.get("location") ?? "";
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
  for (const [prefix, kind] of [
    ["", "csv"],
    ["/en", "csv"],
    ["", "xlsx"],
    ["/en", "xlsx"],
  ] as const) {
    const file = new Uint8Array(await (await site.visit(`${prefix}/dashboard/admin/${name}/export.${kind}`, { cookie })).arrayBuffer());
    await backend.services.db.delete(table);
    const uploaded = await upload(pageOf(name, prefix), file);
    const report = await checked(uploaded.headers.get("location") ?? "");
    const dryRun = await read(await site.visit(report, { cookie }));
    expect([name, /refused\.csv/.test(dryRun), await storedFields()]).toEqual([name, false, []]);
    const done = await site.visit(report, { cookie, form: { intent: "import" } });
    expect(done.status).toBe(303);
    expect(await read(await site.visit(done.headers.get("location") ?? "", { cookie }))).toMatch(/cré|created/);
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
    const report = await checked((await upload(pageOf("projects"), content)).headers.get("location") ?? "");
    const reportText = await read(await site.visit(report, { cookie }));
    expect(reportText.includes("Aucune fiche ne s’appelle « Oullins, Mars »")).toBe(content !== lines);
    expect((await site.visit(report, { cookie, form: { intent: "import" } })).status).toBe(303);
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
  const report = await checked(uploaded.headers.get("location") ?? "");
  const page = await read(await site.visit(report, { cookie }));
  expect(page).toContain("Une fiche serait créée");
  const refused = [...page.matchAll(/>Ligne (\d+)<\/span><div[^>]*>(?:<span[^>]*>[^<]*<\/span>)?<ul[^>]*>(.*?)<\/ul>/gs)].map(
    ([, line, why = ""]) => [
      Number(line),
      [...why.matchAll(/<li>(.*?)<\/li>/gs)].map(([, reason = ""]) => reason.replaceAll(/<[^>]*>/g, "")).sort(),
    ],
  );
  expect(refused).toEqual([
    [
      3,
      [
        "Gratuit : « peut-être » n’est ni oui ni non. Écrivez l’un des deux.",
        "Nom : Indiquez le nom.",
        "Pour qui : « Ailleurs » n’est pas dans la liste. Écrivez un des choix du formulaire.",
        "Vérifié le : « 2026-13-45 » n’est pas un jour. Écrivez 14/01/2027.",
      ],
    ],
    [
      5,
      [
        "Catégorie : Aucune fiche ne s’appelle « Nulle part ». Créez-la d’abord.",
        "Code postal : Indiquez un code postal de cinq chiffres, par exemple 69007.",
      ],
    ],
    [6, ["Catégorie : Plusieurs fiches s’appellent « en double ». Donnez-leur d’abord des noms différents."]],
  ]);
  const lists = await (await site.visit(`/dashboard/admin/further-support/import/refused.csv?${report.split("?")[1]}`, { cookie })).text();
  expect(lists.split(/\r?\n(?=[^"]*(?:"[^"]*"[^"]*)*$)/).filter(Boolean)).toHaveLength(4);
  expect(lists).toContain("Sans catégorie,Une écoute,Nulle part,non");
  expect(lists).toContain("Aucune fiche ne s’appelle « Nulle part »".replaceAll(" »", "\u00a0»").replaceAll("« ", "«\u00a0"));
  const once = { cookie, form: { intent: "import" } };
  const twice = await Promise.all([site.visit(report, once), site.visit(report, once)]);
  expect(twice.map(({ status }) => status)).toEqual([303, 303]);
  const rows = (await site.backend.services.db.select().from(furtherSupport)).filter(({ name }) => name === "Écoute");
  expect(rows).toMatchObject([{ categoryId: id, free: true, checkedOn: "2026-11-14", reach: "local", status: "draft" }]);
  expect(await read(await site.visit(twice[0]?.headers.get("location") ?? "", { cookie }))).toContain("Une fiche est créée.");
});

const workbook = async (rows: unknown[][]) =>
  new Uint8Array(await writeXlsxFile(rows.map((row) => row.map((value) => ({ value }))) as never).toBuffer());
const bomb = () =>
  zipSync({ "[Content_Types].xml": strToU8("<x/>"), "xl/worksheets/sheet1.xml": new Uint8Array(60 * 1024 * 1024) }, { level: 9 });
const container = (more = "") => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.from(more, "utf16le")]);

test.each<[string, (() => Uint8Array | string | Promise<Uint8Array>) | null, string]>([
  ["nothing", null, "Choisissez un fichier."],
  ["a broken workbook", () => new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), "abîmé ou incomplet"],
  ["an archive of something else", () => zipSync({ "content.xml": strToU8("<x/>") }), "Ce n’est pas un classeur XLSX"],
  [
    "a workbook whose sheet is no XML",
    () => zipSync({ "[Content_Types].xml": strToU8("no"), "xl/workbook.xml": strToU8("<") }),
    "abîmé ou incomplet",
  ],
  ["sixty megabytes of zeros in a small workbook", bomb, "une fois décompressé"],
  ["an old workbook", () => container(), "(.xls)"],
  ["a workbook with a password", () => container("EncryptedPackage"), "mot de passe"],
  ["an empty workbook", () => workbook([["Nom"]]), "Ajoutez-en une au moins."],
  ["a workbook that is too wide", () => workbook([Array(70).fill("Nom"), Array(70).fill("a")]), "plus de 60 colonnes"],
  ["a picture", () => new Uint8Array([0x89, 0x50, 0, 1]), "Nous n’arrivons pas à lire ce fichier."],
  ["names without rows", () => "Nom,Catégorie\n,\n", "Ajoutez-en une au moins."],
  ["too many rows", () => `Nom\n${"a\n".repeat(10_001)}`, "plus de 10 000 lignes"],
  ["too many columns", () => `${"a,".repeat(70)}\n${"a,".repeat(70)}`, "plus de 60 colonnes"],
  ["a long cell", () => `Nom\n${"a".repeat(20_001)}`, "20 000 caractères"],
  ["too much", () => `Nom\n${"a".repeat(4_200_000)}`, "dépasse 4 Mo"],
])("%s is refused beside the field, with what to do", async (_, content, words) => {
  const answer = await upload(pageOf("partners"), content && (await content()));
  expect([[400, 422].includes(answer.status), (await read(answer)).toLowerCase().includes(words.toLowerCase())]).toEqual([true, true]);
});

test("a workbook is read as people see it: days, times, numbers, yes and no, and the zeros that a spreadsheet dropped are told", async () => {
  await addContent(site.backend, "further-support/categories", cookie, { name: { fr: "Tableur" } });
  const day = { type: Date, value: new Date(Date.UTC(2026, 10, 14)), format: "dd/mm/yyyy" };
  const texts = (...row: unknown[]) => row.map((value) => (value && typeof value === "object" ? value : { value }));
  const rows = [
    texts("Structure", "Ce que ce service fait", "Catégorie", "Gratuit", "Vérifié le", "CP", "Latitude", "Longitude", "Téléphone"),
    texts("Tableur un", "Une aide", "Tableur", true, day, "01000", 0.1 + 0.2, 4.5, "04 74 00 00 00"),
    texts(null, null, null, null, null, null, null, null, null),
    texts("Tableur deux", "Une aide", "Tableur", false, day, 1000, null, null, 474000000),
  ];
  const bytes = new Uint8Array(await writeXlsxFile(rows as never).toBuffer());
  const report = await checked((await upload(pageOf("further-support"), bytes, "liste.xlsx")).headers.get("location") ?? "");
  const page = await read(await site.visit(report, { cookie }));
  expect(page).toContain("Ligne 4");
  expect(page).toMatch(/« 1000 » a perdu son zéro/);
  expect(page).toMatch(/« 474000000 » a perdu son zéro/);
  await site.visit(report, { cookie, form: { intent: "import" } });
  const stored = (await site.backend.services.db.select().from(furtherSupport)).filter(({ name }) => name.startsWith("Tableur"));
  expect(stored).toMatchObject([{ name: "Tableur un", free: true, checkedOn: "2026-11-14", postcode: "01000", latitude: 0.3 }]);
});

test("without script a second file changes what the first one made, the columns are remembered, and all of it is undone", async () => {
  await addContent(site.backend, "further-support/categories", cookie, { name: { fr: "Loger" } });
  const head = "Enseigne;Texte;Catégorie;Vérifié le;CP;Tél";
  const go = async (line: string) => {
    const uploaded = await upload(pageOf("further-support"), `${head}\n${line}\n`);
    return uploaded.headers.get("location") ?? "";
  };
  const first = await go("Le Toit;Un toit;Loger;14/11/2026;69007;0400000000");
  // Two names of columns say nothing: the person chooses them once.
  const form = { intent: "check", "column.name": "0", "column.description.fr": "1", "column.categoryId": "2", "column.checkedOn": "3" };
  await site.visit(first, { cookie, form: { ...form, "column.postcode": "4", "column.phone": "5" } });
  await site.visit(first, { cookie, form: { intent: "import" } });
  const second = await checked(await go("le  toit;Un toit;Loger;14/11/2026;69007;0411111111"));
  const page = await read(await site.visit(second, { cookie }));
  expect(page).toContain("Une fiche serait modifiée");
  expect(page.replaceAll(/<[^>]*>/g, "")).toContain("Téléphone : 0400000000 → 0411111111");
  await site.visit(second, { cookie, form: { intent: "import" } });
  const phone = async () => (await site.backend.services.db.select().from(furtherSupport)).find(({ name }) => /toit/i.test(name))?.phone;
  expect(await phone()).toBe("0411111111");
  expect(await read(await site.visit(second, { cookie }))).toContain("Annuler l’import");
  const question = await read(await site.visit(`${second}&ask=undo`, { cookie }));
  expect(question).toContain("Annuler l’import d’une ligne ?");
  expect(question).toContain("Garder l’import");
  const undoForm = /<form[^>]*method="post"[^>]*action="([^"]*sheet=[^"]*)"(?:(?!<\/form>).)*name="intent" value="undo"/s;
  expect(undoForm.exec(question)?.[1]).toBe(second);
  expect((await site.visit(second, { cookie, form: { intent: "undo" } })).status).toBe(303);
  expect(await phone()).toBe("0400000000");
  const undone = await read(await site.visit(second, { cookie }));
  expect([undone.includes("Une ligne est annulée."), undone.includes("Annuler l’import")]).toEqual([true, false]);
});

test("an import that was stopped says so, and is not under way for ever", async () => {
  const lines = Array.from({ length: maxRowsInRequest + 1 }, (_, at) => `Arrêté ${at}`);
  const report = await checked((await upload(pageOf("partners"), `Nom\n${lines.join("\n")}\n`)).headers.get("location") ?? "");
  await runDue(site.backend);
  const task = (await site.visit(report, { cookie, form: { intent: "import" } })).headers.get("location") ?? "";
  const page = async () => {
    const html = await (await site.visit(report, { cookie })).text();
    return [/Import (en cours|arrêté|terminé)/.exec(html)?.[0], /<meta http-equiv="refresh"/i.test(html), html] as const;
  };
  expect((await page()).slice(0, 2)).toEqual(["Import en cours", true]);
  await site.visit(task, { cookie, form: { intent: "stop" } });
  const [title, refreshes, html] = await page();
  expect([title, refreshes]).toEqual(["Import arrêté", false]);
  expect(html).toContain(`${lines.length} lignes n’ont pas été importées.`);
});

test("columns that are checked after the file was imported in another tab lead to its report", async () => {
  const report = await checked((await upload(pageOf("partners"), "Nom\nDeux onglets\n")).headers.get("location") ?? "");
  await site.visit(report, { cookie, form: { intent: "import" } });
  const late = await site.visit(report, { cookie, form: { intent: "check", "column.name": "0" } });
  expect([late.status, late.headers.get("location")]).toEqual([303, report]);
  expect(await read(await site.visit(report, { cookie }))).toContain("Import terminé");
});

test("a sheet of one subject is not found under another, nor by someone else, and the list leads to its import", async () => {
  const uploaded = await upload(pageOf("partners"), "Nom\nA\n");
  const sheet = (uploaded.headers.get("location") ?? "").split("?")[1];
  const other = await signIn(site.backend, { role: "ADMIN" });
  expect([
    (await site.visit(`${pageOf("press")}?${sheet}`, { cookie })).status,
    (await site.visit(`${pageOf("partners")}?${sheet}`, { cookie: other.cookie })).status,
    (await site.visit(`${pageOf("partners")}?sheet=1`, { cookie })).status,
    (await site.visit(`${pageOf("press")}/refused.csv?${sheet}`, { cookie })).status,
    (await site.visit(`${pageOf("partners")}?${sheet}`, { cookie, form: { intent: "check", "column.name": "99" } })).status,
  ]).toEqual([404, 404, 404, 404, 303]);
  expect(await read(await site.visit("/dashboard/admin/faq/questions", { cookie }))).toContain(
    'href="/dashboard/admin/faq/questions/import"',
  );
});
