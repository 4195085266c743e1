import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSetupLink } from "#backend/modules/setup/links";
import { startBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;

beforeAll(async () => {
  const backend = await startBackend();
  site = await startSite({ changes: { follow: (listeners) => followOf(backend, listeners) } }, backend);
});
afterAll(() => site.backend.close());

type Follow = Parameters<NonNullable<NonNullable<Parameters<typeof startSite>[0]>["changes"]>["follow"]>[0];

function followOf(backend: Awaited<ReturnType<typeof startBackend>>, { changed, live }: Follow) {
  void backend.changes.subscribe(changed).then(() => live(true));
}

const textOf = async (answer: Response) => (await answer.text()).replaceAll("\u00a0", " ");

test("a used link leads who has logged in to the dashboard, and others to log in", async () => {
  const { url } = await makeSetupLink(site.backend.services, { email: "used@charity.example", locale: "fr", mailed: false });
  const { pathname, search } = new URL(url);
  const password = "une chaîne de vélos verts";
  const form = { firstName: "Camille", lastName: "Robert", locale: "fr", terms: "on", password, again: password };
  const cookie = keepCookies("", await site.visit(pathname + search, { form }));
  const within = await textOf(await site.visit(pathname + search, { cookie }));
  expect(within).toContain("Ce lien a déjà servi");
  expect([within.includes('href="/login?redirectTo'), within.includes('href="/dashboard"')]).toEqual([false, true]);
  expect(await textOf(await site.visit(pathname + search))).toContain('href="/login?redirectTo');
});

test("the beginning is walked without script: account, organisation, team, contents, dashboard", async () => {
  const { url } = await makeSetupLink(site.backend.services, { email: "first@charity.example", locale: "fr", mailed: false });
  const { pathname, search } = new URL(url);
  const link = pathname + search;
  const before = await textOf(await site.visit("/"));
  expect(before).not.toContain("W123456789");
  let cookie = "";
  const send = async (path: string, form: Record<string, string>) => {
    const answer = await site.visit(path, { cookie, form });
    cookie = keepCookies(cookie, answer);
    return answer;
  };

  expect(await textOf(await site.visit(link))).toContain("first@charity.example");
  const account = { firstName: "Camille", lastName: "Robert", locale: "fr", terms: "on" };
  const unlike = await send(link, { ...account, password: "une chaîne de vélos verts", again: "autre chose" });
  expect([unlike.status, await textOf(unlike)]).toEqual([400, expect.stringContaining('value="Camille"')]);
  const password = "une chaîne de vélos verts";
  const begun = await send(link, { ...account, password, again: password });
  expect([begun.status, begun.headers.get("location")]).toEqual([303, "/setup/organisation"]);

  const wrong = await send("/setup/organisation?part=bank", { iban: "FR14", bic: "PSSTFRPPGRE", version: "0" });
  expect([wrong.status, await textOf(wrong)]).toEqual([400, expect.stringContaining("Cet IBAN n’est pas juste")]);
  const parts = [
    ["identity", { name: "Les Paniers", primaryColour: "green" }],
    ["legal", { legalForm: "loi 1901", rna: "W123456789", postalAddress: "3 rue des Fleurs, 38000 Grenoble" }],
    ["bank", { iban: "FR14 2004 1010 0505 0001 3M02 606", bic: "PSSTFRPPGRE" }],
    ["contact", { email: "bonjour@paniers.example", phone: "04 76 00 00 00" }],
    ["profiles", {}],
  ] as const;
  const next = [
    "/setup/organisation?part=legal",
    "/setup/organisation?part=bank",
    "/setup/organisation?part=contact",
    "/setup/organisation?part=profiles",
    "/setup/sector",
  ];
  for (const [at, [part, fields]] of parts.entries()) {
    expect((await site.visit(`/setup/organisation?part=${part}`, { cookie })).status).toBe(200);
    const saved = await send(`/setup/organisation?part=${part}`, { ...fields, version: "0" });
    expect([part, saved.status, saved.headers.get("location")]).toEqual([part, 303, next[at]]);
  }
  const sector = await send("/setup/sector", { name: "Grenoble", city: "Grenoble", postcode: "38000" });
  expect(sector.headers.get("location")).toBe("/setup/contents");
  expect(await textOf(await site.visit("/setup/contents", { cookie }))).toContain("Annuaire d’aide");
  const form = new URLSearchParams([
    ["contents", "terms"],
    ["contents", "criteria"],
    ["contents", "support"],
  ]);
  const headers = { origin: site.backend.services.settings.publicUrl, "content-type": "application/x-www-form-urlencoded" };
  const taken = await site.visit("/setup/contents", { cookie, method: "POST", body: form.toString(), headers });
  expect(taken.headers.get("location")).toBe("/dashboard");
  const dashboard = await textOf(await site.visit("/dashboard", { cookie }));
  expect(dashboard).toContain("Avant d’ouvrir le site");
  expect(dashboard).toContain("Publier les conditions d’utilisation");
  expect(dashboard).not.toContain("Donner le compte bancaire des dons");
  expect(await textOf(await site.visit("/setup", { cookie }))).toContain("Installation du site");

  await expect.poll(async () => textOf(await site.visit("/")), { timeout: 3_000 }).toContain("W123456789");
  const home = await textOf(await site.visit("/"));
  expect(home).toContain('data-primary="green"');
  expect(home).toContain("Les Paniers");
  expect(await textOf(await site.visit("/team"))).toContain("Grenoble");
});

test("a link that was used, and none at all, are answered with what to do", async () => {
  const { url } = await makeSetupLink(site.backend.services, { email: "second@charity.example", locale: "fr", mailed: false });
  const { pathname, search } = new URL(url);
  const password = "une chaîne de vélos bleus";
  const form = { firstName: "Sacha", lastName: "Petit", locale: "fr", terms: "on", password, again: password };
  await site.visit(pathname + search, { form });
  const again = await site.visit(pathname + search, { form });
  expect(again.headers.get("location")).toBe(pathname + search);
  expect(await textOf(await site.visit(pathname + search))).toContain("Ce lien a déjà servi");
  expect(await textOf(await site.visit("/setup"))).toContain("Ouvrez le lien d’installation");
  expect((await site.visit("/setup/organisation")).headers.get("location")).toBe("/login?redirectTo=%2Fsetup%2Forganisation");
});

test("an administrator changes a part, reads its history, and is shown another's change in between", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const path = "/dashboard/admin/organisation/profiles";
  const page = await textOf(await site.visit(path, { cookie }));
  const version = /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";
  const form = { video: "https://video.example/paniers", version };
  expect((await site.visit(path, { cookie, form })).headers.get("location")).toBe(path);
  expect(await textOf(await site.visit(path, { cookie }))).toContain("Historique");
  expect((await site.visit(path, { cookie, form })).status).toBe(409);
  const overview = await textOf(await site.visit("/dashboard/admin/organisation", { cookie }));
  expect(overview).toContain("https://video.example/paniers");
  expect((await site.visit("/dashboard/admin/organisation/rien", { cookie })).status).toBe(404);
});
