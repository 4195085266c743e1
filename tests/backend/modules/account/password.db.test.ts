import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { changePassword } from "#backend/modules/account/password";
import { users } from "#backend/modules/users/tables";
import { backendForTest } from "#tests/support/backend";
import { mailsTo } from "#tests/support/outbox";
import { cookiesOf, signIn } from "#tests/support/people";
import { aPassword, tokenFor } from "#tests/support/registration";

const next = "quatre autres mots choisis";

async function someone(role: "VOLUNTEER" | "DONATOR_MERCHANT" = "VOLUNTEER") {
  const backend = await backendForTest();
  const person = await signIn(backend, { role, passwordHash: await hashPassword(aPassword) });
  const change = async (currentPassword: string, password: string, again = password) => {
    const json = { currentPassword, password, again };
    const answer = await backend.request("/api/account/password", { method: "PUT", cookie: person.cookie, json });
    return [answer.status, (await answer.json()).fieldErrors];
  };
  const works = async (cookie: string) => (await backend.request("/api/account/profile", { cookie })).status;
  const hash = async () => (await backend.services.db.select().from(users).where(eq(users.id, person.id)))[0]?.passwordHash;
  return { backend, person, change, works, hash };
}

test("the current password gives another one: other sessions, links and changes of address end, and a mail says so", async () => {
  const { backend, person, change, works } = await someone("DONATOR_MERCHANT");
  const elsewhere = await cookiesOf(backend, person.id);
  const post = (path: string, json: object, cookie = "") => backend.request(path, { method: "POST", cookie, json });
  await post("/api/account/email-change", { email: "suite@maillon.example", password: aPassword }, person.cookie);
  const address = await tokenFor(backend, "suite@maillon.example", "email_change");
  await post("/api/password/request", { email: person.email });
  const reset = await tokenFor(backend, person.email, "password_reset");
  expect(await change(aPassword, next)).toEqual([200, undefined]);
  expect([await works(person.cookie), await works(elsewhere)]).toEqual([200, 401]);
  expect((await (await post("/api/password/link", { token: reset })).json()).state).toBe("used");
  expect((await (await post("/api/registration/email-verification", { token: address })).json()).state).toBe("expired");
  expect((await mailsTo(backend, person.email)).map(({ topic }) => topic)).toContain("password_changed");
  expect((await change(aPassword, "encore cinq mots bien choisis"))[1]).toEqual({ currentPassword: ["account:password.wrong"] });
  expect((await change(next, "encore cinq mots bien choisis"))[0]).toBe(200);
});

test("a wrong current password, the same one, one that others would guess and two that differ change nothing", async () => {
  const { person, change, hash, works } = await someone();
  const before = await hash();
  expect(await change("pas le bon", next)).toEqual([422, { currentPassword: ["account:password.wrong"] }]);
  expect(await change(aPassword, aPassword)).toEqual([422, { password: ["account:password.same"] }]);
  expect(await change(aPassword, person.email)).toEqual([422, { password: ["register:error.ownWords"] }]);
  expect((await change(aPassword, next, "autre chose que cela"))[0]).toBe(422);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => change("pas le bon", next)));
  expect(guesses.some(([status]) => status === 429)).toBe(true);
  expect([await hash(), await works(person.cookie)]).toEqual([before, 200]);
});

test("a password that is replaced while it is checked changes nothing", async () => {
  const { backend, person, hash } = await someone();
  const { services } = backend;
  const limits = {
    ...services.limits,
    // After the check, before the change.
    clear: async () => void (await services.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))),
  };
  const actor = { ...person, sessionId: crypto.randomUUID() } as unknown as Parameters<typeof changePassword>[1];
  const body = { currentPassword: aPassword, password: next, again: next };
  await expect(changePassword({ ...services, limits }, actor, body, "192.0.2.1")).rejects.toMatchObject({ code: "invalid" });
  expect(await hash()).toBeNull();
});
