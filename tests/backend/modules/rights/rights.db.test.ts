import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import type { Permission } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

const giving = "ADMIN_MANAGE_USERS_PERMISSIONS" as const;

function rightsOf(backend: TestBackend, cookie: string) {
  return (id: string, role: string, grants: (Permission | { permission: Permission; expiresOn: string })[], reason = "Essai") =>
    backend.request(`/api/admin/permissions/${id}`, {
      method: "PUT",
      cookie,
      json: { role, reason, grants: grants.map((one) => (typeof one === "string" ? { permission: one, expiresOn: null } : one)) },
    });
}

async function withGiver() {
  const backend = await backendForTest();
  const giver = await signIn(backend, { role: "ADMIN", permissions: [giving] });
  return { backend, giver, give: rightsOf(backend, giver.cookie) };
}

const heldBy = async ({ services }: TestBackend, id: string) =>
  (await services.db.select().from(permissionGrants).where(eq(permissionGrants.userId, id))).map(({ permission }) => permission).sort();

const meOf = (backend: TestBackend, cookie: string) => backend.request("/api/user/me", { cookie });

test("S6-002 rights are read and granted by ADMIN holding the permission, and by nobody else", async () => {
  const { backend, giver } = await withGiver();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id, cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER", permissions: [giving] });
  for (const who of [cookie, volunteer]) {
    expect((await backend.request("/api/admin/permissions", { cookie: who })).status).toBe(403);
    expect((await rightsOf(backend, who)(id, "ADMIN", [giving])).status).toBe(403);
  }
  expect((await backend.request("/api/admin/permissions", { cookie: giver.cookie })).status).toBe(200);
});

test("a right is effective at the next request, after a new login, and until its last day", async () => {
  const { backend, give } = await withGiver();
  const person = await signIn(backend, { role: "ADMIN" });
  expect((await give(person.id, "ADMIN", ["AUDIT_READ", { permission: "EXPORT_PERSONAL_DATA", expiresOn: "2999-12-31" }])).status).toBe(
    200,
  );
  expect((await meOf(backend, person.cookie)).status).toBe(401);
  const again = await cookiesOf(backend, person.id);
  expect(await (await meOf(backend, again)).json()).toMatchObject({ permissions: ["AUDIT_READ", "EXPORT_PERSONAL_DATA"] });
  await backend.services.db
    .update(permissionGrants)
    .set({ expiresOn: "2026-01-01" })
    .where(eq(permissionGrants.permission, "EXPORT_PERSONAL_DATA"));
  expect(await (await meOf(backend, again)).json()).toMatchObject({ permissions: ["AUDIT_READ"] });
  const past = await give(person.id, "ADMIN", [{ permission: "AUDIT_READ", expiresOn: "2020-01-01" }]);
  expect([past.status, await past.json()]).toMatchObject([422, { fieldErrors: { expiresOn: ["rights:expiresOn.past"] } }]);
});

test("a right may be given for today alone, not for yesterday", async () => {
  const { backend, give } = await withGiver();
  const { id } = await addPerson(backend, { role: "ADMIN" });
  const today = franceDay(backend.services.clock());
  const until = async (expiresOn: string) => (await give(id, "ADMIN", [{ permission: "AUDIT_READ", expiresOn }])).status;
  expect([await until(addDays(today, -1)), await until(today)]).toEqual([422, 200]);
});

test("a right that has run out does not stop other changes, whether it comes back with them or not", async () => {
  const { backend, give } = await withGiver();
  const { db, clock } = backend.services;
  const yesterday = addDays(franceDay(clock()), -1);
  const ended = { permission: "AUDIT_READ", expiresOn: yesterday } as const;
  for (const grants of [[ended, "EXPORT_PERSONAL_DATA"], ["EXPORT_PERSONAL_DATA"]] as const) {
    const { id } = await addPerson(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
    await db.update(permissionGrants).set({ expiresOn: yesterday }).where(eq(permissionGrants.userId, id));
    expect((await give(id, "ADMIN", [...grants])).status).toBe(200);
    expect(await heldBy(backend, id)).toEqual(grants.map((one) => (typeof one === "string" ? one : one.permission)).sort());
    expect((await give(id, "ADMIN", ["EXPORT_PERSONAL_DATA", { ...ended, expiresOn: addDays(yesterday, -1) }])).status).toBe(422);
  }
});

test("a form without the rights that have run out changes nothing when nothing else is changed", async () => {
  const { backend, give } = await withGiver();
  const { db, clock } = backend.services;
  const person = await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  await db
    .update(permissionGrants)
    .set({ expiresOn: addDays(franceDay(clock()), -1) })
    .where(eq(permissionGrants.userId, person.id));
  expect((await give(person.id, "ADMIN", [])).status).toBe(200);
  expect((await meOf(backend, person.cookie)).status).toBe(200);
});

test("those who may give rights are named while their right counts, oneself excepted", async () => {
  const { backend, giver } = await withGiver();
  const today = franceDay(backend.services.clock());
  const named = { role: "ADMIN", firstName: "Ines" } as const;
  const counts = await addPerson(backend, { ...named, lastName: "Aujourd’hui", permissions: [giving] });
  const ended = await addPerson(backend, { ...named, lastName: "Hier", permissions: [giving] });
  await addPerson(backend, { ...named, lastName: "Suspendue", permissions: [giving], accountState: "suspended" });
  const { db } = backend.services;
  await db.update(permissionGrants).set({ expiresOn: today }).where(eq(permissionGrants.userId, counts.id));
  await db
    .update(permissionGrants)
    .set({ expiresOn: addDays(today, -1) })
    .where(eq(permissionGrants.userId, ended.id));
  const { names } = await (await backend.request("/api/admin/right-givers", { cookie: giver.cookie })).json();
  expect(names).toEqual(["Ines Aujourd’hui"]);
});

test("people whose right has run out are not among those who hold it, nor does their page show it", async () => {
  const { backend, giver } = await withGiver();
  const ended = await addPerson(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  const holder = await addPerson(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  const yesterday = addDays(franceDay(backend.services.clock()), -1);
  await backend.services.db.update(permissionGrants).set({ expiresOn: yesterday }).where(eq(permissionGrants.userId, ended.id));
  const read = async (path: string) => (await backend.request(`/api/admin/${path}`, { cookie: giver.cookie })).json();
  const { items } = await read("permissions?permission=AUDIT_READ");
  expect(items.map(({ id }: { id: string }) => id)).toEqual([holder.id]);
  const shown = await Promise.all([ended, holder].map(async ({ id }) => (await read(`people/${id}`)).more.permissions));
  expect(shown).toEqual([[], ["AUDIT_READ"]]);
});

test("a person who has left is neither listed nor found among those who hold rights", async () => {
  const { backend, giver } = await withGiver();
  const left = await addPerson(backend, { role: "VOLUNTEER", accountState: "left", lastName: "Partie" });
  const here = await addPerson(backend, { role: "VOLUNTEER", lastName: "Restée" });
  const open = (path: string) => backend.request(`/api/admin/permissions${path}`, { cookie: giver.cookie });
  const { items } = await (await open("?everyone=yes")).json();
  expect(items.map(({ id }: { id: string }) => id).sort()).toEqual([giver.id, here.id].sort());
  expect([(await open(`/${left.id}`)).status, (await open(`/${here.id}`)).status]).toEqual([404, 200]);
});

test("the list begins with those who hold a right, also by their role; a search by name, or everyone, has the others too", async () => {
  const { backend, giver } = await withGiver();
  const volunteer = await addPerson(backend, { role: "VOLUNTEER", lastName: "Simplet" });
  const shown = async (query: string) => {
    const answer = await backend.request(`/api/admin/permissions${query}`, { cookie: giver.cookie });
    return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  const admin = await addPerson(backend, { role: "ADMIN", lastName: "Sansdroit" });
  expect((await shown("")).toSorted()).toEqual([giver.id, admin.id].toSorted());
  expect(await shown("?role=ADMIN")).toContain(admin.id);
  expect(await shown("?q=simplet")).toEqual([volunteer.id]);
  expect((await shown("?everyone=yes")).toSorted()).toEqual([giver.id, volunteer.id, admin.id].toSorted());
  expect(await shown("?everyone=yes&permission=AUDIT_READ")).toEqual([]);
});

test("nobody grants themselves a right, nor changes their own role", async () => {
  const { backend, giver, give } = await withGiver();
  expect((await give(giver.id, "ADMIN", [giving, "AUDIT_READ"])).status).toBe(403);
  expect((await give(giver.id, "VOLUNTEER", [])).status).toBe(403);
  expect(await heldBy(backend, giver.id)).toEqual([giving]);
});

test("a change of role removes the rights that it does not allow, ends the sessions, and is recorded with its reason", async () => {
  const { backend, give } = await withGiver();
  const person = await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  expect((await give(person.id, "VOLUNTEER", ["AUDIT_READ"], "Quitte la coordination")).status).toBe(200);
  expect(await heldBy(backend, person.id)).toEqual([]);
  expect((await meOf(backend, person.cookie)).status).toBe(401);
  const [row] = await backend.services.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, person.id), eq(auditLog.action, "user.rights")));
  expect([row?.reason, row?.changes]).toEqual([
    "Quitte la coordination",
    { role: { before: "ADMIN", after: "VOLUNTEER" }, permissions: { before: ["AUDIT_READ"], after: [] } },
  ]);
});

test("a right that the role does not allow is refused", async () => {
  const { backend, give } = await withGiver();
  const { id } = await addPerson(backend, { role: "VOLUNTEER" });
  expect((await give(id, "VOLUNTEER", ["AUDIT_READ"])).status).toBe(422);
  expect((await give(id, "VOLUNTEER", ["NEWS_PUBLISH"])).status).toBe(200);
  expect(await heldBy(backend, id)).toEqual(["NEWS_PUBLISH"]);
});

test("a person who becomes a beneficiary must complete a file", async () => {
  const { backend, give } = await withGiver();
  const { id } = await addPerson(backend, { role: "VOLUNTEER" });
  expect((await give(id, "BENEFICIARY", [])).status).toBe(200);
  const [row] = await backend.services.db.select().from(users).where(eq(users.id, id));
  expect([row?.role, row?.accountState]).toEqual(["BENEFICIARY", "waiting"]);
});

test("a student who gets another role before the file is sent waits for the team, without a yearly check", async () => {
  const { backend, giver, give } = await withGiver();
  await backend.services.db.insert(permissionGrants).values({ userId: giver.id, permission: "BENEFICIARY_READ_RESTRICTED" });
  const waiting = await addPerson(backend, { role: "BENEFICIARY", accountState: "waiting" });
  const yearly = await addPerson(backend, { role: "BENEFICIARY", annualVerificationNeeded: true });
  const donor = await addPerson(backend, { role: "BENEFICIARY", accountState: "waiting" });
  for (const { id } of [waiting, yearly]) expect((await give(id, "VOLUNTEER", [])).status).toBe(200);
  expect((await give(donor.id, "DONATOR_INDIVIDUAL", [])).status).toBe(200);
  const stateOf = async (id: string) => {
    const [row] = await backend.services.db.select().from(users).where(eq(users.id, id));
    return [row?.role, row?.accountState, row?.annualVerificationNeeded];
  };
  expect(await stateOf(waiting.id)).toEqual(["VOLUNTEER", "to_validate", false]);
  expect(await stateOf(yearly.id)).toEqual(["VOLUNTEER", "validated", false]);
  // A new account of a donor waits for nobody; this one has begun a file.
  expect(await stateOf(donor.id)).toEqual(["DONATOR_INDIVIDUAL", "to_validate", false]);
  const queue = await backend.request("/api/admin/people/pending-approval", { cookie: giver.cookie });
  expect((await queue.json()).items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([waiting.id, donor.id]));
});

test("the last person who may grant rights keeps them, their role and their account, by any route", async () => {
  const { backend, giver } = await withGiver();
  const { db } = backend.services;
  const attempts = [
    () => db.delete(permissionGrants).where(eq(permissionGrants.userId, giver.id)),
    () => db.update(permissionGrants).set({ expiresOn: "2999-12-31" }).where(eq(permissionGrants.userId, giver.id)),
    () => db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, giver.id)),
    () => db.update(users).set({ accountState: "suspended" }).where(eq(users.id, giver.id)),
    () => db.update(users).set({ accountState: "left" }).where(eq(users.id, giver.id)),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ cause: { constraint: "last_permission_holder" } });
});

test.skipIf(!serverUrl)("two holders who revoke each other's right at the same time: one of them keeps it", async () => {
  const backend = await backendForTest();
  for (let round = 0; round < 10; round += 1) {
    const [one, two] = [
      await signIn(backend, { role: "ADMIN", permissions: [giving] }),
      await signIn(backend, { role: "ADMIN", permissions: [giving] }),
    ];
    const others = await backend.services.db.select().from(permissionGrants).where(eq(permissionGrants.permission, giving));
    for (const { userId } of others) {
      if (userId === one.id || userId === two.id) continue;
      await backend.services.db.delete(permissionGrants).where(eq(permissionGrants.userId, userId));
    }
    const answers = await Promise.all([
      rightsOf(backend, one.cookie)(two.id, "ADMIN", []),
      rightsOf(backend, two.cookie)(one.id, "ADMIN", []),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([401, 403, 409]).toContain(statuses[1]);
    expect((await backend.services.db.select().from(permissionGrants).where(eq(permissionGrants.permission, giving))).length).toBe(1);
  }
});
