import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countries } from "#backend/modules/countries/tables";
import { press } from "#backend/modules/press/tables";
import { addContent } from "#tests/support/content";
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
const textOf = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");
const add = async (title: string) => (await addContent(site.backend, "press", cookie, { title: { fr: title } })).id;
const isThere = async (id: string) => (await site.backend.services.db.$count(press, eq(press.id, id))) === 1;
const remove = (id: string) => site.visit(`${list}/${id}/edit`, { cookie, form: { intent: "remove" } });

/** The form of a message's action, as a browser without script sends it. */
function undoIn(html: string) {
  const [, to = "", name = "", value = ""] =
    /<form method="post" action="([^"]+)"><button type="submit" name="(\w+)" value="([^"]+)"[^>]*>(?:Remettre dans la liste|Put back in the list)</.exec(
      html,
    ) ?? [];
  return { to, form: { [name]: value } };
}

test.each([
  ["", "1 fiche remise dans la liste."],
  ["/en", "1 record put back in the list."],
])("the message after a deletion has a form that takes it back (%s)", async (prefix, done) => {
  const id = await add("Un pari");
  const gone = await site.visit(`${prefix}${list}/${id}/edit`, { cookie, form: { intent: "remove" } });
  expect([gone.status, gone.headers.get("location"), await isThere(id)]).toEqual([303, prefix + list, false]);
  const { to, form } = undoIn(await textOf(await site.visit(prefix + list, { cookie: keepCookies(cookie, gone) })));
  expect(to).toBe(`${prefix}${list}/bin`);
  const back = await site.visit(to, { cookie, form });
  expect([back.status, back.headers.get("location"), await isThere(id)]).toEqual([303, prefix + list, true]);
  expect(await textOf(await site.visit(prefix + list, { cookie: keepCookies(cookie, back) }))).toContain(done);
});

test("one message takes back a deletion of many", async () => {
  const ids = [await add("Premier"), await add("Second")];
  const selection = ids.map((id) => `ids=${id}`).join("&");
  const gone = await site.visit(`${list}/bulk?action=remove&${selection}`, { cookie, form: {} });
  expect([gone.status, await Promise.all(ids.map(isThere))]).toEqual([303, [false, false]]);
  const { to, form } = undoIn(await textOf(await site.visit(list, { cookie: keepCookies(cookie, gone) })));
  expect((await site.visit(to, { cookie, form })).status).toBe(303);
  expect(await Promise.all(ids.map(isThere))).toEqual([true, true]);
});

test("a deletion of many that is taken back leads to the list with its filters and page", async () => {
  const query = { q: "Troisième", kind: "radio", page: "2" };
  const sent = Object.entries(query).map(([name, value]) => `query.${name}=${encodeURIComponent(value)}`);
  const id = await add("Troisième");
  const gone = await site.visit(`${list}/bulk?action=remove&ids=${id}&${sent.join("&")}`, { cookie, form: {} });
  const { to, form } = undoIn((await textOf(await site.visit(list, { cookie: keepCookies(cookie, gone) }))).replaceAll("&amp;", "&"));
  const back = await site.visit(to, { cookie, form });
  expect([await isThere(id), back.headers.get("location")]).toEqual([true, `${list}?${new URLSearchParams(query)}`]);
  await remove(id);
  const elsewhere = await site.visit(`${list}/bin?list=${encodeURIComponent("//evil.example/?a=b")}`, { cookie, form: { id } });
  expect(elsewhere.headers.get("location")).toMatch(/^\/dashboard\/admin\/press\?/);
});

test("a single deletion, and its undo, lead back to the filtered list that the record was opened from", async () => {
  const id = await add("Quatrième");
  const filtered = `${list}?q=Quatri%C3%A8me&look=${id}`;
  const rows = (await textOf(await site.visit(filtered, { cookie }))).replaceAll("&amp;", "&");
  const [, record = ""] = new RegExp(`href="(${list}/${id}/edit\\?list=[^"]+)"`).exec(rows) ?? [];
  const page = (await textOf(await site.visit(record, { cookie }))).replaceAll("&amp;", "&");
  expect(page).toContain(`action="${record}"`);
  const gone = await site.visit(record, { cookie, form: { intent: "remove" } });
  expect(gone.headers.get("location")).toBe(`${list}?q=Quatri%C3%A8me`);
  const { to, form } = undoIn((await textOf(await site.visit(list, { cookie: keepCookies(cookie, gone) }))).replaceAll("&amp;", "&"));
  const back = await site.visit(to, { cookie, form });
  expect([await isThere(id), back.headers.get("location")]).toEqual([true, `${list}?q=Quatri%C3%A8me`]);
  await remove(id);
});

test.each([
  ["", "/dashboard/admin/press/bulk?action=remove", "Rien n’est choisi"],
  ["/en", "/dashboard/admin/press/bulk?action=remove", "Nothing is selected"],
  ["", "/dashboard/admin/press/set?field=kind", "Rien n’est choisi"],
  ["", "/dashboard/admin/news/bulk?action=archive", "Rien n’est choisi"],
  ["", "/dashboard/admin/users/volunteers/bulk?action=team", "Rien n’est choisi"],
  ["", "/dashboard/admin/users/pending-approval/bulk?action=approve", "Rien n’est choisi"],
])("%s%s without a row says so in the list, which keeps its filters", async (prefix, address, message) => {
  const sent = await site.visit(`${prefix}${address}&query.q=lot`, { cookie });
  const [path = ""] = address.split(/\/(?:bulk|set)\?/);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, `${prefix}${path}?q=lot`]);
  const shown = await textOf(await site.visit(`${prefix}${path}?q=lot`, { cookie: keepCookies(cookie, sent) }));
  expect(shown).toContain(message);
});

test("the bin is beside the list, and shows who deleted what; nothing is deleted for good without a question", async () => {
  const id = await add("Le <b>dossier</b>");
  await remove(id);
  expect(await textOf(await site.visit(list, { cookie }))).toContain(`href="${list}/bin"`);
  const bin = await textOf(await site.visit(`${list}/bin`, { cookie }));
  expect([bin.includes("Le &lt;b&gt;dossier&lt;/b&gt;"), bin.includes("par Inès Garnier.")]).toEqual([true, true]);
  const question = await textOf(await site.visit(`${list}/bin?ask=${id}`, { cookie }));
  expect(question).toContain("Personne ne pourra les retrouver.");
  const purged = await site.visit(`${list}/bin`, { cookie, form: { purge: id } });
  expect(purged.status).toBe(303);
  expect(await textOf(await site.visit(`${list}/bin`, { cookie: keepCookies(cookie, purged) }))).toContain("Fiche supprimée pour de bon.");
  const late = await site.visit(`${list}/bin`, { cookie, form: { id } });
  expect(late.headers.get("location")).toBe(`${list}/bin`);
  expect(await textOf(await site.visit(`${list}/bin`, { cookie: keepCookies(cookie, late) }))).toContain("n’est plus dans la corbeille");
});

test("a record whose code was taken meanwhile stays in the bin, with the reason", async () => {
  const codes = { iso2: "QZ", iso3: "QZZ" };
  const { id } = await addContent(site.backend, "countries", cookie, codes);
  await site.visit(`/dashboard/admin/countries/${id}/edit`, { cookie, form: { intent: "remove" } });
  await addContent(site.backend, "countries", cookie, codes);
  const answer = await site.visit("/dashboard/admin/countries/bin", { cookie, form: { id } });
  const html = await textOf(answer);
  expect([answer.status, html.includes("Une fiche reste dans la corbeille"), html.includes("le même code")]).toEqual([409, true, true]);
  expect(await site.backend.services.db.$count(countries, eq(countries.iso2, "QZ"))).toBe(1);
});

test.each(["nothing", "id=x"])("a form with %s is refused", async (given) => {
  const form: Record<string, string> = given === "nothing" ? {} : { id: "x" };
  expect((await site.visit(`${list}/bin`, { cookie, form })).status).toBe(400);
});
