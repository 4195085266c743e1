import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { emailVerifications } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { publicUrl, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { aPassword, tokenFor } from "#tests/support/registration";

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
const mailsTo = (recipient: string) => backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, recipient));
const works = async (cookie: string) => (await backend.request("/api/account/profile", { cookie })).status;

test("the new address gets a link kept as a hash, the old one a word; the change happens once the link is opened", async () => {
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

test("the link is of no use after 48 hours, after a newer one, or after a new password", async () => {
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

test("a wrong password, one's own address and an account that is not proved yet are refused; guesses are counted", async () => {
  const person = await someone();
  const fault = async (answer: Response) => [answer.status, (await answer.json()).fieldErrors];
  expect(await fault(await ask(person.cookie, newAddress(), "pas le bon"))).toEqual([422, { password: ["account:email.wrongPassword"] }]);
  expect(await fault(await ask(person.cookie, person.email.toUpperCase()))).toEqual([422, { email: ["account:email.same"] }]);
  const unproved = await signIn(backend, { role: "VOLUNTEER", passwordHash, emailVerifiedAt: null, accountState: "registered" });
  expect((await ask(unproved.cookie, newAddress())).status).toBe(409);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => ask(person.cookie, newAddress(), "pas le bon")));
  expect(guesses.at(-1)?.status === 429 || guesses.some(({ status }) => status === 429)).toBe(true);
});

test("an address that has an account gets the same answer; its owner is told, and no link exists", async () => {
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

test.skipIf(!serverUrl)("of two people who confirm one address at the same moment, one has it and the other is told no", async () => {
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
