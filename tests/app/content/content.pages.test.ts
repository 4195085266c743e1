import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkChecks } from "#backend/modules/links/tables";
import { press } from "#backend/modules/press/tables";
import { shortcuts } from "#backend/modules/shortcuts/tables";
import type { ContentName } from "#contract/publishing/content-names";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN", firstName: "Inès", lastName: "Garnier" }));
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/press";
const answers = { "title.fr": "Un pari", "title.en": "A bet", outlet: "La Gazette", kind: "radio", day: "2026-11-01" };
/** The visible page, without the texts for its script. */
const read = async (answer: Response) => (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
const textOf = async (path: string, language?: string) => (await site.visit(path, { cookie, language })).text();

async function create(more: Record<string, string> = {}) {
  const answer = await site.visit(`${list}/create`, { cookie, form: { ...answers, intent: "save", ...more } });
  expect(answer.status).toBe(303);
  return answer.headers.get("location") ?? "";
}

test("a record is written, published and found in the list, in the reader's language", async () => {
  const edit = await create();
  expect(edit).toMatch(/^\/dashboard\/admin\/press\/[0-9a-f-]{36}\/edit$/);
  const published = await site.visit(edit, { cookie, form: { intent: "published" } });
  expect([published.status, published.headers.get("location")]).toEqual([303, edit]);
  const toast = await site.visit(edit, { cookie: keepCookies(cookie, published) });
  expect(await toast.text()).toContain("Fiche publiée.");
  const french = await textOf(`${list}?q=pari`);
  expect([french.includes("Un pari"), french.includes("1 parution"), french.includes("Radio")]).toEqual([true, true, true]);
  expect(await textOf(`/en${list}?q=pari`)).toContain("A bet");
});

test("an invalid form is returned with its values and the reason beside the field; nothing is stored", async () => {
  const before = await site.backend.services.db.$count(press);
  const answer = await site.visit(`${list}/create`, {
    cookie,
    form: { ...answers, outlet: "", url: "javascript:alert(1)", intent: "save" },
  });
  const page = await answer.text();
  expect([answer.status, page.includes('value="Un pari"'), page.includes("Indiquez le média.")]).toEqual([400, true, true]);
  expect(page).toContain('id="field-url-error"');
  expect(await site.backend.services.db.$count(press)).toBe(before);
});

test("an error is shown once at its field and once in the summary", async () => {
  const answer = await site.visit(`${list}/create`, { cookie, form: { ...answers, url: "pas une adresse", intent: "save" } });
  const page = await read(answer);
  expect([answer.status, page.match(/Écrivez l’adresse entière/g)?.length, page.includes("Une réponse est à corriger")]).toEqual([
    400,
    2,
    true,
  ]);
});

test("an edit conflict shows the other version and keeps one's own text", async () => {
  const edit = await create();
  const id = edit.split("/").at(-2) ?? "";
  const theirs = { title: { fr: "Un pari", en: "A wager" }, outlet: "Le Courrier", version: 2 };
  await site.backend.services.db.update(press).set(theirs).where(eq(press.id, id));
  const form = { ...answers, outlet: "À moi", day: "2026-12-24", version: "1", intent: "save" };
  const answer = await site.visit(edit, { cookie, form });
  const page = await read(answer);
  expect([answer.status, page.includes('value="À moi"'), page.includes('value="A bet"')]).toEqual([409, true, true]);
  expect(page).toContain('name="version" value="2"');
  const differing = [...page.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>(?:<span[^>]*>)?([^<]*)/g)].map(
    ([, label, value]) => `${label}: ${value}`,
  );
  expect(
    differing.filter((one) => /^(Titre|Extrait|Média|Type|Date|Adresse)/.test(one)).map((one) => one.replaceAll("\u00a0", " ")),
  ).toEqual(["Titre (Anglais): A wager", "Média: Le Courrier", "Date de parution: 1er nov. 2026"]);
  expect(page).not.toContain("à corriger");
});

test("a record on line is not deleted, and the page says why; a draft is", async () => {
  const edit = await create();
  await site.visit(edit, { cookie, form: { intent: "published" } });
  const refused = await site.visit(edit, { cookie, form: { intent: "remove" } });
  expect(await (await site.visit(edit, { cookie: keepCookies(cookie, refused) })).text()).toMatch(/cette action n['’]est plus possible/);
  await site.visit(edit, { cookie, form: { intent: "draft" } });
  const gone = await site.visit(edit, { cookie, form: { intent: "remove" } });
  expect(gone.headers.get("location")).toBe(list);
  expect((await site.visit(edit, { cookie })).status).toBe(404);
});

test("the export of a list has the columns of the screen, one for each language, and all other fields of its records", async () => {
  const file = await (await site.visit(`${list}/export.csv?kind=radio`, { cookie })).text();
  const [header, ...rows] = file.replace("\uFEFF", "").split("\n");
  expect([header, rows.some((row) => row.startsWith("Un pari,A bet,La Gazette,Radio,2026-11-01,Non,,,,,,"))]).toEqual([
    "Titre (Français),Titre (Anglais),Média,Type,Date de parution,À la une,Extrait ou chapeau (Français),Extrait ou chapeau (Anglais),Adresse de la page,Texte du communiqué (Français),Texte du communiqué (Anglais),État,Anglais,Modifié",
    true,
  ]);
});

test("a broken link is marked in the list and on its record, where it can be checked again", async () => {
  const { services } = site.backend;
  const url = "https://gone.example/";
  const { id } = await publishContent(site.backend, "further-support", cookie, { name: "Le Panier", url });
  await services.db.insert(linkChecks).values({ url, status: 404, problem: "gone", failures: 2, checkedAt: services.clock() });
  const marked = await read(await site.visit("/dashboard/admin/further-support?link=check", { cookie }));
  expect([marked.includes("Le Panier"), marked.includes("lien à vérifier</span>")]).toEqual([true, true]);
  const edit = `/dashboard/admin/further-support/${id}/edit`;
  expect(await textOf(edit)).toContain("La page n’existe plus (réponse 404)");
  const checked = await site.visit(edit, { cookie, form: { intent: "link" } });
  expect([checked.status, checked.headers.get("location")]).toEqual([303, edit]);
  expect(await textOf(edit)).toContain("La page répond");
});

test("a copy starts with the texts of the original in both languages, without its dates, and is a separate record", async () => {
  const edit = await create();
  const copy = /href="([^"]*\/create\?from=[0-9a-f-]{36})"/.exec(await textOf(edit))?.[1] ?? "";
  const page = await textOf(copy);
  expect(page).toContain("Une copie, sans les dates ni les images");
  expect([page.includes('value="Un pari"'), page.includes('value="A bet"'), page.includes('value="La Gazette"')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(page).not.toContain('value="2026-11-01"');
  const saved = await site.visit(copy, { cookie, form: { ...answers, outlet: "Le Courrier", intent: "save" } });
  const made = saved.headers.get("location") ?? "";
  expect([saved.status, made.endsWith("/edit"), made === edit]).toEqual([303, true, false]);
  expect([(await textOf(edit)).includes('value="La Gazette"'), (await textOf(made)).includes('value="Le Courrier"')]).toEqual([true, true]);
  expect((await site.visit(`${list}/create?from=${crypto.randomUUID()}`, { cookie })).status).toBe(404);
  expect((await site.visit(`${list}/create?from=1`, { cookie })).status).toBe(404);
});

test("a record with dependents is unpublished after a confirmation that shows their number", async () => {
  const { backend } = site;
  const category = await publishContent(backend, "faq/categories", cookie);
  const edit = `/dashboard/admin/faq/categories/${category.id}/edit`;
  expect(await textOf(edit)).not.toContain("?ask=archived");
  for (const _ of [1, 2]) await publishContent(backend, "faq/questions", cookie, { categoryId: category.id });
  const page = await textOf(edit);
  for (const intent of ["draft", "archived"]) {
    expect(page).toContain(`href="${edit}?ask=${intent}"`);
    const question = await textOf(`${edit}?ask=${intent}`);
    expect([question.includes("2 autres fiches en dépendent"), question.includes(`name="intent" value="${intent}"`)]).toEqual([true, true]);
  }
  expect((await site.visit(edit, { cookie, form: { intent: "draft" } })).status).toBe(303);
  const refused = await site.visit(edit, { cookie, form: { intent: "remove" } });
  const shown = (await (await site.visit(edit, { cookie: keepCookies(cookie, refused) })).text()).replaceAll(/\s/g, " ");
  expect(shown).toContain("2 autres fiches s’appuient encore sur celle-ci : déplacez-les d’abord.");
});

test("a form has its fields in groups and stars its required ones; what is rarely done with a sector is after its form", async () => {
  const { backend } = site;
  const sector = await publishContent(backend, "sectors", cookie);
  const page = await read(await site.visit(`/dashboard/admin/sectors/${sector.id}/edit`, { cookie }));
  const places = ["L’essentiel", 'id="field-name"', "Coordonnées", 'id="field-postcode"', "Fiche à afficher", 'id="field-zones-fr"'];
  const order = [...places, 'value="save"', "Fermer ou fusionner"].map((part) => page.indexOf(part));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
  expect([
    page.includes("facultatif"),
    page.match(/Seules les réponses marquées/g)?.length,
    page.match(/aria-hidden="true">\u00a0\*</g)?.length,
  ]).toEqual([false, 1, 2]);
});

test("each row's buttons name what they move, and are disabled at the ends of the list", async () => {
  for (const name of ["Alpha", "Bravo", "Charlie"]) await publishContent(site.backend, "partners", cookie, { name });
  const buttons = async (query: string) => {
    const page = await read(await site.visit(`/dashboard/admin/partners${query}`, { cookie }));
    return [...page.matchAll(/<button[^>]*name="to"[^>]*>/g)].map(([button]) => {
      const label = /aria-label="([^"]*)"/.exec(button)?.[1] ?? "";
      return / disabled=""/.test(button) ? `${label} (no)` : label;
    });
  };
  const words = ["Monter Alpha (no)", "Descendre Alpha", "Monter Bravo", "Descendre Bravo", "Monter Charlie", "Descendre Charlie (no)"];
  expect(await buttons("")).toEqual([]);
  expect(await buttons("?arrange=1")).toEqual(words);
  expect(await buttons("?arrange=1&sort=name")).toEqual([]);
  expect(await buttons("?arrange=1&q=bravo")).toEqual(["Monter Bravo", "Descendre Bravo"]);
});

test("the administration sees the shortcuts of each role as its dashboard shows them, and a record's before it is published", async () => {
  const { backend } = site;
  const label = (fr: string) => ({ label: { fr } });
  await publishContent(backend, "shortcuts", cookie, { ...label("Pour les bénévoles"), roles: ["VOLUNTEER"] });
  await publishContent(backend, "shortcuts", cookie, { ...label("Pour les commerces"), roles: ["DONATOR_MERCHANT"] });
  const draft = await addContent(backend, "shortcuts", cookie, { ...label("Pas encore"), roles: ["VOLUNTEER", "BENEFICIARY"] });
  const shortcuts = "/dashboard/admin/shortcuts";
  const preview = async (path: string) => {
    const [, section = ""] = /<section id="preview"(.*?)<script/s.exec(await textOf(path)) ?? [];
    const [, role] = /aria-current="true"[^>]*>([^<]*)</.exec(section) ?? [];
    return [role, ...["Pour les bénévoles", "Pour les commerces", "Pas encore"].filter((one) => section.includes(`>${one}<`))];
  };
  expect(await preview(`${shortcuts}?preview=VOLUNTEER`)).toEqual(["Bénévoles", "Pour les bénévoles"]);
  expect(await preview(`${shortcuts}?preview=DONATOR_MERCHANT`)).toEqual(["Commerces", "Pour les commerces"]);
  expect(await preview(`${shortcuts}?preview=nonsense`)).toEqual(["Administration"]);
  const edit = `${shortcuts}/${draft.id}/edit`;
  expect(await preview(edit)).toEqual(["Bénévoles", "Pour les bénévoles", "Pas encore"]);
  expect(await preview(`${edit}?preview=BENEFICIARY`)).toEqual(["Étudiantes et étudiants", "Pas encore"]);
  expect(await textOf(edit)).toContain("Ce raccourci est montré comme s’il était publié.");
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request("/api/admin/shortcut-previews/VOLUNTEER", { cookie: volunteer })).status).toBe(403);
});

test("a published record links to its public page, if there is one", async () => {
  const { backend } = site;
  const { id: sectorId } = await publishContent(backend, "sectors", cookie, { name: "Nantes" });
  const soon = { startsAt: "2090-01-10T18:30", endsAt: "2090-01-10T20:00" };
  const place = async (name: ContentName, { id }: { id: string }, place: string) => {
    const html = await textOf(`/dashboard/admin/${name}/${id}/edit`);
    const [, to] = /href="([^"]*)"[^>]*>Voir sur le site</.exec(html) ?? [];
    if (!to) return null;
    const page = await textOf(to.replace(/#.*/, "").replaceAll("&amp;", "&"));
    expect([to, page.includes(`id="${place}"`)]).toEqual([to, true]);
    return to.replaceAll("&amp;", "&");
  };
  const event = await publishContent(backend, "events", cookie, { ...soon, sectorId });
  expect(await place("events", event, "content")).toBe(`/events/${event.id}`);
  const ofMembers = await publishContent(backend, "events", cookie, { ...soon, visibility: "members" });
  expect(await place("events", ofMembers, "")).toBeNull();
  const testimonial = await publishContent(backend, "testimonials", cookie, { consentedOn: "2026-01-01" });
  expect(await place("testimonials", testimonial, "testimonials")).toBe("/#testimonials");
  const draft = await addContent(backend, "testimonials", cookie, {});
  expect(await place("testimonials", draft, "")).toBeNull();
  const category = await publishContent(backend, "faq/categories", cookie);
  const question = await publishContent(backend, "faq/questions", cookie, { categoryId: category.id });
  expect(await place("faq/questions", question, `question-${question.id}`)).toBe(
    `/contact?question=${question.id}#question-${question.id}`,
  );
  const group = await publishContent(backend, "further-support/categories", cookie);
  const service = await publishContent(backend, "further-support", cookie, { categoryId: group.id });
  expect(await place("further-support", service, `service-${service.id.slice(0, 8)}`)).toBe(
    `/further-support#service-${service.id.slice(0, 8)}`,
  );
});

test("a bulk action is previewed with its number of rows, then run, and names the rows that it left", async () => {
  const ids: string[] = [];
  for (const outlet of ["Un", "Deux"]) ids.push((await create({ outlet, "title.fr": `Lot ${outlet}` })).split("/").at(-2) ?? "");
  await site.visit(`${list}/${ids[0]}/edit`, { cookie, form: { intent: "published" } });
  const rows = await read(await site.visit(`${list}?q=lot`, { cookie }));
  expect(rows).toContain('name="query.q" value="lot"');
  const confirmation = (action: string) =>
    `${list}/bulk?action=${action}&query.q=lot&query.kind=radio&${ids.map((id) => `ids=${id}`).join("&")}`;
  const question = await read(await site.visit(confirmation("published"), { cookie }));
  expect([question.includes("Publier une fiche\u00a0?"), question.includes("1 fiche est déjà publiée.")]).toEqual([true, true]);
  const removal = await read(await site.visit(confirmation("remove"), { cookie }));
  expect([removal.includes("Supprimer une fiche\u00a0?"), removal.includes("Lot Un")]).toEqual([true, true]);
  const report = await site.visit(confirmation("remove"), { cookie, form: {} });
  const reportText = await read(report);
  expect([
    report.status,
    reportText.includes("1 fiche supprimée."),
    reportText.includes("elle est publiée, retirez-la d’abord du site"),
  ]).toEqual([200, true, true]);
  expect(reportText).toContain(`href="${list}/${ids[0]}/edit"`);
  const done = await site.visit(confirmation("archived").replace(`&ids=${ids[1]}`, ""), { cookie, form: {} });
  expect([done.status, done.headers.get("location")]).toEqual([303, `${list}?q=lot&kind=radio`]);
  const toast = await site.visit(list, { cookie: keepCookies(cookie, done) });
  expect(await toast.text()).toContain("1 fiche archivée.");
  expect((await site.visit(`${list}/bulk`, { cookie })).headers.get("location")).toBe(list);
});

test("a list shows the columns of its query, and so do its exports; the first is always there", async () => {
  await create();
  const headers = async (query: string) => {
    const page = await read(await site.visit(`${list}?${query}`, { cookie }));
    return [...page.matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, name]) => name);
  };
  // English is as usual in each row, none is featured, and the last change is an extra column.
  const usual = ["Titre", "Média", "Type", "Date de parution", "État"];
  expect([await headers(""), await headers("columns=unknown"), await headers("sort=updatedAt")]).toEqual([
    usual,
    usual,
    [...usual, "Modifié"],
  ]);
  expect([await headers("columns=status&columns=kind"), await headers("columns=featured")]).toEqual([
    ["Titre", "Type", "État"],
    ["Titre", "À la une"],
  ]);
  const file = await (await site.visit(`${list}/export.csv?columns=title&columns=day`, { cookie })).text();
  expect(file.replace("\uFEFF", "").split("\n")[0]).toBe("Titre,Date de parution");
  const page = await read(await site.visit(`${list}?q=pari&columns=title&columns=kind&perPage=50`, { cookie }));
  const ticked = (page.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? []).filter(
    (box) => /name="columns"/.test(box) && / checked/.test(box),
  );
  expect(ticked.map((box) => /value="(\w+)"/.exec(box)?.[1])).toEqual(["kind"]);
  expect(page).toMatch(/<option[^>]*selected[^>]*>50</);
  // Searching and sorting preserve the columns.
  expect([
    page.match(/type="hidden" name="columns" value="kind"/g)?.length,
    page.includes("columns=kind&amp;perPage=50&amp;sort=kind"),
  ]).toEqual([1, true]);
});

test("a row has a preview beside its list, with its state and its last changes, and a link back to the row", async () => {
  const edit = await create({ "title.fr": "Vu de près", outlet: "Le Courrier" });
  const id = edit.split("/").at(-2) ?? "";
  await site.visit(edit, { cookie, form: { intent: "published" } });
  const page = await read(await site.visit(`${list}?q=vu&look=${id}`, { cookie }));
  const panel = /<dialog open="" class="row-panel".*?<\/dialog>/s.exec(page)?.[0] ?? "";
  for (const words of ["Vu de près", "Le Courrier", "Publié", "Inès Garnier", `href="${edit}"`, `href="${list}?q=vu#look-${id}"`])
    expect(panel).toContain(words);
  expect(panel).toContain(`/dashboard/admin/audit-log?entityType=press&amp;entityId=${id}`);
  expect(page).toContain(`id="look-${id}"`);
  for (const other of [crypto.randomUUID(), "1", "../users"]) {
    const plain = await site.visit(`${list}?look=${encodeURIComponent(other)}`, { cookie });
    expect([plain.status, (await read(plain)).includes("row-panel")]).toEqual([200, false]);
  }
  // The preview is not part of saved views and exports.
  expect(page).not.toMatch(/(export\.csv|dashboard\/views)[^"]*look/);
});

test("the visible rows are selected at once, and can be deselected one by one", async () => {
  await create();
  await create();
  const ticked = async (query: string) => {
    const boxes = (await read(await site.visit(`${list}?perPage=10${query}`, { cookie }))).match(/<input[^>]*name="ids"[^>]*>/g) ?? [];
    return [boxes.length, boxes.filter((box) => box.includes("checked")).length, boxes.filter((box) => box.includes("disabled")).length];
  };
  const [rows = 0] = await ticked("");
  expect(rows).toBeGreaterThan(1);
  expect([await ticked(""), await ticked("&choose=page"), await ticked("&choose=all")]).toEqual([
    [rows, 0, 0],
    [rows, rows, 0],
    [rows, rows, rows],
  ]);
});

test("many records are given another category, or a day of checking, from their list", async () => {
  const { backend } = site;
  const from = await addContent(backend, "further-support/categories", cookie, { name: { fr: "Ancienne" } });
  const to = await addContent(backend, "further-support/categories", cookie, { name: { fr: "Nouvelle" } });
  const help = "/dashboard/admin/further-support";
  const services = [1, 2].map(() => addContent(backend, "further-support", cookie, { categoryId: from.id }));
  const ids = (await Promise.all(services)).map(({ id }) => `ids=${id}`).join("&");
  const open = async (field: string) => {
    const { headers } = await site.visit(`${help}/bulk?action=set:${field}&query.categoryId=${from.id}&${ids}`, { cookie });
    const address = headers.get("location") ?? "";
    return { address, page: await read(await site.visit(address, { cookie })) };
  };
  const checked = await open("checkedOn");
  expect([checked.page.includes("Noter une vérification"), /name="checkedOn"[^>]*value="20\d\d-\d\d-\d\d"/.test(checked.page)]).toEqual([
    true,
    true,
  ]);
  const moved = await open("categoryId");
  expect([moved.page.includes("2 fiches sont choisies"), moved.page.includes(">Nouvelle</option>")]).toEqual([true, true]);
  const empty = await site.visit(moved.address, { cookie, form: { categoryId: "" } });
  expect([empty.status, (await empty.text()).includes('id="field-categoryId-error"')]).toEqual([400, true]);
  const done = await site.visit(moved.address, { cookie, form: { categoryId: to.id } });
  expect([done.status, done.headers.get("location")]).toEqual([303, `${help}?categoryId=${from.id}`]);
  const toast = await read(await site.visit(help, { cookie: keepCookies(cookie, done) }));
  expect(toast).toContain("2 fiches sont changées.");
  expect((await site.visit(`${help}/set?field=name&${ids}`, { cookie })).headers.get("location")).toBe(help);
});

test("a refused transition is reported on the record's page, with what is missing", async () => {
  const { services } = site.backend;
  const { id } = await addContent(site.backend, "shortcuts", cookie);
  await services.db.update(shortcuts).set({ target: "https://www.ancien.example/" }).where(eq(shortcuts.id, id));
  const edit = `/dashboard/admin/shortcuts/${id}/edit`;
  const refused = await site.visit(edit, { cookie, form: { intent: "published" } });
  expect([refused.status, refused.headers.get("location")]).toEqual([303, edit]);
  const page = await read(await site.visit(edit, { cookie: keepCookies(cookie, refused) }));
  expect(page).toContain("Un raccourci ne peut pas mener à ce site.");
});

test("a portrait leads to the page that shows it, while there is one", async () => {
  const team = await publishContent(site.backend, "sectors", cookie, { name: "Team of the faces" });
  const soon = await addContent(site.backend, "sectors", cookie, { name: "Team to come" });
  const edits = [];
  for (const sectorId of [team.id, soon.id, null]) {
    const { id } = await publishContent(site.backend, "portraits", cookie, { consentedOn: "2026-11-01", sectorId });
    edits.push(await read(await site.visit(`/dashboard/admin/portraits/${id}/edit`, { cookie })));
  }
  const places = edits.map((page) => /href="(\/team[^"]*#faces)"/.exec(page)?.[1]);
  expect(places).toEqual([`/team/${team.id}#faces`, undefined, "/team#faces"]);
});
