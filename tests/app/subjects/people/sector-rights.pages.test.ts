import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants } from "#backend/modules/users/tables";
import { franceDay } from "#contract/formats/france-time";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie: string;
let sectorId: string;

beforeAll(async () => {
  site = await startSite();
  cookie = (await signIn(site.backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] })).cookie;
  const [team] = await site.backend.services.db
    .insert(sectors)
    .values({ kind: "local_team", status: "published", slug: "lannion", name: "Lannion", position: 900 })
    .returning();
  sectorId = team?.id ?? "";
});
afterAll(() => site.backend.close());

const heldBy = async (id: string) =>
  (await site.backend.services.db.select().from(permissionGrants).where(eq(permissionGrants.userId, id))).map((row) => [
    row.permission,
    row.sectorId,
    row.expiresOn,
  ]);

const post = (id: string, form: Record<string, string>) =>
  site.visit(`/en/dashboard/admin/permissions/${id}`, { cookie, form: { role: "VOLUNTEER", reason: "A new coordinator", ...form } });

test("a right in a team is reviewed, given and taken away by the form without script", async () => {
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const added = { sectorId, sectorHold: "ACCOUNTS_MANAGE", sectorUntil: "2999-12-31" };
  const review = await (await post(id, { ...added, intent: "review" })).text();
  expect(review).toContain("Given: Look after accounts, Lannion (until 31 December 2999)");
  const written = `ACCOUNTS_MANAGE ${sectorId} 2999-12-31`;
  expect(review).toContain(`value="${written}"`);
  expect(await heldBy(id)).toEqual([]);
  expect((await post(id, { inSector: written, intent: "save" })).status).toBe(303);
  expect(await heldBy(id)).toEqual([["ACCOUNTS_MANAGE", sectorId, "2999-12-31"]]);
  const list = await (await site.visit("/en/dashboard/admin/permissions", { cookie })).text();
  expect(list).toMatch(/<strong>Lannion<\/strong>/);
  const gone = await (await post(id, { intent: "review" })).text();
  expect(gone).toContain("Removed: Look after accounts, Lannion (until 31 December 2999)");
  expect((await post(id, { intent: "save" })).status).toBe(303);
  expect(await heldBy(id)).toEqual([]);
});

test("rights that somebody else changed meanwhile are not overwritten, and the next review shows that change", async () => {
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const review = await (await post(id, { hold: "NEWS_PUBLISH", intent: "review" })).text();
  const over = /name="over" value="([^"]*)"/.exec(review)?.[1] ?? "";
  const written = `ACCOUNTS_MANAGE ${sectorId}`;
  expect((await post(id, { over, inSector: written, intent: "save" })).status).toBe(303);
  const late = await post(id, { over, hold: "NEWS_PUBLISH", intent: "save" });
  const html = await late.text();
  expect([late.status, html.includes("Somebody has changed these rights in the meantime.")]).toEqual([422, true]);
  expect(await heldBy(id)).toEqual([["ACCOUNTS_MANAGE", sectorId, null]]);
  const now = /name="over" value="([^"]*)"/.exec(html)?.[1] ?? "";
  expect(await (await post(id, { over: now, hold: "NEWS_PUBLISH", intent: "review" })).text()).toContain(
    "Removed: Look after accounts, Lannion",
  );
  expect((await post(id, { over: now, hold: "NEWS_PUBLISH", intent: "save" })).status).toBe(303);
});

test("the form says what is missing beside a team without rights, and beside rights without a team", async () => {
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const withoutRights = await post(id, { sectorId, intent: "save" });
  expect([withoutRights.status, (await withoutRights.text()).includes("Tick at least one right for this team.")]).toEqual([400, true]);
  const withoutTeam = await post(id, { sectorHold: "ACCOUNTS_MANAGE", intent: "save" });
  expect([withoutTeam.status, (await withoutTeam.text()).includes("Choose the team these rights apply to.")]).toEqual([400, true]);
  const nonsense = await post(id, { inSector: "ACCOUNTS_MANAGE nowhere", intent: "save" });
  expect(nonsense.status).toBe(400);
  expect(await heldBy(id)).toEqual([]);
});

test("a last day that is past is refused before the changes are shown, beside its field, which says the earliest day", async () => {
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const page = await (await site.visit(`/en/dashboard/admin/permissions/${id}`, { cookie })).text();
  const today = franceDay(site.backend.services.clock());
  for (const name of ["until_NEWS_PUBLISH", "sectorUntil"])
    expect([name, new RegExp(`<input(?=[^>]*name="${name}")[^>]*min="${today}"`).test(page)]).toEqual([name, true]);
  expect(page).toContain("The earliest last day is today.");
  for (const [name, form] of [
    ["until_NEWS_PUBLISH", { hold: "NEWS_PUBLISH" }],
    ["sectorUntil", { sectorId, sectorHold: "ACCOUNTS_MANAGE" }],
  ] as const) {
    const past = await post(id, { ...form, [name]: "2020-01-01", intent: "review" });
    const html = await past.text();
    expect([name, past.status, html.includes(`id="field-${name}-error"`), html.includes(">Given:")]).toEqual([name, 400, true, false]);
    expect((await post(id, { ...form, [name]: today, intent: "review" })).status).toBe(200);
  }
  // The day beside a right that is not ticked does not matter.
  expect((await post(id, { until_NEWS_PUBLISH: "2020-01-01", intent: "review" })).status).toBe(200);
});

test("rights that have run out have no tick, say when they ended, and are not among the changes", async () => {
  const { id } = await addPerson(site.backend, {
    role: "VOLUNTEER",
    permissions: ["NEWS_PUBLISH"],
    inSectors: [{ permission: "ACCOUNTS_MANAGE", sectorId }],
  });
  const { db } = site.backend.services;
  await db.update(permissionGrants).set({ expiresOn: "2026-01-31" }).where(eq(permissionGrants.userId, id));
  const page = await (await site.visit(`/en/dashboard/admin/permissions/${id}`, { cookie })).text();
  expect(page.match(/Ended on 31 January 2026/g)).toHaveLength(2);
  expect(page).not.toMatch(/<input(?=[^>]*name="(hold|inSector)")[^>]*checked/);
  expect(page).not.toContain('value="2026-01-31"');
  const list = await (await site.visit("/en/dashboard/admin/permissions?permission=", { cookie })).text();
  expect(list).not.toContain("31 January 2026");
  const nothing = await (await post(id, { intent: "review" })).text();
  expect([nothing.includes("Nothing changes."), nothing.includes(">Removed:")]).toEqual([true, false]);
  const again = { sectorId, sectorHold: "ACCOUNTS_MANAGE", sectorUntil: "2999-12-31" };
  expect((await post(id, { ...again, intent: "save" })).status).toBe(303);
  expect(await heldBy(id)).toEqual([["ACCOUNTS_MANAGE", sectorId, "2999-12-31"]]);
});

test("a coordinator exports the own team, with the right to, and is sent away without", async () => {
  const held = (permissions: ("ACCOUNTS_MANAGE" | "EXPORT_PERSONAL_DATA")[]) => permissions.map((permission) => ({ permission, sectorId }));
  const { cookie: exporter } = await signIn(site.backend, {
    role: "VOLUNTEER",
    inSectors: held(["ACCOUNTS_MANAGE", "EXPORT_PERSONAL_DATA"]),
  });
  const { cookie: reader } = await signIn(site.backend, { role: "VOLUNTEER", inSectors: held(["ACCOUNTS_MANAGE"]) });
  await addPerson(site.backend, { role: "BENEFICIARY", sectorId, lastName: "Kerguelen" });
  await addPerson(site.backend, { role: "BENEFICIARY", lastName: "Belle-Isle" });
  const path = "/dashboard/admin/users/beneficiaries";
  const answer = await site.visit(`${path}/export.csv`, { cookie: exporter });
  expect(answer.status).toBe(200);
  const file = await answer.text();
  expect([file.includes("Kerguelen"), file.includes("Belle-Isle")]).toEqual([true, false]);
  const refused = await site.visit(`${path}/export.csv`, { cookie: reader });
  expect([refused.status, refused.headers.get("location")]).toEqual([302, "/"]);
  for (const [who, offered] of [
    [exporter, true],
    [reader, false],
  ] as const)
    expect((await (await site.visit(path, { cookie: who })).text()).includes("export.csv")).toBe(offered);
});
