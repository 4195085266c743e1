import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Actor } from "#backend/http/actor";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { correctAddress } from "#backend/modules/people/contact-details";
import { emailVerifications, registrations } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import type { StoredAddress } from "#contract/accounts/account";
import type { Permission } from "#contract/accounts/roles";
import { backendForTest } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { tokenFor } from "#tests/support/registration";

const place = { addressLine: "3 rue des Lilas", postcode: "69001", city: "Lyon" };

async function office(permissions: Permission[] = []) {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN", permissions });
  const call = (method: string, id: string, what: "address" | "email", json?: object) =>
    backend.request(`/api/admin/people/${id}/${what}`, { method, cookie: admin.cookie, json });
  const addressOf = async (id: string) => ((await (await call("GET", id, "address")).json()) as { address: StoredAddress | null }).address;
  const mailsAbout = async (id: string) =>
    (await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, id))).map(({ topic, recipient }) => [
      topic,
      recipient,
    ]);
  return { backend, db: backend.services.db, admin, call, addressOf, mailsAbout };
}

test("staff correct the address of a donor who never gave one, who is notified; a form that is out of date is refused", async () => {
  const { backend, db, call, addressOf, mailsAbout } = await office();
  const donor = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const before = await addressOf(donor.id);
  expect(before).toMatchObject({ addressLine: "", postcode: "", city: "" });
  expect((await call("PUT", donor.id, "address", { ...place, version: before?.version })).status).toBe(200);
  expect(await addressOf(donor.id)).toMatchObject(place);
  const stored = await db.select().from(registrations).where(eq(registrations.userId, donor.id));
  expect(stored).toMatchObject([{ kind: "individual", ...place }]);
  expect(await mailsAbout(donor.id)).toEqual([["profile_changed", donor.email]]);
  expect((await call("PUT", donor.id, "address", { ...place, version: before?.version })).status).toBe(409);
  const version = (await addressOf(donor.id))?.version;
  expect((await call("PUT", donor.id, "address", { ...place, version })).status).toBe(200);
  expect(await mailsAbout(donor.id)).toHaveLength(1);
});

test("the geocoder answers before a connection is held for the change", async () => {
  const { backend, admin } = await office();
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const { services } = backend;
  const steps: string[] = [];
  const db = Object.assign(Object.create(services.db) as typeof services.db, {
    transaction: ((...args: Parameters<typeof services.db.transaction>) => {
      steps.push("transaction");
      return services.db.transaction(...args);
    }) as typeof services.db.transaction,
  });
  const geocoder = {
    ...services.geocoder,
    place: async () => {
      steps.push("geocoder");
      return null;
    },
  };
  const actor = { id: admin.id, role: "ADMIN", permissions: [], extraData: { sectorGrants: [] } } as unknown as Actor;
  const version = (await services.db.select().from(users).where(eq(users.id, person.id)))[0]?.updatedAt.toISOString() ?? "";
  await correctAddress({ ...services, db, geocoder }, actor, person.id, { ...place, version });
  expect(steps).toEqual(["geocoder", "transaction"]);
});

test("the address of a student is withheld from whoever lacks the right, and its values stay out of the log", async () => {
  const closed = await office();
  const hidden = await addPerson(closed.backend, { role: "BENEFICIARY" });
  expect(await closed.addressOf(hidden.id)).toBeNull();
  const version = (await closed.db.select().from(users).where(eq(users.id, hidden.id)))[0]?.updatedAt.toISOString();
  await closed.db.insert(registrations).values({ userId: hidden.id, kind: "beneficiary", at: new Date(), ...place });
  for (const read of [version, new Date(0).toISOString()]) {
    const answer = await closed.call("PUT", hidden.id, "address", {
      addressLine: "1 rue Neuve",
      postcode: "75001",
      city: "Paris",
      version: read,
    });
    expect([answer.status, (await answer.text()).includes("Lilas")]).toEqual([403, false]);
  }
  const { backend, db, call, addressOf } = await office(["BENEFICIARY_READ_RESTRICTED"]);
  const student = await addPerson(backend, { role: "BENEFICIARY" });
  const before = await addressOf(student.id);
  expect((await call("PUT", student.id, "address", { ...place, version: before?.version })).status).toBe(200);
  const entries = await db.select().from(auditLog).where(eq(auditLog.entityId, student.id));
  expect(entries.map(({ action }) => action)).toEqual(["user.read_restricted", "user.edit"]);
  expect(JSON.stringify(entries)).not.toContain("Lilas");
});

test("another email address counts once its link is opened, the current one is notified before, and one that has an account gets no link", async () => {
  const { backend, db, call, mailsAbout } = await office();
  const person = await addPerson(backend, { role: "VOLUNTEER", email: "lina@old.example" });
  const known = await addPerson(backend, { role: "VOLUNTEER" });
  expect((await call("POST", person.id, "email", { email: "LINA@old.example" })).status).toBe(422);
  expect((await call("POST", person.id, "email", { email: "lina@new.example" })).status).toBe(200);
  expect((await mailsAbout(person.id)).toSorted()).toEqual([
    ["email_change", "lina@new.example"],
    ["email_change_asked", "lina@old.example"],
  ]);
  const emailOf = async () => (await db.select().from(users).where(eq(users.id, person.id)))[0]?.email;
  expect(await emailOf()).toBe("lina@old.example");
  const token = await tokenFor(backend, "lina@new.example", "email_change");
  await backend.request("/api/registration/email-verification", { method: "POST", json: { token } });
  expect(await emailOf()).toBe("lina@new.example");
  expect(await mailsAbout(person.id)).toContainEqual(["email_changed", "lina@old.example"]);
  expect((await call("POST", person.id, "email", { email: known.email })).status).toBe(200);
  expect((await mailsAbout(person.id)).map(([, to]) => to)).not.toContain(known.email);
  expect(await mailsAbout(known.id)).toEqual([["email_known", known.email]]);
});

test("the email address of a student, or of whoever holds a right, is not changed by an administrator whose rights open less", async () => {
  const { backend, db, admin, call, mailsAbout } = await office();
  const student = await addPerson(backend, { role: "BENEFICIARY" });
  const [lyon] = await db.insert(sectors).values({ slug: "lyon", name: "Lyon" }).returning();
  const inSectors = [{ permission: "BENEFICIARY_READ_RESTRICTED" as const, sectorId: lyon?.id ?? "" }];
  const holder = await addPerson(backend, { role: "VOLUNTEER", inSectors });
  const profileOf = (id: string) => backend.request(`/api/admin/people/${id}/profile`, { cookie: admin.cookie });
  for (const { id } of [student, holder]) {
    expect((await call("POST", id, "email", { email: "mine@example.org" })).status).toBe(403);
    expect(await mailsAbout(id)).toEqual([]);
    expect(await (await profileOf(id)).json()).toMatchObject({ mayChangeEmail: false, emailIsConfirmed: true });
  }
  await db.update(permissionGrants).set({ expiresOn: "2020-01-01" }).where(eq(permissionGrants.userId, holder.id));
  expect(await (await profileOf(holder.id)).json()).toMatchObject({ mayChangeEmail: true });
  expect((await call("POST", holder.id, "email", { email: "mine@example.org" })).status).toBe(200);
  const reader = await office(["BENEFICIARY_READ_RESTRICTED"]);
  const known = await addPerson(reader.backend, { role: "BENEFICIARY" });
  expect((await reader.call("POST", known.id, "email", { email: "theirs@example.org" })).status).toBe(200);
});

test("a mistyped address that was never confirmed is corrected with the link of the registration, without a notice to it", async () => {
  const { backend, db, call, mailsAbout } = await office();
  const person = await addPerson(backend, { role: "VOLUNTEER", accountState: "registered", emailVerifiedAt: null });
  expect((await call("POST", person.id, "email", { email: "right@example.org" })).status).toBe(200);
  expect(await mailsAbout(person.id)).toEqual([["email_verification", "right@example.org"]]);
  expect(await db.$count(emailVerifications, eq(emailVerifications.userId, person.id))).toBe(1);
  const token = await tokenFor(backend, "right@example.org", "email_verification");
  await backend.request("/api/registration/email-verification", { method: "POST", json: { token } });
  const changed = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, person.id), eq(auditLog.action, "user.email_change")));
  expect(changed.map(({ changes }) => changes)).toEqual([{ email: { before: person.email, after: "right@example.org" } }]);
});

test("staff change their own address in the settings, that of an administrator where they give rights, and nobody's who left", async () => {
  const { backend, admin, call } = await office();
  const json = { email: "other@example.org" };
  const [colleague, gone] = [
    await addPerson(backend, { role: "ADMIN" }),
    await addPerson(backend, { role: "VOLUNTEER", accountState: "left" }),
  ];
  const statuses = async (ids: string[]) => Promise.all(ids.map(async (id) => (await call("POST", id, "email", json)).status));
  expect(await statuses([admin.id, colleague.id, gone.id])).toEqual([403, 403, 404]);
  const giver = await office(["ADMIN_MANAGE_USERS_PERMISSIONS"]);
  const other = await addPerson(giver.backend, { role: "ADMIN" });
  expect((await giver.call("POST", other.id, "email", json)).status).toBe(200);
});
