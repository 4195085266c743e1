import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Actor } from "#backend/http/actor";
import { endSessionsOf } from "#backend/identity/sessions";
import { sessions } from "#backend/identity/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { addDevice } from "#backend/modules/notices/devices";
import { pushDevices } from "#backend/modules/notices/tables";
import { closeAccounts } from "#backend/modules/users/transitions";
import { maxPushDevices, type PushDevice } from "#contract/accounts/push-devices";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { cookiesOf, signIn } from "#tests/support/people";
import { startPushProvider } from "#tests/support/push-provider";

const path = "/api/account/push-devices";
const tokenOf = (name: string) => `${name}:APA91b-${"x".repeat(40)}`;

async function opened() {
  const { clock, pass } = testClock();
  const { push } = await startPushProvider({ clock });
  const backend = await backendForTest({ clock, push });
  return { backend, pass, person: await signIn(backend, { role: "VOLUNTEER" }) };
}

const add = (backend: TestBackend, cookie: string, token: string) =>
  backend.request(path, { method: "POST", cookie, json: { token: tokenOf(token) } });
const list = async (backend: TestBackend, cookie: string) =>
  (await (await backend.request(path, { cookie })).json()) as { offered: boolean; items: PushDevice[] };
const stored = ({ services }: TestBackend) => services.db.select().from(pushDevices);

test("a device is listed to its owner, with no token in the response, the database or the log", async () => {
  const { backend, person } = await opened();
  await backend.services.db.update(sessions).set({ userAgent: "Mozilla/5.0 (Android 15; Mobile) Firefox/140.0" });
  expect((await add(backend, person.cookie, "one")).status).toBe(200);
  const found = await list(backend, person.cookie);
  expect(found).toMatchObject({ offered: true, items: [{ label: "Firefox, Android", current: true, usedAt: null }] });
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, person.id));
  expect(log.map(({ action }) => action)).toEqual(["user.add_device"]);
  expect(JSON.stringify([found, await stored(backend), log, backend.logged])).not.toContain(tokenOf("one"));
});

test.each(["short", "with a blank and long enough to be one", `<b>${"x".repeat(40)}`, "x".repeat(1_001)])(
  "%j is no token",
  async (token) => {
    const { backend, person } = await opened();
    expect((await backend.request(path, { method: "POST", cookie: person.cookie, json: { token } })).status).toBe(422);
  },
);

test("a browser that registers anew is one device, and under another account it is that account's", async () => {
  const { backend, person } = await opened();
  for (const token of ["one", "one", "two"]) await add(backend, person.cookie, token);
  expect((await list(backend, person.cookie)).items).toHaveLength(1);
  const other = await signIn(backend, { role: "ADMIN" });
  expect((await add(backend, other.cookie, "two")).status).toBe(200);
  expect((await list(backend, person.cookie)).items).toEqual([]);
  expect((await list(backend, other.cookie)).items).toHaveLength(1);
});

test("a device that several accounts register at once belongs to one of them", async () => {
  const { backend } = await opened();
  const people = await Promise.all(Array.from({ length: 6 }, () => signIn(backend, { role: "VOLUNTEER" })));
  const answers = await Promise.all(people.map(({ cookie }) => add(backend, cookie, "same")));
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  expect(await stored(backend)).toHaveLength(1);
});

test("a device is removed by its owner alone; that of somebody else is not found", async () => {
  const { backend, person } = await opened();
  const other = await signIn(backend, { role: "ADMIN" });
  await add(backend, person.cookie, "one");
  const id = (await list(backend, person.cookie)).items[0]?.id;
  const remove = (cookie: string) => backend.request(`${path}/${id}`, { method: "DELETE", cookie });
  expect([(await remove(other.cookie)).status, (await backend.request(`${path}/${id}`, { method: "DELETE" })).status]).toEqual([404, 401]);
  expect((await list(backend, other.cookie)).items).toEqual([]);
  expect([(await remove(person.cookie)).status, (await remove(person.cookie)).status]).toEqual([200, 404]);
});

test("a device goes when its session is logged out", async () => {
  const { backend, person } = await opened();
  const elsewhere = await cookiesOf(backend, person.id);
  await add(backend, person.cookie, "one");
  await add(backend, elsewhere, "two");
  await backend.request("/api/auth/logout", { cookie: person.cookie, headers: { "sec-fetch-site": "same-origin" } });
  expect((await list(backend, elsewhere)).items).toMatchObject([{ current: true }]);
  expect(await stored(backend)).toHaveLength(1);
});

test.runIf(serverUrl)("a log-out waits for a device that is just being added, and removes it", async () => {
  const { backend, person } = await opened();
  const { services } = backend;
  const [session = { id: "" }] = await services.db.select().from(sessions).where(eq(sessions.userId, person.id));
  const actor = { id: person.id, sessionId: session.id, requestId: "test" } as Actor;
  let loggedOut: Promise<unknown> | undefined;
  await services.db.transaction(async (tx) => {
    await addDevice(tx, services, actor, tokenOf("late"));
    loggedOut = services.db.transaction((other) => endSessionsOf(other, services.clock(), [person.id]));
    const first = await Promise.race([loggedOut.then(() => "logged out"), new Promise((resolve) => setTimeout(resolve, 500, "waiting"))]);
    expect(first).toBe("waiting");
  });
  await loggedOut;
  expect(await stored(backend)).toEqual([]);
});

test("a device goes when its session is ended elsewhere, and with all sessions of an account that is closed", async () => {
  const { backend, person } = await opened();
  const elsewhere = await cookiesOf(backend, person.id);
  await add(backend, person.cookie, "one");
  await add(backend, elsewhere, "two");
  const { items } = await (await backend.request("/api/account/sessions", { cookie: person.cookie })).json();
  const other = items.find(({ current }: { current: boolean }) => !current).id;
  await backend.request(`/api/account/sessions/${other}`, { method: "DELETE", cookie: person.cookie });
  expect((await list(backend, person.cookie)).items).toMatchObject([{ current: true }]);
  await add(backend, await cookiesOf(backend, person.id), "three");
  expect(await stored(backend)).toHaveLength(2);
  const { services } = backend;
  await services.db.transaction((tx) => closeAccounts(tx, [person.id], services.clock()));
  expect(await stored(backend)).toEqual([]);
});

test("a session that has run out has no device any more", async () => {
  const { backend, person, pass } = await opened();
  await add(backend, person.cookie, "one");
  pass(31 * 86_400);
  expect((await list(backend, await cookiesOf(backend, person.id))).items).toEqual([]);
});

test("the twenty newest devices of a person stay", async () => {
  const { backend, person, pass } = await opened();
  for (let at = 0; at < maxPushDevices + 2; at += 1) {
    pass(60);
    expect((await add(backend, await cookiesOf(backend, person.id), `device-${at}`)).status).toBe(200);
  }
  const { items } = await list(backend, await cookiesOf(backend, person.id));
  expect(items).toHaveLength(maxPushDevices);
});

test("where push is not configured there is none to add, and no choice about devices", async () => {
  const backend = await backendForTest();
  const person = await signIn(backend, { role: "ADMIN" });
  expect((await add(backend, person.cookie, "one")).status).toBe(404);
  expect(await list(backend, person.cookie)).toEqual({ offered: false, items: [] });
  const choices = { articles: "never", pushAccount: "never", pushArticles: "never" };
  await backend.request("/api/account/notifications", { method: "PUT", cookie: person.cookie, json: choices });
  const saved = await (await backend.request("/api/account/notifications", { cookie: person.cookie })).json();
  expect(saved).toEqual({
    articles: "never",
    messages: "each",
    waiting: "never",
    reminders: "each",
    association: "each",
    greetings: "each",
    newsletter: false,
  });
});

test("each role chooses what concerns it, by mail and on devices apart", async () => {
  const { backend, person } = await opened();
  const choices = "/api/account/notifications";
  const saved = async (cookie: string) => (await backend.request(choices, { cookie })).json();
  expect(await saved(person.cookie)).toEqual({
    reminders: "each",
    association: "each",
    greetings: "each",
    newsletter: false,
    pushAccount: "each",
    pushReminders: "each",
    pushAssociation: "each",
  });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const byMail = {
    articles: "each",
    messages: "each",
    waiting: "never",
    reminders: "each",
    association: "each",
    greetings: "each",
    newsletter: false,
  };
  const all = {
    ...byMail,
    pushAccount: "each",
    pushArticles: "each",
    pushMessages: "each",
    pushReminders: "each",
    pushAssociation: "each",
  };
  expect(await saved(cookie)).toEqual(all);
  await backend.request(choices, { method: "PUT", cookie, json: { pushArticles: "never" } });
  expect(await saved(cookie)).toEqual({ ...all, pushArticles: "never" });
});

test("a person registers thirty times an hour", async () => {
  const { backend, person } = await opened();
  for (let at = 0; at < 29; at += 1) await backend.services.limits.take("deviceByPerson", person.id);
  const statuses = [(await add(backend, person.cookie, "one")).status, (await add(backend, person.cookie, "two")).status];
  expect(statuses).toEqual([200, 429]);
});
