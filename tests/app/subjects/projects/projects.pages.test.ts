import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFigures, projects } from "#backend/modules/projects/tables";
import { publicUrl } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { addGift } from "#tests/support/gifts";
import { addPerson, signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/projects";
const board = `${list}/board`;
const read = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");
const page = async (path: string, as = cookie) => read(await site.visit(path, { cookie: as }));
const add = (more: Record<string, unknown> = {}) => addContent(site.backend, "projects", cookie, more);

/** The page that a form leads to, with what it says there. */
async function after(answer: Response) {
  const to = answer.headers.get("location") ?? "";
  return { status: answer.status, to, html: await page(to.replace(/#.*/, ""), keepCookies(cookie, answer)) };
}

/** The card of a project on the board. */
const cardIn = (html: string, id: string) => new RegExp(`<li id="project-${id}".*?</li>`, "s").exec(html)?.[0] ?? "";
/** The column that a card stands in. */
const columnOf = (html: string, id: string) =>
  [...html.matchAll(/<section aria-labelledby="stage-(\w+)".*?<\/section>/gs)].find(([column]) => column.includes(`project-${id}`))?.[1];

test.each([
  { prefix: "", words: ["Lyon", "Début dépassé", "1 234 € reçus sur 5 000 €", "Déplacer", "En cours"], moved: "Le projet est en cours." },
  { prefix: "/en", words: ["Lyon", "Start overdue", "€1,234 received of €5,000", "Move", "Running"], moved: "The project is running." },
])("a card says where its project is and moves it without script ($moved)", async ({ prefix, words, moved }) => {
  const sector = await addContent(site.backend, "sectors", cookie, { name: "Lyon" });
  const { id } = await add({ sectorIds: [sector.id], startsOn: "2020-01-01", budgetEuros: 5_000 });
  await addGift(site.backend, { email: "lou@example.org", status: "received", amountCents: 123_400, projectId: id });
  const html = await page(prefix + board);
  const card = cardIn(html, id);
  for (const one of words) expect(card).toContain(one);
  expect(columnOf(html, id)).toBe("idea");
  expect([...card.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual(["running", "done", "stopped"]);
  const version = /name="version" value="(\d+)"/.exec(card)?.[1] ?? "";
  const form = { id, version, stage: "running" };
  const shown = await after(await site.visit(prefix + board, { cookie, form }));
  expect([shown.status, shown.to, columnOf(shown.html, id)]).toEqual([303, `${prefix}${board}#project-${id}`, "running"]);
  expect(shown.html).toContain(moved);
  const again = await after(await site.visit(prefix + board, { cookie, form: { ...form, stage: "done" } }));
  expect([again.status, columnOf(again.html, id)]).toEqual([303, "running"]);
  expect(again.html).toMatch(prefix ? /has just been changed/ : /vient d’être modifié/);
});

test("the list and the board lead to each other, and an empty stage says so", async () => {
  expect(await page(list)).toContain(`href="${board}"`);
  await site.backend.services.db.update(projects).set({ stage: "idea" });
  const html = await page(board);
  expect([html.includes(`href="${list}"`), html.split("Aucun projet ici.").length - 1]).toEqual([true, 3]);
});

test("nobody else moves a project, and invalid input moves none", async () => {
  const { id } = await add();
  const form = { id, version: "1", stage: "done" };
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const answers = [
    await site.visit(board, { cookie: volunteer.cookie, form }),
    await site.visit(board, { form }),
    await site.visit(board, { cookie, form: { ...form, stage: "toString" } }),
    await site.visit(board, { cookie, form: { ...form, version: "one" } }),
    await site.visit(board, { cookie, form: { ...form, id: "1" } }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
    [302, "/"],
    [302, expect.stringMatching(/^\/login/)],
    [400, null],
    [400, null],
    [404, null],
  ]);
  expect((await site.visit(board, { cookie: volunteer.cookie })).headers.get("location")).toBe("/");
  const [row] = await site.backend.services.db.select().from(projects).where(eq(projects.id, id));
  expect(row?.stage).toBe("idea");
});

const figure = { intent: "figure", "label.fr": "soupes servies", amount: "1200", unit: "people", countedOn: "2026-01-02" };

test("figures are added and removed on the record without script; an invalid form is returned with its errors and values", async () => {
  const { id } = await add({ name: { fr: "Le froid" } });
  const follow = `${list}/${id}/follow`;
  expect(await page(`${list}/${id}/edit`)).toContain(`action="${follow}"`);
  const wrong = await site.visit(follow, { cookie, form: { ...figure, amount: "-1", countedOn: "2999-01-01" } });
  const html = await read(wrong);
  expect([wrong.status, html.includes("<h1"), html.includes("Le froid")]).toEqual([400, true, true]);
  expect(html).toMatch(/<details[^>]* open="".*value="soupes servies"/s);
  expect(html).toMatch(/id="amount-error|aria-invalid="true"/);
  const early = await site.visit(follow, { cookie, form: { ...figure, countedOn: "2999-01-01" } });
  expect([early.status, (await read(early)).includes("Ce jour n’est pas encore venu")]).toEqual([422, true]);
  const added = await after(await site.visit(follow, { cookie, form: figure }));
  expect([added.status, added.to]).toEqual([303, `${list}/${id}/edit`]);
  expect(added.html).toContain("1 200 personnes</b> soupes servies");
  const value = /name="figure" value="([^"]+)"/.exec(added.html)?.[1] ?? "";
  const removed = await after(await site.visit(follow, { cookie, form: { figure: value } }));
  expect([removed.status, removed.html.includes("Chiffre retiré."), removed.html.includes("soupes servies")]).toEqual([303, true, false]);
  expect(await site.backend.services.db.$count(projectFigures, eq(projectFigures.projectId, id))).toBe(0);
  expect((await site.visit(follow, { cookie, form: { intent: "nothing" } })).status).toBe(400);
});

test("a manager is set by the e-mail address of their account, and removed", async () => {
  const { id } = await add();
  const { email } = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Maëlle", lastName: "Kerjean" });
  const put = (one: string) => site.visit(`/en${list}/${id}/follow`, { cookie, form: { intent: "owner", email: one } });
  const wrong = await put("nobody@maillon.example");
  expect([wrong.status, await read(wrong)]).toEqual([
    422,
    expect.stringMatching(/No volunteer or staff account.*value="nobody@maillon.example"/s),
  ]);
  const chosen = await after(await put(email));
  expect([chosen.to, chosen.html.includes("Maëlle Kerjean")]).toEqual([`/en${list}/${id}/edit`, true]);
  const gone = await after(await site.visit(`/en${list}/${id}/follow`, { cookie, form: { intent: "removeOwner" } }));
  expect([gone.html.includes("Nobody yet."), gone.html.includes("Maëlle Kerjean")]).toEqual([true, false]);
});

test("a gift is allocated to a project on its page, and the project's record links to its gifts", async () => {
  const { id } = await add({ name: { fr: "Les vélos", en: "The bikes" }, budgetEuros: 100 });
  const gift = await addGift(site.backend, { email: "lou@example.org", status: "received", amountCents: 2_500, allocation: "dressed" });
  const pledge = `/dashboard/admin/donations/pledges/${gift.id}`;
  expect(await page(pledge)).toMatch(new RegExp(`<option value="${id}">Les vélos</option>`));
  const given = await after(await site.visit(pledge, { cookie, form: { projectId: id } }));
  expect([given.status, given.to]).toEqual([303, pledge]);
  expect(given.html).toMatch(new RegExp(`<option value="${id}" selected="">Les vélos</option>`));
  for (const words of ["Le projet du don est enregistré.", "Dressed, la boutique gratuite"]) expect(given.html).toContain(words);
  const record = await page(`/en${list}/${id}/edit`);
  expect(record).toContain("€25 of €100");
  const gifts = /href="([^"]*donations\?projectId[^"]*)"/.exec(record)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(gifts).toBe(`/en/dashboard/admin/donations?projectId=${id}`);
  const came = await page(gifts);
  for (const words of ["1 payment", "€25", "Lou"]) expect(came).toContain(words);
  await site.backend.request(`/api/admin/projects/${id}/status`, { method: "POST", cookie, json: { status: "archived" } });
  expect(await page(pledge)).toContain(`<option value="${id}" selected="">Les vélos</option>`);
  const gone = await after(await site.visit(pledge, { cookie, form: { projectId: crypto.randomUUID() } }));
  expect(gone.html).toContain("Ce projet n’existe plus.");
  expect((await site.visit(pledge, { cookie, form: { projectId: "x" } })).status).toBe(400);
  const none = await after(await site.visit(pledge, { cookie, form: { projectId: "" } }));
  expect(none.html).toMatch(/<option value="" selected="">Aucun projet</);
});

test("an event names its project, whose record names its next dates", async () => {
  const { id } = await publishContent(site.backend, "projects", cookie, { name: { fr: "La soupe" } });
  const event = await publishContent(site.backend, "events", cookie, { title: { fr: "Soirée soupe" }, projectId: id, sectorId: null });
  const link = new RegExp(`href="/dashboard/admin/events/${event.id}"[^>]*>Soirée soupe<`);
  expect(await page(`${list}/${id}/edit`)).toMatch(link);
  expect(await page(`/dashboard/admin/events/${event.id}`)).toContain(`href="${list}/${id}/edit"`);
  expect(await page(`/dashboard/admin/events/${event.id}/edit`)).toMatch(new RegExp(`<option value="${id}" selected="">La soupe<`));
});

test("several sectors are chosen in the form, and preserved by a copy, and by a save when one is archived since", async () => {
  const [stored, other] = [
    await addContent(site.backend, "sectors", cookie, { name: "Quimper" }),
    await addContent(site.backend, "sectors", cookie, { name: "Angers" }),
  ];
  const { id, version } = await add({ name: { fr: "À plusieurs" }, sectorIds: [stored.id, other.id] });
  const chosen = (html: string) =>
    [...html.matchAll(/name="sectorIds"[^>]* checked="" value="([^"]+)"|checked="" name="sectorIds" value="([^"]+)"/g)].map(
      (found) => found[1] ?? found[2],
    );
  const both = [stored.id, other.id].sort();
  expect(chosen(await page(`${list}/${id}/edit`)).sort()).toEqual(both);
  expect(chosen(await page(`${list}/create?from=${id}`)).sort()).toEqual(both);
  await site.backend.request(`/api/admin/sectors/${other.id}/status`, { method: "POST", cookie, json: { status: "archived" } });
  const html = await page(`${list}/${id}/edit`);
  expect([chosen(html), html.includes(`type="hidden" name="sectorIds" value="${other.id}"`)]).toEqual([[stored.id], true]);
  const form = new FormData();
  const typed = { "name.fr": "À plusieurs", stage: "idea", version: String(version), intent: "save", submission: crypto.randomUUID() };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  for (const one of both) form.append("sectorIds", one);
  const saved = await site.visit(`${list}/${id}/edit`, { cookie, method: "POST", body: form, headers: { origin: publicUrl } });
  expect(saved.status).toBe(303);
  const sectorsOf = async () => (await site.backend.services.db.select().from(projects).where(eq(projects.id, id)))[0]?.sectorIds;
  expect(await sectorsOf()).toEqual(both);
  form.delete("sectorIds");
  form.set("version", String(version + 1));
  form.set("submission", crypto.randomUUID());
  await site.visit(`${list}/${id}/edit`, { cookie, method: "POST", body: form, headers: { origin: publicUrl } });
  expect(await sectorsOf()).toEqual([]);
});
