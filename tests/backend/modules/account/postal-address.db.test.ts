import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { recordChange } from "#backend/audit/recording";
import { auditLog } from "#backend/modules/audit/tables";
import { registrations } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { noGeocoder } from "#backend/ports/geocoder";
import type { Permission } from "#contract/accounts/roles";
import type { AuditRow } from "#contract/law/audit";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

const lilas = { addressLine: "12 rue des Lilas", postcode: "69003", city: "Lyon" };
const moulin = { addressLine: "4 rue du Moulin", postcode: "44000", city: "Nantes" };
const path = "/api/account/address";

async function registered(backend: TestBackend, address: Partial<typeof lilas> = lilas, about: Partial<Parameters<typeof signIn>[1]> = {}) {
  const person = await signIn(backend, { role: "VOLUNTEER", latitude: 1, longitude: 2, ...about });
  await backend.services.db.insert(registrations).values({ userId: person.id, kind: "volunteer", at: new Date(), ...address });
  const read = async () => {
    const { address, ...rest } = await (await backend.request(path, { cookie: person.cookie })).json();
    if (!address) return { address, ...rest };
    const { version: _, ...parts } = address;
    return { address: parts, ...rest };
  };
  const versionOf = async () => (await (await backend.request(path, { cookie: person.cookie })).json()).address.version;
  const save = async (json: object) =>
    backend.request(path, { method: "PUT", cookie: person.cookie, json: { version: await versionOf(), ...json } });
  return { ...person, save, read, versionOf };
}

test("people read and change the address they registered with; the change and its coordinates are stored, and recorded in the log", async () => {
  const place = async () => ({ latitude: 47.2, longitude: -1.5 });
  const backend = await backendForTest({ geocoder: { ...noGeocoder, place, available: true } });
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

test("the log says that the address of somebody who is helped changed, and shows no value without the right to restricted data", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { lyon, nantes } = await twoSectors(backend);
  const student = await registered(backend, lilas, { role: "BENEFICIARY" });
  const volunteer = await registered(backend, lilas);
  // A row that an earlier version wrote.
  await recordChange(db, null, {
    action: "user.edit_own",
    entityType: "person",
    entityId: student.id,
    before: { ...moulin, sectorId: lyon },
    after: { ...lilas, sectorId: nantes },
  });
  expect((await student.save({ ...moulin, city: lilas.city })).status).toBe(200);
  expect((await volunteer.save(moulin)).status).toBe(200);
  const linesFor = async (permissions: Permission[], of: string) => {
    const { cookie } = await signIn(backend, { role: "ADMIN", permissions });
    const { items } = await (
      await backend.request(`/api/admin/audit-log?entityId=${of}&action=user.edit_own&order=asc`, { cookie })
    ).json();
    return items.map(({ fields, changes }: AuditRow) => ({ fields, changes }));
  };
  const [earlier, since] = await linesFor(["AUDIT_READ"], student.id);
  expect(earlier.fields).toEqual(["addressLine", "postcode", "city", "sectorId"]);
  expect(earlier.changes).toEqual({ sectorId: { before: lyon, after: nantes } });
  expect(since.fields).toEqual(["addressLine", "postcode", "sectorId"]);
  const [readable, stored] = await linesFor(["AUDIT_READ", "BENEFICIARY_READ_RESTRICTED"], student.id);
  expect(readable.changes.addressLine).toEqual({ before: moulin.addressLine, after: lilas.addressLine });
  expect(stored.changes).toEqual({ addressLine: { before: null }, postcode: { before: null }, sectorId: { after: nantes } });
  const [open] = await linesFor(["AUDIT_READ"], volunteer.id);
  expect(open.changes.city).toEqual({ before: "Lyon", after: "Nantes" });
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
  const { cookie } = await signIn(backend, { role: "DONATOR_INDIVIDUAL" });
  expect((await (await backend.request(path, { cookie })).json()).address).toBeNull();
  expect((await backend.request(path, { method: "PUT", cookie, json: { ...moulin, version: new Date().toISOString() } })).status).toBe(404);
  expect((await backend.request(path)).status).toBe(401);
});

test("an administrator whose account was created without a registration enters an address, and then changes it", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const read = async () => (await (await backend.request(path, { cookie })).json()).address;
  for (const address of [lilas, moulin]) {
    const { version } = await read();
    expect((await backend.request(path, { method: "PUT", cookie, json: { ...address, version } })).status).toBe(200);
    expect(await read()).toMatchObject(address);
  }
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

async function twoSectors({ services }: TestBackend) {
  const values = { status: "published" } as const;
  const [lyon] = await services.db
    .insert(sectors)
    .values({ ...values, name: "Lyon", slug: "lyon", postcode: "69003" })
    .returning();
  const [nantes] = await services.db
    .insert(sectors)
    .values({ ...values, name: "Nantes", slug: "nantes", postcode: "44000" })
    .returning();
  return { lyon: lyon?.id ?? "", nantes: nantes?.id ?? "" };
}

const teamOf = async ({ services }: TestBackend, id: string) =>
  (await services.db.select({ team: users.sectorId }).from(users).where(eq(users.id, id)))[0]?.team;

test("an address elsewhere moves nobody: it proposes the team of the postcode, which a student may join", async () => {
  const backend = await backendForTest();
  const { lyon, nantes } = await twoSectors(backend);
  const { id, cookie, save, versionOf } = await registered(backend, lilas, { role: "BENEFICIARY", sectorId: lyon });
  const proposal = async () => (await (await backend.request("/api/account/team", { cookie })).json()).proposal;
  const join = async (json: object) =>
    (await backend.request("/api/account/team", { method: "PUT", cookie, json: { version: await versionOf(), ...json } })).status;
  expect(await proposal()).toBeNull();
  expect(await (await save(moulin)).json()).toEqual({ joined: null, proposed: true });
  expect(await teamOf(backend, id)).toBe(lyon);
  expect(await proposal()).toEqual({ team: { id: lyon, name: "Lyon" }, nearby: { id: nantes, name: "Nantes" }, mayJoin: true });
  const elsewhere = (
    await backend.services.db.insert(sectors).values({ name: "Brest", slug: "brest", status: "published" }).returning()
  )[0];
  expect(await join({ sectorId: elsewhere?.id })).toBe(409);
  expect(await join({ sectorId: nantes, version: new Date(0).toISOString() })).toBe(409);
  expect(await teamOf(backend, id)).toBe(lyon);
  expect(await join({ sectorId: nantes })).toBe(200);
  expect(await teamOf(backend, id)).toBe(nantes);
  expect(await proposal()).toBeNull();
});

test("a volunteer whose account is open is not let into another team by an address", async () => {
  const backend = await backendForTest();
  const { lyon, nantes } = await twoSectors(backend);
  const { id, cookie, save, versionOf } = await registered(backend, lilas, { sectorId: lyon });
  expect(await (await save(moulin)).json()).toEqual({ joined: null, proposed: true });
  const { proposal } = await (await backend.request("/api/account/team", { cookie })).json();
  expect([proposal.nearby.id, proposal.mayJoin]).toEqual([nantes, false]);
  const json = { sectorId: nantes, version: await versionOf() };
  expect((await backend.request("/api/account/team", { method: "PUT", cookie, json })).status).toBe(409);
  expect(await teamOf(backend, id)).toBe(lyon);
});

test("an address is not saved over what staff changed meanwhile: the answer holds what is stored", async () => {
  const backend = await backendForTest();
  const { lyon } = await twoSectors(backend);
  const { id, save, versionOf } = await registered(backend, lilas, { role: "BENEFICIARY" });
  const begun = await versionOf();
  const admin = await signIn(backend, { role: "ADMIN" });
  const json = { list: "beneficiaries", selection: { ids: [id] }, dryRun: false, sectorId: lyon };
  expect((await backend.request("/api/admin/people/team", { method: "POST", cookie: admin.cookie, json })).status).toBe(200);
  const stale = await save({ ...moulin, version: begun });
  expect([stale.status, (await stale.json()).current]).toEqual([409, { ...lilas, version: await versionOf() }]);
  expect((await save(moulin)).status).toBe(200);
});
