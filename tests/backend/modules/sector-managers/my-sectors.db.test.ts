import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { auditLog } from "#backend/modules/audit/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import type { SectorOverview, sectorsApi } from "#contract/charity/sectors";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const opening = { weekday: 1, opensAt: "17:30", closesAt: "19:30", kind: "distribution", note: { fr: "" } };
const words = {
  slogan: { fr: "Quatre sacoches.", en: "Four bags." },
  presentation: { fr: "Nous roulons.", en: "We ride." },
  objectives: { fr: "" },
  zones: { fr: "Villejean", en: "Villejean" },
  bring: { fr: "" },
  addressLine: "3 cours du Vélo-Bleu",
  email: "rennes@maillon.example",
  phone: "02 61 91 13 31",
};

/** A team, and a volunteer who answers for it. */
async function managed(name: string) {
  const { id } = await publishContent(backend, "sectors", admin, { name, city: name, postcode: "35000" });
  const manager = await signIn(backend, { role: "VOLUNTEER", firstName: "Anouk", lastName: "Ferrand" });
  await backend.services.db.insert(sectorManagers).values({ sectorId: id, userId: manager.id });
  return { id, manager };
}

/** Every call about one sector, with what it answers. */
const calls = (id: string, cookie: string, version = 1) => {
  const ask = async (method: string, path: string, json?: unknown) =>
    (await backend.request(`/api/my-sectors/${id}${path}`, { method, cookie, json })).status;
  return async () => [
    await ask("GET", ""),
    await ask("GET", "/sheet"),
    await ask("GET", "/pdf"),
    await ask("PATCH", "", { ...words, version }),
    await ask("POST", "/hours", opening),
    await ask("DELETE", `/hours/${crypto.randomUUID()}`),
  ];
};
const none = [404, 404, 404, 404, 404, 404];

test("each endpoint is for managers of that sector, and not found for all others, whatever their role", async () => {
  const { id, manager } = await managed("Rennes");
  const other = await managed("Brest");
  expect(await calls(id, "")()).toEqual([401, 401, 401, 401, 401, 401]);
  for (const role of ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const { cookie } = await signIn(backend, { role, sectorId: id });
    expect([role, await calls(id, cookie)()]).toEqual([role, none]);
    const list = await backend.request("/api/my-sectors", { cookie });
    expect([role, list.status, await list.json()]).toEqual([role, 200, { items: [] }]);
  }
  expect(await calls(id, other.manager.cookie)()).toEqual(none);
  const { items } = (await (await backend.request("/api/my-sectors", { cookie: manager.cookie })).json()) as { items: { name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(["Rennes"]);
  const { version } = (await (await backend.request(`/api/my-sectors/${id}`, { cookie: manager.cookie })).json()) as { version: number };
  expect(await calls(id, manager.cookie, version)()).toEqual([200, 200, 200, 200, 200, 404]);
});

test("a person who is removed, or is no longer a volunteer, loses access at the next request", async () => {
  const { db } = backend.services;
  const { id, manager } = await managed("Dinard");
  const status = async () => (await backend.request(`/api/my-sectors/${id}`, { cookie: manager.cookie })).status;
  expect(await status()).toBe(200);
  expect((await backend.request(`/api/admin/sectors/${id}/managers/${manager.id}`, { method: "DELETE", cookie: admin })).status).toBe(200);
  expect([await status(), await calls(id, manager.cookie)()]).toEqual([404, none]);
  await db.insert(sectorManagers).values({ sectorId: id, userId: manager.id });
  expect(await status()).toBe(200);
  await db.update(users).set({ role: "DONATOR_INDIVIDUAL" }).where(eq(users.id, manager.id));
  expect(await calls(id, manager.cookie)()).toEqual(none);
});

test("a manager changes the texts and contact details of the team and nothing else, under their own name, with a version check", async () => {
  const { db } = backend.services;
  const { id, manager } = await managed("Vitré");
  const edit = (json: object) => backend.request(`/api/my-sectors/${id}`, { method: "PATCH", cookie: manager.cookie, json });
  const [before] = await db.select().from(sectors).where(eq(sectors.id, id));
  const version = before?.version ?? 0;
  const more = { name: "Autre", kind: "activity", parentId: id, postcode: "75001", latitude: 1, status: "archived" };
  const answer = await edit({ ...words, ...more, version });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ ...words, name: "Vitré", updatedBy: "Anouk Ferrand", english: "reviewed" }),
  ]);
  const [after] = await db.select().from(sectors).where(eq(sectors.id, id));
  expect(after).toMatchObject({
    name: "Vitré",
    kind: "local_team",
    parentId: null,
    postcode: "35000",
    latitude: null,
    status: "published",
    version: version + 1,
  });
  const late = await edit({ ...words, slogan: { fr: "Perdu" }, version });
  expect([late.status, await late.json()]).toEqual([
    409,
    expect.objectContaining({ current: expect.objectContaining({ version: version + 1, slogan: words.slogan }) }),
  ]);
  expect((await edit({ ...words, email: "rien", version: version + 1 })).status).toBe(422);
  const both = await Promise.all([edit({ ...words, version: version + 1 }), edit({ ...words, version: version + 1 })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [row] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "team.edit")))
    .orderBy(auditLog.seq);
  expect([row?.actorId, row?.fields.includes("slogan"), row?.fields.includes("name")]).toEqual([manager.id, true, false]);
});

test("a manager sees of another manager only what they agreed to", async () => {
  const { id, manager } = await managed("Fougères");
  for (const [firstName, shown] of [
    ["Inès", false],
    ["Malo", true],
  ] as const) {
    const person = await addPerson(backend, { role: "VOLUNTEER", firstName, lastName: "Garnier", phone: "0612345678" });
    await backend.services.db.insert(sectorManagers).values({ sectorId: id, userId: person.id, shown });
  }
  const { managers } = (await (await backend.request(`/api/my-sectors/${id}/sheet`, { cookie: manager.cookie })).json()) as SectorOverview;
  expect(managers.map(({ firstName, lastName, phone, email }) => [firstName, lastName, phone, email !== ""])).toEqual([
    ["Anouk", "", null, false],
    ["Inès", "", null, false],
    ["Malo", "Garnier", "0612345678", true],
  ]);
});

test("the poster has the next events, the impact totals, and the partners with a shop in its town", async () => {
  const { id, manager } = await managed("Saint-Malo");
  const partner = (name: string, towns: string) =>
    publishContent(backend, "partners", admin, { name, towns, description: { fr: "Pain." }, logoAlt: { fr: "" }, kind: "food" });
  await partner("Fournil", "Rennes ; saint-malo, Dinard");
  await partner("Épicerie", "Saint-Malo-de-Guersac");
  for (const [month, startsAt, endsAt] of [
    ["2026-01", "2099-01-10T18:30", "2099-01-10T20:00"],
    ["2026-02", "2098-01-10T18:30", "2098-01-10T20:00"],
  ]) {
    await publishContent(backend, "events", admin, { title: { fr: `Date de ${month}` }, startsAt, endsAt, sectorId: id });
    const json = { month, kits: 20, volunteerMinutes: 90, foodGrams: 1500 };
    expect((await backend.request(`/api/admin/sectors/${id}/records`, { method: "POST", cookie: admin, json })).status).toBe(201);
  }
  const sheet = (await (await backend.request(`/api/my-sectors/${id}/sheet`, { cookie: manager.cookie })).json()) as SectorOverview;
  expect(sheet.events.map(({ title }) => title.fr)).toEqual(["Date de 2026-02", "Date de 2026-01"]);
  expect([sheet.impactTotals, sheet.shops.map(({ name }) => name)]).toEqual([{ kits: 40, hours: 3, kilograms: 3 }, ["Fournil"]]);
});

test("the tree has for each sector its managers, its people, its next event, and its merge target", async () => {
  const { id, manager } = await managed("Lille");
  const under = await publishContent(backend, "sectors", admin, { name: "Roubaix", parentId: id, zones: { fr: "Épeule" } });
  const old = await publishContent(backend, "sectors", admin, { name: "Tourcoing" });
  await addPerson(backend, { role: "VOLUNTEER", sectorId: id });
  await addPerson(backend, { role: "BENEFICIARY", sectorId: id, accountState: "waiting" });
  for (const year of [2099, 2097])
    await publishContent(backend, "events", admin, { startsAt: `${year}-01-10T18:30`, endsAt: `${year}-01-10T20:00`, sectorId: id });
  expect(
    (await backend.request(`/api/admin/sectors/${old.id}/merge`, { method: "POST", cookie: admin, json: { intoId: id } })).status,
  ).toBe(200);
  const answer = await backend.request("/api/admin/sector-tree", { cookie: admin });
  const { items, more } = (await answer.json()) as z.infer<typeof sectorsApi.tree.response>;
  const line = (one: string) => items.find((item) => item.id === one);
  expect(more).toBe(false);
  expect(line(id)).toMatchObject({
    managers: [`${manager.firstName} Ferrand`],
    members: 1,
    nextDate: "2097-01-10T17:30:00.000Z",
    parentId: null,
    mergedInto: null,
  });
  expect(line(under.id)).toMatchObject({ parentId: id, members: 0, managers: [], nextDate: null, zones: { fr: "Épeule" } });
  expect(line(old.id)).toMatchObject({ status: "archived", mergedInto: "Lille" });
});
