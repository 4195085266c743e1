import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#backend/modules/users/tables";
import { CurrentUser } from "#contract/accounts/current-user";
import { roles } from "#contract/accounts/roles";
import { locales } from "#contract/formats/locale";
import { backendForTest } from "#tests/support/backend";
import { addPerson, aUser, signIn } from "#tests/support/people";

const others = ["", "admin", "ADMIN ", "SUPER_ADMIN", "VISITOR", "DONATOR", "toString"];

test("S1-008 five roles are accepted, and no other value", () => {
  expect(roles).toEqual(["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"]);
  for (const role of roles) expect(CurrentUser.safeParse(aUser({ role })).success).toBe(true);
  for (const role of [...others, null, undefined, 1]) expect(CurrentUser.safeParse({ ...aUser(), role }).success).toBe(false);
});

test("S1-008 five roles are stored, and no other value", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  for (const role of roles) expect((await addPerson(backend, { role })).role).toBe(role);
  for (const role of others)
    await expect(db.execute(sql`update ${users} set role = ${role}`), role).rejects.toMatchObject({ cause: { constraint: "users_role" } });
  await expect(db.execute(sql`update ${users} set role = null`)).rejects.toThrow();
});

test("S5-003 the database and the API keep texts and choices in French and English only", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  expect(locales).toEqual(["fr", "en"]);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await expect(db.execute(sql`update ${users} set locale = 'de'`)).rejects.toMatchObject({ cause: { constraint: "users_locale" } });
  const json = {
    title: { fr: "Un titre", en: "A title", de: "Ein Titel" },
    slug: { de: "ein-titel" },
    lead: { fr: "" },
    body: { fr: "Texte.", de: "Text." },
  };
  const answer = await backend.request("/api/admin/articles", { method: "POST", cookie, json });
  const body = await answer.json();
  expect([answer.status, body.fieldErrors, body.title]).toEqual([201, undefined, { fr: "Un titre", en: "A title" }]);
});
