import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleLists } from "#contract/accounts/people";
import { contentNames } from "#contract/publishing/content-names";
import { startBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
beforeAll(async () => {
  const backend = await startBackend();
  const { app } = await startSite({}, backend);
  site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
  await backend.changes.subscribe(() => {});
  admin = (await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] })).cookie;
});
afterAll(() => site.backend.close());

const wellRead = async (path: string, visit: Parameters<Site["visit"]>[1] = {}) => {
  const before = site.logged.length;
  const answer = await site.visit(path, visit);
  const errors = site.logged.slice(before).filter(({ level }) => Number(level) >= 50);
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text(), errors };
};

test.each([
  ["/fUrther-support", "/further-support"],
  ["/n%65ws", "/news"],
  ["/NEWS/?page=2", "/news?page=2"],
  ["/story/", "/story"],
  ["/en//story", "/en/story"],
  ["/en/Story", "/en/story"],
  ["/News/Un-Article", "/news/Un-Article"],
  ["/Sitemap.xml", "/sitemap.xml"],
])("%s is not kept, it leads to the page's own address", async (path, own) => {
  const { status, location } = await wellRead(path);
  expect([status, location]).toEqual([301, own]);
});

test("a form sent to another spelling is sent to no page", async () => {
  expect((await wellRead("/Contact", { form: { name: "N" } })).status).toBe(404);
  expect((await wellRead("/contact/", { form: { name: "N" } })).status).toBe(404);
});

test("however a page's path is spelt, the cache counts one group for it, and purging that removes all of it", async () => {
  const spellings = Array.from({ length: 40 }, (_, turn) =>
    [..."/further-support"].map((sign, at) => (((turn + 1) >> (at % 6)) & 1 ? sign.toUpperCase() : sign)).join(""),
  );
  for (const path of ["/further-support", ...spellings]) await site.visit(path);
  const page = await (await site.visit("/dashboard/admin/cache-metrics", { cookie: admin })).text();
  expect(page).toContain("further-support");
  expect(page.match(/further-support/gi)?.every((name) => name === "further-support")).toBe(true);
});

const lists = [...peopleLists.map((name) => `users/${name}`), ...contentNames, "news", "audit-log", "registration-links"];
const inCapitals = [
  ...lists.flatMap((name) => [`/Dashboard/admin/${name}`, `/dashboard/Admin/${name}`, `/dashboard/admin/${name.toUpperCase()}`]),
  ...contentNames.map((name) => `/dashboard/ADMIN/${name}/Create`),
  ...peopleLists.map((name) => `/Dashboard/admin/users/${name}/export.csv`),
  ...contentNames.map((name) => `/dashboard/admin/${name}/EXPORT.xlsx`),
  "/Dashboard/admin/users/volunteers.data",
  "/DASHBOARD",
  "/Account/settings",
];

test("paths of the back-office in capitals redirect to the canonical ones, for everyone", async () => {
  const faults: string[] = [];
  for (const path of inCapitals)
    for (const cookie of [undefined, admin]) {
      const { status, location, errors } = await wellRead(path, { cookie });
      const leads = status === 301 && location === path.toLowerCase();
      if ((!leads && status !== 404) || errors.length > 0) faults.push(`${path}: ${status} ${location}`);
    }
  expect(faults).toEqual([]);
});

test.each([
  "/%5c",
  "/en/%5c/",
  "/en/%5C'%3B%20SELECT",
  "/news/%5c..%5c",
  "/%0d%0aSet-Cookie:%20a=b",
  "/en/%09",
  "/dashboard/%5c",
  "/%",
  "/%ff",
  "/%00",
  "/dashboard/admin/users/%5C'",
  "/%E2%80%AE",
  "/?%00",
  "/;/..;/",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/%2F%2Fevil.example",
  `/${"a/".repeat(2_000)}`,
  `/${"%41".repeat(2_000)}`,
])("%.40s has no page, which a page says, and nothing is wrong with us", async (path) => {
  for (const cookie of [undefined, admin]) {
    const { status, text, errors } = await wellRead(path, { cookie });
    expect([400, 404]).toContain(status);
    expect(text).toMatch(/<h1[ >]/);
    expect(errors).toEqual([]);
  }
});

test.each(["export.csv", "export.xlsx"])("a list with a query too long to be recorded is not exported: %s", async (file) => {
  for (const list of ["users/pending-approval", "users/volunteers", "news", "press"]) {
    const { status, errors } = await wellRead(`/dashboard/admin/${list}/${file}?q=a&x=${"b".repeat(2_500)}`, { cookie: admin });
    expect([list, status, errors]).toEqual([list, 414, []]);
  }
});

test("an idempotency key that cannot be a header is ignored, and the form is processed all the same", async () => {
  const { cookie, updatedAt } = await signIn(site.backend, { role: "VOLUNTEER" });
  const version = updatedAt.toISOString();
  const form = { firstName: "A", lastName: "B", phone: "0612345678", locale: "fr", version, submission: "✓ œuvre\r\nx: y" };
  expect((await wellRead("/account/settings", { form, cookie })).status).toBe(303);
  expect((await wellRead("/contact", { form: { submission: "\u{1F517}" } })).status).toBe(400);
});

test("a link that a colleague has revoked meanwhile cannot be reactivated, which the page says", async () => {
  const json = { label: "Portes ouvertes", role: "VOLUNTEER" };
  const made = await site.backend.request("/api/admin/registration-links", { method: "POST", cookie: admin, json });
  const { id } = (await made.json()) as { id: string };
  const view = `/dashboard/admin/registration-links/${id}/view`;
  await site.visit(view, { cookie: admin, form: { to: "revoked" } });
  const answer = await site.visit(view, { cookie: admin, form: { to: "active" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, view]);
  expect(decodeURIComponent(answer.headers.get("set-cookie") ?? "")).toContain("toast=");
});
