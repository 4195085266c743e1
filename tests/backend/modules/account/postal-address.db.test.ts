import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { registrations } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { noRegisters } from "#backend/ports/registers";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

const lilas = { addressLine: "12 rue des Lilas", postcode: "69003", city: "Lyon" };
const moulin = { addressLine: "4 rue du Moulin", postcode: "44000", city: "Nantes" };
const path = "/api/account/address";

async function registered(backend: TestBackend, address: Partial<typeof lilas> = lilas, about: Partial<Parameters<typeof signIn>[1]> = {}) {
  const person = await signIn(backend, { role: "VOLUNTEER", latitude: 1, longitude: 2, ...about });
  await backend.services.db.insert(registrations).values({ userId: person.id, kind: "volunteer", at: new Date(), ...address });
  const save = (json: unknown) => backend.request(path, { method: "PUT", cookie: person.cookie, json });
  const read = async () => (await backend.request(path, { cookie: person.cookie })).json();
  return { ...person, save, read };
}

test("people read and change the address they registered with; the change and its coordinates are stored, and recorded in the log", async () => {
  const place = async () => ({ latitude: 47.2, longitude: -1.5 });
  const backend = await backendForTest({ registers: { ...noRegisters, place, knowsAddresses: true } });
  const { db } = backend.services;
  const { id, save, read } = await registered(backend);
  const other = await registered(backend);
  expect(await read()).toEqual({ address: lilas, knowsAddresses: true });
  expect((await save(moulin)).status).toBe(200);
  expect(await read()).toEqual({ address: moulin, knowsAddresses: true });
  expect(await other.read()).toEqual({ address: lilas, knowsAddresses: true });
  const [user] = await db.select().from(users).where(eq(users.id, id));
  expect([user?.latitude, user?.longitude]).toEqual([47.2, -1.5]);
  const [line] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "user.edit_own")));
  expect([line?.actorId, line?.changes?.city]).toEqual([id, { before: "Lyon", after: "Nantes" }]);
});

test("without a geocoder the address is stored, and the previous coordinates are removed", async () => {
  const backend = await backendForTest();
  const { id, save, read } = await registered(backend);
  expect((await save(moulin)).status).toBe(200);
  expect(await read()).toEqual({ address: moulin, knowsAddresses: false });
  const [user] = await backend.services.db.select().from(users).where(eq(users.id, id));
  expect([user?.latitude, user?.longitude]).toEqual([null, null]);
});

test("a skipped one is empty; other roles have none; an invalid one is refused", async () => {
  const backend = await backendForTest();
  const invited = await registered(backend, {});
  expect((await invited.read()).address).toEqual({ addressLine: "", postcode: "", city: "" });
  expect((await invited.save({ ...moulin, postcode: "2A004" })).status).toBe(422);
  expect((await invited.save({ ...moulin, city: " " })).status).toBe(422);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  expect((await (await backend.request(path, { cookie })).json()).address).toBeNull();
  expect((await backend.request(path, { method: "PUT", cookie, json: moulin })).status).toBe(404);
  expect((await backend.request(path)).status).toBe(401);
});

test.each([
  ["who waits", { accountState: "to_validate" }, true],
  ["who is helped", { role: "BENEFICIARY" }, true],
  ["who volunteers, and would read how to reach the team", {}, false],
] as const)("the team of another address is that of somebody %s: %o %s", async (_, about, given) => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const [nantes] = await db.insert(sectors).values({ name: "Nantes", slug: "nantes", status: "published", postcode: "44000" }).returning();
  const { id, save } = await registered(backend, lilas, about);
  expect((await save(moulin)).status).toBe(200);
  const [user] = await db.select().from(users).where(eq(users.id, id));
  expect(user?.sectorId).toBe(given ? nantes?.id : null);
  const [line] = await db.select().from(auditLog).where(eq(auditLog.action, "user.edit_own"));
  expect(line?.changes?.sectorId).toEqual(given ? { after: nantes?.id } : undefined);
});
