import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import type { Grant } from "#contract/accounts/rights";
import type { Permission } from "#contract/accounts/roles";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let giver: string;
beforeAll(async () => {
  backend = await startBackend();
  giver = (await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] })).cookie;
});
afterAll(() => backend.close());

let sectorCount = 0;

async function addTeam(name: string, more: Partial<typeof sectors.$inferInsert> = {}) {
  sectorCount += 1;
  const [team] = await backend.services.db
    .insert(sectors)
    .values({ kind: "local_team", status: "published", slug: `equipe-${sectorCount}`, name, position: 900 + sectorCount, ...more })
    .returning();
  if (!team) throw new Error("the team was not added");
  return team;
}

const give = (id: string, role: string, grants: (Pick<Grant, "permission"> & Partial<Grant>)[], reason = "Essai", cookie = giver) =>
  backend.request(`/api/admin/permissions/${id}`, {
    method: "PUT",
    cookie,
    json: { role, reason, grants: grants.map((one) => ({ sectorId: null, expiresOn: null, ...one })) },
  });

const heldBy = (id: string) =>
  backend.services.db
    .select({ permission: permissionGrants.permission, sectorId: permissionGrants.sectorId, expiresOn: permissionGrants.expiresOn })
    .from(permissionGrants)
    .where(eq(permissionGrants.userId, id))
    .orderBy(permissionGrants.permission, permissionGrants.sectorId);

test("a right is given in several teams, shown with their names, and taken away in one", async () => {
  const [one, two] = [await addTeam("Alençon"), await addTeam("Bayeux")];
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const inOne = { permission: "ACCOUNTS_MANAGE", sectorId: one.id, expiresOn: "2999-12-31" } as const;
  const inTwo = { permission: "ACCOUNTS_MANAGE", sectorId: two.id } as const;
  expect((await give(person.id, "VOLUNTEER", [inOne, inTwo, { permission: "NEWS_PUBLISH" }])).status).toBe(200);
  const row = await (await backend.request(`/api/admin/permissions/${person.id}`, { cookie: giver })).json();
  expect(row.grants).toMatchObject([
    { permission: "NEWS_PUBLISH", sector: null },
    { permission: "ACCOUNTS_MANAGE", sector: "Alençon", expiresOn: "2999-12-31" },
    { permission: "ACCOUNTS_MANAGE", sector: "Bayeux" },
  ]);
  expect(row.sectors.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["Alençon", "Bayeux"]));
  expect((await give(person.id, "VOLUNTEER", [inTwo])).status).toBe(200);
  expect(await heldBy(person.id)).toEqual([{ ...inTwo, expiresOn: null }]);
});

test("the person is notified of the rights that they hold now, and the log has them with the name of the team", async () => {
  const team = await addTeam("Chinon");
  const person = await addPerson(backend, { role: "VOLUNTEER", locale: "en" });
  await give(person.id, "VOLUNTEER", [{ permission: "ACCOUNTS_MANAGE", sectorId: team.id, expiresOn: "2999-12-31" }]);
  const mails = await backend.services.db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.userId, person.id), eq(outgoingMails.topic, "rights_changed")));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("Look after accounts, Chinon (until 31 December 2999)");
  expect(mails[0]?.text).toContain("Your role: volunteer.");
  const [row] = await backend.services.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, person.id), eq(auditLog.action, "user.rights")));
  expect(row?.changes).toEqual({ permissions: { before: [], after: ["ACCOUNTS_MANAGE (Chinon) → 2999-12-31"] } });
});

test("a right is refused in a team to a role, a team or a permission that does not allow it", async () => {
  const [open, closed] = [await addTeam("Dinan"), await addTeam("Évron", { status: "archived" })];
  const activity = await addTeam("Flers", { kind: "activity" });
  const { id } = await addPerson(backend, { role: "VOLUNTEER" });
  const statuses = async (role: string, permission: Grant["permission"], sectorId: string | null) =>
    (await give(id, role, [{ permission, sectorId }])).status;
  expect(await statuses("BENEFICIARY", "ACCOUNTS_MANAGE", open.id)).toBe(422);
  expect(await statuses("VOLUNTEER", "ACCOUNTS_MANAGE", null)).toBe(422);
  expect(await statuses("VOLUNTEER", "BENEFICIARY_READ_RESTRICTED", null)).toBe(422);
  for (const permission of ["NEWS_PUBLISH", "AUDIT_READ", "ADMIN_MANAGE_USERS_PERMISSIONS"] as const)
    expect([permission, await statuses("VOLUNTEER", permission, open.id)]).toEqual([permission, 422]);
  for (const sectorId of [closed.id, activity.id, crypto.randomUUID()]) {
    const answer = await give(id, "VOLUNTEER", [{ permission: "ACCOUNTS_MANAGE", sectorId }]);
    expect([answer.status, await answer.json()]).toMatchObject([422, { fieldErrors: { sectorId: ["rights:inSector.closed"] } }]);
  }
  const twice = { permission: "ACCOUNTS_MANAGE", sectorId: open.id } as const;
  expect((await give(id, "VOLUNTEER", [twice, { ...twice, expiresOn: "2999-12-31" }])).status).toBe(422);
  expect(await heldBy(id)).toEqual([]);
});

test("a new role takes away the rights in teams that it does not allow", async () => {
  const team = await addTeam("Granville");
  const grants = (["ACCOUNTS_MANAGE", "BENEFICIARY_READ_RESTRICTED"] as const).map((permission) => ({ permission, sectorId: team.id }));
  const { id } = await addPerson(backend, { role: "VOLUNTEER", inSectors: grants });
  expect((await give(id, "ADMIN", grants)).status).toBe(200);
  expect((await heldBy(id)).map(({ permission }) => permission)).toEqual(["BENEFICIARY_READ_RESTRICTED"]);
});

test("the database holds a right once in a team, and only those that may be limited to one", async () => {
  const team = await addTeam("Honfleur");
  const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
  const insert = (permission: Grant["permission"], sectorId: string | null) =>
    backend.services.db.insert(permissionGrants).values({ userId, permission, sectorId });
  const constraintOf = async (made: PromiseLike<unknown>) => {
    try {
      await made;
      return null;
    } catch (error) {
      return (error as { cause?: { constraint?: string } }).cause?.constraint;
    }
  };
  expect(await constraintOf(insert("ACCOUNTS_MANAGE", team.id))).toBe(null);
  expect(await constraintOf(insert("ACCOUNTS_MANAGE", team.id))).toBe("permission_grants_one");
  expect(await constraintOf(insert("NEWS_PUBLISH", null))).toBe(null);
  expect(await constraintOf(insert("NEWS_PUBLISH", null))).toBe("permission_grants_one");
  expect(await constraintOf(insert("AUDIT_READ", team.id))).toBe("permission_grants_in_sector");
  expect(await constraintOf(insert("ACCOUNTS_MANAGE", null))).toBe("permission_grants_everywhere");
  expect(await constraintOf(insert("ACCOUNTS_MANAGE", crypto.randomUUID()))).toBe("permission_grants_sector_id_sectors_id_fk");
});

test("rights in a team that is merged end, are announced by the page, and their holders are notified", async () => {
  const [from, into] = [await addTeam("Issoire"), await addTeam("Jarnac")];
  const grants = [from, into].map(({ id: sectorId }) => ({ permission: "ACCOUNTS_MANAGE" as const, sectorId }));
  const holder = await signIn(backend, { role: "VOLUNTEER", sectorId: from.id, inSectors: grants.slice(0, 1) });
  const both = await signIn(backend, { role: "VOLUNTEER", inSectors: grants });
  const former = await addPerson(backend, { role: "VOLUNTEER", inSectors: grants.slice(0, 1) });
  await backend.services.db.update(permissionGrants).set({ expiresOn: "2026-01-31" }).where(eq(permissionGrants.userId, former.id));
  const student = await addPerson(backend, { role: "BENEFICIARY", sectorId: from.id });
  const there = await addPerson(backend, { role: "BENEFICIARY", sectorId: into.id });
  const plan = await (await backend.request(`/api/admin/sectors/${from.id}/merge?into=${into.id}`, { cookie: giver })).json();
  expect(plan.plan).toMatchObject({ ended: 2, moves: [{ part: "people", count: 2 }] });
  const merged = await backend.request(`/api/admin/sectors/${from.id}/merge`, { method: "POST", cookie: giver, json: { intoId: into.id } });
  expect(merged.status).toBe(200);
  expect(await heldBy(holder.id)).toEqual([]);
  for (const { id } of [student, there])
    expect((await backend.request(`/api/admin/people/${id}/review`, { cookie: holder.cookie })).status).toBe(403);
  const notified = and(eq(outgoingMails.userId, holder.id), eq(outgoingMails.topic, "rights_changed"));
  expect(await backend.services.db.$count(outgoingMails, notified)).toBe(1);
  const logged = and(eq(auditLog.entityId, holder.id), eq(auditLog.action, "user.rights"));
  expect(await backend.services.db.$count(auditLog, logged)).toBe(1);
  expect(await heldBy(former.id)).toEqual([]);
  expect(await backend.services.db.$count(outgoingMails, eq(outgoingMails.userId, former.id))).toBe(0);
  expect(await backend.services.db.$count(auditLog, eq(auditLog.entityId, former.id))).toBe(0);
  expect(await heldBy(both.id)).toMatchObject([{ sectorId: into.id }]);
  const ofBoth = and(eq(auditLog.entityId, both.id), eq(auditLog.action, "user.rights"));
  const [row] = await backend.services.db.select().from(auditLog).where(ofBoth);
  const retained = "ACCOUNTS_MANAGE (Jarnac)";
  expect(row?.changes).toEqual({ permissions: { before: ["ACCOUNTS_MANAGE (Issoire)", retained], after: [retained] } });
  expect(await backend.services.db.$count(users, and(eq(users.id, student.id), sql`${users.sectorId} = ${into.id}`))).toBe(1);
});

test("a student without a file gets no other role from somebody who may not read their data", async () => {
  const [theirs, other] = [await addTeam("Kergloff"), await addTeam("Laval")];
  const giverWith = (permissions: Permission[], inSectors: { permission: Permission; sectorId: string }[] = []) =>
    signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS", ...permissions], inSectors });
  const reading = (sectorId: string) => ({ permission: "BENEFICIARY_READ_RESTRICTED" as const, sectorId });
  const [without, elsewhere, here, everywhere] = [
    await giverWith([]),
    await giverWith([], [reading(other.id)]),
    await giverWith([], [reading(theirs.id)]),
    await giverWith(["BENEFICIARY_READ_RESTRICTED"]),
  ];
  const student = { role: "BENEFICIARY", birthDate: "2004-05-06" } as const;
  const [inTeam, inNone] = [
    await addPerson(backend, { ...student, sectorId: theirs.id }),
    await addPerson(backend, { ...student, sectorId: null }),
  ];
  const birthDate = async (id: string, cookie: string) =>
    (await (await backend.request(`/api/admin/people/${id}`, { cookie })).json()).more.birthDate;
  const turn = async (id: string, cookie: string, role = "VOLUNTEER") => {
    const answer = await give(id, role, [], "Essai", cookie);
    return answer.status === 200 ? 200 : (await answer.json()).fieldErrors;
  };
  const refused = { role: ["rights:roleRestricted"] };
  for (const { cookie } of [without, elsewhere])
    for (const { id } of [inTeam, inNone])
      expect([await turn(id, cookie), await turn(id, cookie, "ADMIN"), await birthDate(id, cookie)]).toEqual([refused, refused, null]);
  expect(await turn(inTeam.id, without.cookie, "BENEFICIARY")).toBe(200);
  expect([await turn(inNone.id, here.cookie), await turn(inTeam.id, here.cookie)]).toEqual([refused, 200]);
  expect(await turn(inNone.id, everywhere.cookie)).toBe(200);
});
