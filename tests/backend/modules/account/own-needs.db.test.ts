import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { consents } from "#backend/modules/privacy/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { agreeToAllergies } from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { StoredNeeds } from "#contract/accounts/own-needs";
import type { PersonRecord } from "#contract/accounts/people";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { completeSteps, fillIn, makeAccount } from "#tests/support/registration";

const nuts = "needle-nuts";

async function aStudent(backend: TestBackend) {
  const student = await signIn(backend, { role: "BENEFICIARY" });
  const { cookie, id } = student;
  const needs = async () => (await (await backend.request("/api/account/needs", { cookie })).json()) as StoredNeeds;
  const put = async (path: string, json: object) =>
    backend.request(`/api/account/${path}`, { method: "PUT", cookie, json: { version: (await needs()).version, ...json } });
  const withdraw = () => backend.request("/api/account/allergies", { method: "DELETE", cookie });
  const stored = async () => (await backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id)))[0];
  return { ...student, needs, put, withdraw, stored };
}

const choicesOf = ({ services }: TestBackend, userId: string) =>
  services.db
    .select({ given: consents.given, version: consents.textVersion })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.purpose, "allergies")))
    .orderBy(asc(consents.at));

describe("what a student eats and wears", () => {
  test("is stored and read by its owner; allergies take a consent, and go with it at once", async () => {
    const time = testClock();
    const backend = await backendForTest({ clock: time.clock });
    const { id, needs, put, withdraw, stored } = await aStudent(backend);
    expect(await needs()).toEqual({ diets: [], size: null, allergies: null, agreedAt: null, version: null });
    expect((await put("needs", { diets: ["porkFree"], size: "M" })).status).toBe(200);
    const refused = await put("allergies", { allergies: nuts });
    expect([refused.status, Object.keys((await refused.json()).fieldErrors)]).toEqual([422, ["agreed"]]);
    expect([(await stored())?.allergies, await choicesOf(backend, id)]).toEqual([null, []]);
    time.pass(60);
    expect(await (await put("allergies", { allergies: nuts, agreed: true })).json()).toEqual({ stored: true });
    expect(await needs()).toMatchObject({ diets: ["porkFree"], size: "M", allergies: nuts, agreedAt: time.clock().toISOString() });
    time.pass(60);
    // The consent stands: another text takes no other.
    expect((await put("allergies", { allergies: `${nuts} and milk` })).status).toBe(200);
    expect(await choicesOf(backend, id)).toEqual([{ given: true, version: 1 }]);
    time.pass(60);
    expect((await withdraw()).status).toBe(200);
    expect([(await stored())?.allergies, (await needs()).agreedAt]).toEqual([null, null]);
    expect((await withdraw()).status).toBe(200);
    expect((await choicesOf(backend, id)).map(({ given }) => given)).toEqual([true, false]);
    time.pass(60);
    await put("allergies", { allergies: nuts, agreed: true });
    time.pass(60);
    expect(await (await put("allergies", { allergies: "" })).json()).toEqual({ stored: false });
    expect([(await stored())?.allergies, (await choicesOf(backend, id)).at(-1)?.given]).toEqual([null, false]);
  });

  test("the log says that it changed, and no value", async () => {
    const backend = await backendForTest();
    const { id, put, withdraw } = await aStudent(backend);
    await put("needs", { diets: ["porkFree", "vegan"], size: "M" });
    await put("allergies", { allergies: nuts, agreed: true });
    await withdraw();
    const rows = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(asc(auditLog.seq));
    expect(rows.map(({ action, fields }) => [action, fields])).toEqual([
      ["user.edit_own", ["diets", "size"]],
      ["user.edit_own", ["allergies"]],
      ["user.withdraw_consent", ["allergies"]],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/needle|porkFree|vegan|"M"/);
    expect(JSON.stringify(backend.logged)).not.toContain(nuts);
  });

  test("a form that began before another change is refused, with what is stored", async () => {
    const time = testClock();
    const backend = await backendForTest({ clock: time.clock });
    const { needs, put } = await aStudent(backend);
    expect((await put("needs", { diets: ["vegan"], version: new Date(0).toISOString() })).status).toBe(409);
    await put("needs", { diets: ["vegan"] });
    const { version } = await needs();
    time.pass(1);
    await put("needs", { diets: ["vegetarian"] });
    for (const [path, json] of [
      ["needs", { diets: [] }],
      ["allergies", { allergies: nuts, agreed: true }],
    ] as const) {
      const stale = await put(path, { ...json, version });
      expect([path, stale.status, (await stale.json()).current.diets]).toEqual([path, 409, ["vegetarian"]]);
    }
    expect(await needs()).toMatchObject({ diets: ["vegetarian"], allergies: null, agreedAt: null });
  });

  test("the database takes no allergies without a consent, and erases them whoever records its end", async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    const { id } = await addPerson(backend, { role: "BENEFICIARY" });
    const add = () => db.insert(beneficiaryFiles).values({ userId: id, allergies: nuts });
    await expect(add()).rejects.toThrow();
    await agreeToAllergies(db, id, new Date("2026-01-01"));
    await add();
    await db.insert(consents).values({ userId: id, purpose: "allergies", given: false, textVersion: 1, at: new Date("2026-01-02") });
    expect((await db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id)))[0]?.allergies).toBeNull();
    const again = db.update(beneficiaryFiles).set({ allergies: nuts }).where(eq(beneficiaryFiles.userId, id));
    await expect(again).rejects.toThrow();
  });

  test("what was consented to in an earlier text is shown to nobody", async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    const { id, needs } = await aStudent(backend);
    await db.insert(consents).values({ userId: id, purpose: "allergies", given: true, textVersion: 0 });
    await db.insert(beneficiaryFiles).values({ userId: id, allergies: nuts });
    expect(await needs()).toMatchObject({ allergies: null, agreedAt: null });
  });

  test("whoever is no student any more withdraws all the same; nobody else has such a page", async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    const { id, cookie, put, withdraw, stored } = await aStudent(backend);
    await put("allergies", { allergies: nuts, agreed: true });
    await db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, id));
    expect((await backend.request("/api/account/needs", { cookie })).status).toBe(403);
    expect((await withdraw()).status).toBe(200);
    expect((await stored())?.allergies).toBeNull();
    const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL" });
    for (const path of ["needs", "volunteering"])
      expect((await backend.request(`/api/account/${path}`, { cookie: donor.cookie })).status).toBe(403);
  });

  test.skipIf(!serverUrl)("a withdrawal at the moment of a change leaves no allergies without a consent", async () => {
    const backend = await backendForTest();
    for (let round = 0; round < 12; round += 1) {
      const { id, put, withdraw, stored } = await aStudent(backend);
      await put("allergies", { allergies: nuts, agreed: true });
      const answers = await Promise.all([
        put("allergies", { allergies: `${nuts} ${round}` }),
        withdraw(),
        put("allergies", { allergies: nuts }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
      expect([(await stored())?.allergies, (await choicesOf(backend, id)).at(-1)?.given]).toEqual([null, false]);
    }
  });
});

describe("a registration", () => {
  test("stores allergies with the consent that it asked for, and refuses them without", async () => {
    const backend = await backendForTest();
    const needs = { diets: ["vegan"], allergies: nuts };
    await expect(fillIn(backend, "beneficiary", { needs })).rejects.toThrow("allergiesAgreed");
    const cookie = await fillIn(backend, "beneficiary", { needs: { ...needs, allergiesAgreed: true } });
    expect((await makeAccount(backend, cookie, "nour@maillon.example")).status).toBe(201);
    const [user] = await backend.services.db.select().from(users).where(eq(users.email, "nour@maillon.example"));
    const id = user?.id ?? "";
    expect(await choicesOf(backend, id)).toEqual([{ given: true, version: 1 }]);
    const [file] = await backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id));
    expect(file).toMatchObject({ diets: ["vegan"], allergies: nuts });
    const other = await fillIn(backend, "beneficiary", {
      needs: { ...completeSteps.beneficiary.needs, allergies: "", allergiesAgreed: true },
    });
    expect((await makeAccount(backend, other, "lina@maillon.example")).status).toBe(201);
    expect(await backend.services.db.$count(consents)).toBe(1);
  });
});

describe("the page of a person", () => {
  test("shows what they said to administrators; what a student eats takes the right, and the reading is logged", async () => {
    const backend = await backendForTest();
    const student = await aStudent(backend);
    await student.put("needs", { diets: ["porkFree"], size: "M" });
    await student.put("allergies", { allergies: nuts, agreed: true });
    const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
    const other = await signIn(backend, { role: "ADMIN" });
    const read = async (cookie: string, id: string) =>
      (await (await backend.request(`/api/admin/people/${id}`, { cookie })).json()) as PersonRecord;
    const count = () => backend.services.db.$count(auditLog, eq(auditLog.action, "user.read_restricted"));
    expect((await read(other.cookie, student.id)).more).toMatchObject({ needs: null, withheld: true });
    expect(await count()).toBe(0);
    expect((await read(reader.cookie, student.id)).more?.needs).toEqual({ diets: ["porkFree"], size: "M", allergies: nuts });
    expect(await count()).toBe(1);
    await student.withdraw();
    expect((await read(reader.cookie, student.id)).more?.needs).toEqual({ diets: ["porkFree"], size: "M", allergies: null });
  });
});

describe("a volunteer", () => {
  test("says what they like and know how to do, and when; staff read it, and a stale form is refused", async () => {
    const time = testClock();
    const backend = await backendForTest({ clock: time.clock });
    const { db } = backend.services;
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    await db
      .insert(volunteerProfiles)
      .values({ userId: volunteer.id, activities: ["deliver"], moments: ["sunday"], updatedAt: time.clock() });
    const { cookie } = volunteer;
    const path = "/api/account/volunteering";
    const read = async () => (await backend.request(path, { cookie })).json();
    const save = (json: object) => backend.request(path, { method: "PUT", cookie, json });
    const begun = await read();
    expect(begun).toMatchObject({ activities: ["deliver"], moments: ["sunday"], skills: null });
    time.pass(1);
    const after = { activities: ["welcome", "prepare"], moments: ["saturday"], skills: "Arabe, premiers secours" };
    expect(begun.sharesPhone).toBe(false);
    expect((await save({ ...after, sharesPhone: true, version: begun.version })).status).toBe(200);
    expect(await read()).toMatchObject({ ...after, sharesPhone: true });
    const stale = await save({ ...begun });
    expect([stale.status, (await stale.json()).current.skills]).toEqual([409, after.skills]);
    const admin = await signIn(backend, { role: "ADMIN" });
    const record = await (await backend.request(`/api/admin/people/${volunteer.id}`, { cookie: admin.cookie })).json();
    expect(record.more.volunteering).toEqual(after);
    // Whoever never registered as a volunteer begins with nothing.
    const own = { cookie: admin.cookie };
    expect(await (await backend.request(path, own)).json()).toMatchObject({ activities: [], moments: [], skills: null, version: null });
    const first = { activities: ["organise"], moments: [], version: null };
    expect((await backend.request(path, { ...own, method: "PUT", json: first })).status).toBe(200);
    expect((await backend.request(path, { ...own, method: "PUT", json: first })).status).toBe(409);
  });
});

describe("a person's own profile", () => {
  const path = "/api/account/profile";
  async function aProfile(about: Parameters<typeof signIn>[1]) {
    const backend = await backendForTest();
    const person = await signIn(backend, about);
    const { cookie } = person;
    const read = async () => (await backend.request(path, { cookie })).json();
    const save = async (changes: object) => {
      const { firstName, lastName, phone, locale, version } = await read();
      return backend.request(path, { method: "PUT", cookie, json: { firstName, lastName, phone, locale, version, ...changes } });
    };
    const fault = async (changes: object) => {
      const answer = await save(changes);
      return [answer.status, Object.keys((await answer.json()).fieldErrors ?? {})];
    };
    const row = async () => (await backend.services.db.select().from(users).where(eq(users.id, person.id)))[0];
    return { backend, person, read, save, fault, row };
  }

  test("holds how they prefer to be reached: a call takes a number, in the database too", async () => {
    const { backend, person, fault, save, row } = await aProfile({ role: "BENEFICIARY" });
    expect(await fault({ preferredContact: "sms" })).toEqual([422, ["phone"]]);
    expect((await save({ preferredContact: "sms", phone: "06 12 34 56 78" })).status).toBe(200);
    expect((await row())?.preferredContact).toBe("sms");
    await expect(backend.services.db.update(users).set({ phone: null }).where(eq(users.id, person.id))).rejects.toThrow();
    expect((await save({ phone: null })).status).toBe(200);
    expect((await row())?.preferredContact).toBeNull();
  });

  test("takes a date of birth once, from whoever is old enough; staff correct it, and the log holds no student's", async () => {
    const { backend, person, read, fault, save, row } = await aProfile({ role: "BENEFICIARY" });
    expect(await read()).toMatchObject({ birthDate: null, mayGiveBirthDate: true });
    expect(await fault({ birthDate: "2020-01-01" })).toEqual([422, ["birthDate"]]);
    // Nobody of this age is here without a guardian.
    const seventeen = `${new Date().getFullYear() - 17}-01-01`;
    expect(await fault({ birthDate: seventeen })).toEqual([422, ["birthDate"]]);
    expect((await save({ birthDate: "2001-04-17" })).status).toBe(200);
    expect(await read()).toMatchObject({ birthDate: "2001-04-17", mayGiveBirthDate: false });
    expect(await fault({ birthDate: "2002-04-17" })).toEqual([422, ["birthDate"]]);
    expect((await save({ firstName: "Lina" })).status).toBe(200);
    expect((await row())?.birthDate).toBe("2001-04-17");
    const rows = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, person.id));
    expect(rows.flatMap(({ fields }) => fields)).toContain("birthDate");
    expect(JSON.stringify(rows)).not.toContain("2001-04-17");
    const donor = await aProfile({ role: "DONATOR_INDIVIDUAL" });
    expect((await donor.read()).mayGiveBirthDate).toBe(false);
    expect(await donor.fault({ birthDate: "2001-04-17" })).toEqual([422, ["birthDate"]]);
  });

  test("is not saved over what staff changed meanwhile", async () => {
    const { backend, person, read, save, row } = await aProfile({ role: "VOLUNTEER", firstName: "Lea" });
    const begun = await read();
    const admin = await signIn(backend, { role: "ADMIN" });
    const json = { firstName: "Léa", lastName: begun.lastName, locale: "fr", version: begun.version };
    const edit = `/api/admin/people/${person.id}/profile`;
    expect((await backend.request(edit, { method: "PUT", cookie: admin.cookie, json })).status).toBe(200);
    const stale = await save({ phone: "06 12 34 56 78", version: begun.version });
    expect([stale.status, (await stale.json()).current.firstName]).toEqual([409, "Léa"]);
    expect(await row()).toMatchObject({ firstName: "Léa", phone: null });
  });
});
