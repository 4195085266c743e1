import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { requestEmailChange } from "#backend/modules/account/email-change";
import { emailReversals } from "#backend/modules/account/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { emailVerifications } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { publicUrl, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { mailsTo as mailsIn } from "#tests/support/outbox";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { aPassword, fillIn, makeAccount, tokenFor } from "#tests/support/registration";

let backend: TestBackend;
let passwordHash = "";
const time = testClock(new Date());
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  passwordHash = await hashPassword(aPassword);
});
afterAll(() => backend.close());

let addresses = 0;
const newAddress = () => `neuve-${++addresses}@maillon.example`;
const someone = () => signIn(backend, { role: "VOLUNTEER", passwordHash });
const ask = (cookie: string, email: string, password = aPassword) =>
  backend.request("/api/account/email-change", { method: "POST", cookie, json: { email, password } });
const open = async (token: string, cookie = "") => {
  const answer = await backend.request("/api/registration/email-verification", { method: "POST", cookie, json: { token } });
  return [answer.status, (await answer.json()).state];
};
const linkFor = (email: string) => tokenFor(backend, email, "email_change");
const emailOf = async (id: string) => (await backend.services.db.select().from(users).where(eq(users.id, id)))[0]?.email;
const mailsTo = (recipient: string) => mailsIn(backend, recipient);
const works = async (cookie: string) => (await backend.request("/api/account/profile", { cookie })).status;

test("the new address gets a link stored as a hash, the old one a notice; the change happens when the link is opened", async () => {
  const person = await someone();
  const elsewhere = await cookiesOf(backend, person.id);
  const email = newAddress();
  expect((await ask(person.cookie, email)).status).toBe(200);
  const token = await linkFor(email);
  expect((await mailsTo(email))[0]?.text).toContain(`${publicUrl}/register/verify?token=${token}`);
  expect((await mailsTo(person.email)).map(({ topic, text }) => [topic, text.includes(email)])).toEqual([["email_change_asked", true]]);
  expect(JSON.stringify(await backend.services.db.select().from(emailVerifications))).not.toContain(token);
  expect(await emailOf(person.id)).toBe(person.email);
  expect(await open(token, person.cookie)).toEqual([200, "valid"]);
  expect([await emailOf(person.id), await works(person.cookie), await works(elsewhere)]).toEqual([email, 200, 401]);
  const which = and(eq(auditLog.entityId, person.id), eq(auditLog.action, "user.email_change"));
  const [line] = await backend.services.db.select().from(auditLog).where(which);
  expect([line?.actorId, line?.changes]).toEqual([person.id, { email: { before: person.email, after: email } }]);
  expect(await open(token, person.cookie)).toEqual([200, "used"]);
});

test("opened where nobody is logged in, the link ends every session", async () => {
  const person = await someone();
  const email = newAddress();
  await ask(person.cookie, email);
  expect(await open(await linkFor(email))).toEqual([200, "valid"]);
  expect(await works(person.cookie)).toBe(401);
});

test("the link is invalid after 48 hours, after a newer one, or after a new password", async () => {
  const person = await someone();
  const [late, replaced, withdrawn] = [newAddress(), newAddress(), newAddress()];
  await ask(person.cookie, replaced);
  const first = await linkFor(replaced);
  await ask(person.cookie, withdrawn);
  expect(await open(first)).toEqual([200, "expired"]);
  await backend.request("/api/password/request", { method: "POST", json: { email: person.email } });
  const reset = await tokenFor(backend, person.email, "password_reset");
  await backend.request("/api/password/update", { method: "POST", json: { token: reset, password: aPassword } });
  expect(await open(await linkFor(withdrawn))).toEqual([200, "expired"]);
  const again = await someone();
  await ask(again.cookie, late);
  time.pass(48 * 3600);
  expect(await open(await linkFor(late))).toEqual([200, "expired"]);
  expect([await emailOf(person.id), await emailOf(again.id)]).toEqual([person.email, again.email]);
});

test("a wrong password, the same address and an unverified account are refused; tries are counted", async () => {
  const person = await someone();
  const fault = async (answer: Response) => [answer.status, (await answer.json()).fieldErrors];
  expect(await fault(await ask(person.cookie, newAddress(), "pas le bon"))).toEqual([422, { password: ["account:email.wrongPassword"] }]);
  expect(await fault(await ask(person.cookie, person.email.toUpperCase()))).toEqual([422, { email: ["account:email.same"] }]);
  const unproved = await signIn(backend, { role: "VOLUNTEER", passwordHash, emailVerifiedAt: null, accountState: "registered" });
  expect((await ask(unproved.cookie, newAddress())).status).toBe(409);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => ask(person.cookie, newAddress(), "pas le bon")));
  expect(guesses.at(-1)?.status === 429 || guesses.some(({ status }) => status === 429)).toBe(true);
});

test("five changes an hour may be asked for", async () => {
  const person = await someone();
  for (let times = 0; times < 5; times += 1) expect((await ask(person.cookie, newAddress())).status).toBe(200);
  expect((await ask(person.cookie, newAddress())).status).toBe(429);
});

test("a password that is replaced while it is checked changes nothing", async () => {
  const person = await someone();
  const { services } = backend;
  const email = newAddress();
  const limits = {
    ...services.limits,
    // After the check, before the change.
    clear: async () => void (await services.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))),
  };
  const actor = { ...person, isEmailVerified: true } as unknown as Parameters<typeof requestEmailChange>[1];
  await expect(requestEmailChange({ ...services, limits }, actor, { email, password: aPassword })).rejects.toMatchObject({
    code: "invalid",
  });
  expect(await mailsTo(email)).toEqual([]);
});

test("an address that has an account gets the same response; its owner is notified, and no link exists", async () => {
  const [person, owner] = [await someone(), await addPerson(backend, { role: "BENEFICIARY" })];
  const [free, taken] = [await ask(person.cookie, newAddress()), await ask(person.cookie, owner.email)];
  expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()]);
  expect((await mailsTo(owner.email)).map(({ topic }) => topic)).toEqual(["email_known"]);
  expect((await mailsTo(person.email)).map(({ topic }) => topic)).toEqual(["email_change_asked", "email_change_asked"]);
});

test("an address that someone took in the meantime stays theirs", async () => {
  const person = await someone();
  const email = newAddress();
  await ask(person.cookie, email);
  await addPerson(backend, { role: "BENEFICIARY", email: email.toUpperCase() });
  expect(await open(await linkFor(email), person.cookie)).toEqual([200, "expired"]);
  expect([await emailOf(person.id), await works(person.cookie)]).toEqual([person.email, 200]);
});

test.skipIf(!serverUrl)("of two people who confirm one address at the same moment, one gets it and the other is refused", async () => {
  for (let round = 0; round < 10; round += 1) {
    const pair = [await someone(), await someone()];
    const email = newAddress();
    const tokens: string[] = [];
    for (const { cookie } of pair) {
      await ask(cookie, email);
      tokens.push(await linkFor(email));
    }
    expect(new Set(tokens).size).toBe(2);
    const answers = await Promise.all(tokens.map((token) => open(token)));
    expect(answers.sort()).toEqual([
      [200, "expired"],
      [200, "valid"],
    ]);
    const owners = await Promise.all(pair.map(({ id }) => emailOf(id)));
    expect(owners.filter((one) => one === email)).toHaveLength(1);
  }
});

test.skipIf(!serverUrl)("one link opened 20 times at the same moment changes the address once", async () => {
  const person = await someone();
  const email = newAddress();
  await ask(person.cookie, email);
  const token = await linkFor(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)));
  expect(answers.map(([, state]) => state).sort()).toEqual([...Array(19).fill("used"), "valid"]);
  const which = and(eq(auditLog.entityId, person.id), eq(auditLog.action, "user.email_change"));
  expect(await backend.services.db.$count(auditLog, which)).toBe(1);
});

describe("a restored e-mail address", () => {
  beforeEach(() => backend.services.limits.clear("passwordByNetwork", "192.0.2.1"));
  const changed = async () => {
    const person = await someone();
    const email = newAddress();
    await ask(person.cookie, email);
    expect(await open(await linkFor(email), person.cookie)).toEqual([200, "valid"]);
    time.pass(1);
    return { person, email, token: await tokenFor(backend, person.email, "email_changed") };
  };
  const post = async (path: string, token: string) => {
    const answer = await backend.request(path, { method: "POST", json: { token } });
    return (await answer.json()) as { state: string; resetToken?: string };
  };
  const stateOf = (token: string) => post("/api/account/email-reversal/link", token);
  const takeBack = (token: string) => post("/api/account/email-reversal", token);
  const choosePassword = async (token: string) =>
    (await (await backend.request("/api/password/update", { method: "POST", json: { token, password: aPassword } })).json()).state;

  test("the previous address is notified of the change, with a link stored as a hash; a GET changes nothing", async () => {
    const { person, email, token } = await changed();
    const [mail] = (await mailsTo(person.email)).filter(({ topic }) => topic === "email_changed");
    expect(mail?.text).toContain(`${publicUrl}/password/restore-email?token=${token}`);
    expect([mail?.text.includes(email), mail?.html.includes(token)]).toEqual([true, true]);
    expect((await mailsTo(email)).some(({ text }) => text.includes(token))).toBe(false);
    expect(JSON.stringify(await backend.services.db.select().from(emailReversals))).not.toContain(token);
    expect([await stateOf(token), await stateOf(token)]).toEqual([{ state: "valid" }, { state: "valid" }]);
    expect([await emailOf(person.id), await works(person.cookie)]).toEqual([email, 200]);
  });

  test("the link restores it once, ends every session and the password, and leads to a new one", async () => {
    const { person, email, token } = await changed();
    const { state, resetToken = "" } = await takeBack(token);
    expect([state, await emailOf(person.id), await works(person.cookie)]).toEqual(["valid", person.email, 401]);
    const [row] = await backend.services.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.passwordHash).toBeNull();
    const which = and(eq(auditLog.entityId, person.id), eq(auditLog.action, "user.email_restore"));
    const [line] = await backend.services.db.select().from(auditLog).where(which);
    expect([line?.actorId, line?.changes]).toEqual([person.id, { email: { before: email, after: person.email } }]);
    expect([await takeBack(token), await stateOf(token)]).toEqual([{ state: "used" }, { state: "used" }]);
    expect(await choosePassword(resetToken)).toBe("valid");
  });

  test("requests of the other address become invalid: its link to a new password, and the next change", async () => {
    const { person, email, token } = await changed();
    await backend.request("/api/password/request", { method: "POST", json: { email } });
    const next = newAddress();
    expect((await ask(person.cookie, next)).status).toBe(200);
    await takeBack(token);
    expect(await choosePassword(await tokenFor(backend, email, "password_reset"))).toBe("expired");
    expect(await open(await linkFor(next))).toEqual([200, "expired"]);
    expect(await emailOf(person.id)).toBe(person.email);
  });

  test("after two changes, the first link wins: the second cannot undo it", async () => {
    const { person, email, token } = await changed();
    const third = newAddress();
    await ask(person.cookie, third);
    await open(await linkFor(third), person.cookie);
    const second = await tokenFor(backend, email, "email_changed");
    expect((await takeBack(token)).state).toBe("valid");
    expect(await takeBack(second)).toEqual({ state: "expired" });
    expect(await emailOf(person.id)).toBe(person.email);
  });

  test("the second link, used first, leaves the first one valid", async () => {
    const { person, email, token } = await changed();
    const third = newAddress();
    await ask(person.cookie, third);
    await open(await linkFor(third), person.cookie);
    expect((await takeBack(await tokenFor(backend, email, "email_changed"))).state).toBe("valid");
    expect(await emailOf(person.id)).toBe(email);
    expect([(await takeBack(token)).state, await emailOf(person.id)]).toEqual(["valid", person.email]);
  });

  test("it is invalid after seven days, for a closed account, or with an unknown token", async () => {
    const { person, email, token } = await changed();
    time.pass(7 * 86_400);
    expect([await stateOf(token), await takeBack(token)]).toEqual([{ state: "expired" }, { state: "expired" }]);
    const gone = await changed();
    await backend.services.db.update(users).set({ accountState: "left" }).where(eq(users.id, gone.person.id));
    expect(await takeBack(gone.token)).toEqual({ state: "expired" });
    expect(await takeBack("x".repeat(43))).toEqual({ state: "expired" });
    expect([await emailOf(person.id), await emailOf(gone.person.id)]).toEqual([email, gone.email]);
  });

  test("an account that has not verified the old address loses it; one that has verified it keeps it", async () => {
    const { person, token } = await changed();
    await makeAccount(backend, await fillIn(backend, "individual"), person.email);
    const [claim] = await backend.services.db.select().from(users).where(eq(users.email, person.email));
    expect(claim?.accountState).toBe("registered");
    expect([(await takeBack(token)).state, await emailOf(person.id)]).toEqual(["valid", person.email]);
    expect(await emailOf(claim?.id ?? "")).toBe(`${claim?.id}@erased.invalid`);
    const other = await changed();
    const owner = await addPerson(backend, { role: "BENEFICIARY", email: other.person.email });
    expect(await takeBack(other.token)).toEqual({ state: "expired" });
    expect([await emailOf(other.person.id), await emailOf(owner.id)]).toEqual([other.email, owner.email]);
  });

  test.skipIf(!serverUrl)("one link opened 20 times at the same moment restores the address once", async () => {
    const { person, token } = await changed();
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeBack(token)));
    expect(answers.map(({ state }) => state).sort()).toEqual([...Array(19).fill("used"), "valid"]);
    expect(answers.filter(({ resetToken }) => resetToken)).toHaveLength(1);
    const which = and(eq(auditLog.entityId, person.id), eq(auditLog.action, "user.email_restore"));
    expect(await backend.services.db.$count(auditLog, which)).toBe(1);
  });

  test.skipIf(!serverUrl)(
    "while the other side confirms yet another address and chooses a password at the same moment, the old one wins",
    async () => {
      for (let round = 0; round < 10; round += 1) {
        const { person, email, token } = await changed();
        const next = newAddress();
        await ask(person.cookie, next);
        await backend.request("/api/password/request", { method: "POST", json: { email } });
        const [confirm, reset] = [await linkFor(next), await tokenFor(backend, email, "password_reset")];
        const [back, ...rest] = await Promise.all([takeBack(token), open(confirm), choosePassword(reset)]);
        expect([back.state, await emailOf(person.id)]).toEqual(["valid", person.email]);
        expect(rest.every((one) => /valid|used|expired/.test(String(one)))).toBe(true);
        const [row] = await backend.services.db.select().from(users).where(eq(users.id, person.id));
        expect(row?.passwordHash).toBeNull();
      }
    },
  );

  test.skipIf(!serverUrl)("of a restored address and someone who verifies it at the same moment, one gets it", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, token } = await changed();
      const other = await someone();
      await ask(other.cookie, person.email);
      const confirm = await linkFor(person.email);
      const [back, proved] = await Promise.all([takeBack(token), open(confirm)]);
      expect([back.state, proved[1]].sort()).toEqual(["expired", "valid"]);
      const owners = await Promise.all([person.id, other.id].map(emailOf));
      expect(owners.filter((one) => one === person.email)).toHaveLength(1);
    }
  });
});
