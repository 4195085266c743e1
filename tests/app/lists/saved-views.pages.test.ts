import { afterAll, beforeAll, expect, test } from "vitest";
import { savedViews } from "#backend/modules/saved-views/tables";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

const path = "/dashboard/views";
const list = "/dashboard/admin/news";
const draft = { list, name: "À relire", query: "status=in_review" };

let site: Site;
let owner: Awaited<ReturnType<typeof signIn>>;
let colleague: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  site = await startSite();
  owner = await signIn(site.backend, { role: "ADMIN" });
  colleague = await signIn(site.backend, { role: "ADMIN" });
});
afterAll(() => site.backend.close());

const post = (form: Record<string, string>, query = "", cookie = owner.cookie) => site.visit(path + query, { cookie, form });
const text = async (answer: Response) => (await answer.text()).replaceAll("&#x27;", "'");
const rows = () => site.backend.services.db.select().from(savedViews);

test("a view is saved, redirects back to its list, and is shown there for its owner", async () => {
  const saved = await post(draft);
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${list}?status=in_review`]);
  const shown = await text(await site.visit(`${list}?status=in_review`, { cookie: owner.cookie }));
  expect(shown).toMatch(
    /<a[^>]*href="\/dashboard\/admin\/news\?status=in_review"[^>]*aria-current="page"[^>]*>À relire|aria-current="page"[^>]*href="[^"]*in_review"[^>]*>À relire/,
  );
  expect(await text(await site.visit(list, { cookie: colleague.cookie }))).not.toContain("À relire</a>");
});

test("an invalid form is returned with its values and the errors", async () => {
  const empty = await post({ ...draft, name: "" });
  expect([empty.status, (await text(empty)).includes("Donnez un nom à cette vue.")]).toEqual([400, true]);
  const taken = await post(draft);
  const html = await text(taken);
  expect([taken.status, html.includes("Vous avez déjà une vue de ce nom")]).toEqual([422, true]);
  expect(html).toMatch(/name="name"[^>]*value="À relire"|value="À relire"[^>]*name="name"/);
});

test("a ticked box shares the view with the role", async () => {
  expect((await post({ ...draft, name: "Ensemble", shared: "on" })).status).toBe(303);
  expect((await rows()).find(({ name }) => name === "Ensemble")?.sharedWith).toBe("ADMIN");
  expect(await text(await site.visit(list, { cookie: colleague.cookie }))).toContain("Ensemble</a>");
  const page = await text(await site.visit(`${path}?list=${list}`, { cookie: colleague.cookie }));
  expect(page).toMatch(/Ensemble<\/a><small class="muted"> (?:<!-- -->)?partagée par/);
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  expect(await text(await site.visit(`${path}?list=${list}`, { cookie: volunteer.cookie }))).not.toContain("Ensemble");
});

test("only one's own views can be removed", async () => {
  const mine = (await rows()).find(({ name }) => name === "À relire")?.id ?? "";
  const query = `?list=${encodeURIComponent(list)}&remove=${mine}`;
  expect((await post({}, query, colleague.cookie)).status).toBe(404);
  const removed = await post({}, query);
  expect([removed.status, removed.headers.get("location")]).toEqual([303, `${path}?list=${encodeURIComponent(list)}`]);
  expect((await rows()).map(({ name }) => name)).toEqual(["Ensemble"]);
  expect((await post({}, "?remove=nonsense")).status).toBe(404);
});

test.each(["", "https://elsewhere.example", "//elsewhere.example", "/dashboard/Admin?x=1", "/dashboard/%00x", "/login"])(
  "a list that is none (%j) counts as the dashboard",
  async (none) => {
    const shown = await site.visit(`${path}?list=${encodeURIComponent(none)}`, { cookie: owner.cookie });
    expect([shown.status, /name="list"[^>]*value="([^"]*)"/.exec(await shown.text())?.[1]]).toEqual([200, "/dashboard"]);
  },
);

test("a form with an external list does not redirect there", async () => {
  const answer = await post({ ...draft, name: "Ailleurs", list: "//elsewhere.example" });
  expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
});
