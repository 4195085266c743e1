import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, sessionTokens } from "#backend/identity/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { keepCookies } from "#tests/support/site";

const refresh = { method: "POST" };

test("S7-018 S3-001 a signed-in person is described by the current user's fields; a visitor gets 401", async () => {
  const backend = await backendForTest();
  const { cookie, id } = await signIn(backend, { role: "VOLUNTEER" });
  const answer = await backend.request("/api/user/me", { cookie });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ id, role: "VOLUNTEER", isEmailVerified: true });
  expect((await backend.request("/api/user/me")).status).toBe(401);
});

test("S8-001 an expired access token is a 498, a bad one a 401", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  time.pass(15 * 60 + 1);
  const expired = await backend.request("/api/user/me", { cookie });
  expect([expired.status, (await expired.json()).code]).toEqual([498, "token_expired"]);
  expect((await backend.request("/api/user/me", { cookie: "access=nonsense" })).status).toBe(401);
});

test("S7-015 a refresh hands out a new pair, and the new access token opens the account again", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  time.pass(16 * 60);
  const answer = await backend.request("/api/auth/refresh", { ...refresh, cookie });
  expect(answer.status).toBe(200);
  const renewed = keepCookies(cookie, answer);
  expect(renewed).not.toBe(cookie);
  expect((await backend.request("/api/user/me", { cookie: renewed })).status).toBe(200);
  expect((await backend.request("/api/auth/refresh", refresh)).status).toBe(401);
});

test("refreshing a session counts as use of the account: its retention period restarts", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { cookie, id } = await signIn(backend, { role: "VOLUNTEER", lastInteractionAt: new Date("2020-01-01") });
  time.pass(16 * 60);
  await backend.request("/api/auth/refresh", { ...refresh, cookie });
  const [row] = await backend.services.db.select().from(users).where(eq(users.id, id));
  expect(row?.lastInteractionAt).toEqual(time.clock());
});

test("the same refresh token within 30 s gets the same pair, so that parallel requests agree", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const first = keepCookies("", await backend.request("/api/auth/refresh", { ...refresh, cookie }));
  time.pass(29);
  const second = keepCookies("", await backend.request("/api/auth/refresh", { ...refresh, cookie }));
  expect(second).toBe(first);
  expect(await backend.services.db.$count(sessionTokens)).toBe(2);
});

test.runIf(serverUrl)("of refreshes with one token at the same moment, each gets the same new pair", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const asks = Array.from({ length: 20 }, () => backend.request("/api/auth/refresh", { ...refresh, cookie }));
  const answers = await Promise.all(asks);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => keepCookies("", answer))).size).toBe(1);
  expect(await backend.services.db.$count(sessionTokens)).toBe(2);
});

test("a refresh token used again after the grace window ends the whole session including the newest token, and notifies its owner once", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { cookie, email } = await signIn(backend, { role: "ADMIN" });
  const renewed = keepCookies(cookie, await backend.request("/api/auth/refresh", { ...refresh, cookie }));
  time.pass(31);
  const reused = await backend.request("/api/auth/refresh", { ...refresh, cookie });
  expect(reused.status).toBe(401);
  expect(keepCookies(cookie, reused)).toBe("");
  expect((await backend.request("/api/user/me", { cookie: renewed })).status).toBe(401);
  expect((await backend.request("/api/auth/refresh", { ...refresh, cookie: renewed })).status).toBe(401);
  const mails = await backend.services.db.select().from(outgoingMails);
  expect(mails.map(({ recipient, topic }) => [recipient, topic])).toEqual([[email, "session_revoked"]]);
  expect(backend.logged.some(({ msg }) => msg === "refresh token reused: session revoked")).toBe(true);
});

test("S7-016 logout ends the session at the server: both of its tokens are invalid", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const answer = await backend.request("/api/auth/logout", { cookie });
  expect(answer.status).toBe(200);
  expect(keepCookies(cookie, answer)).toBe("");
  expect((await backend.request("/api/user/me", { cookie })).status).toBe(401);
  expect((await backend.request("/api/auth/refresh", { ...refresh, cookie })).status).toBe(401);
});

test("a logout requested by another site's page is refused and changes nothing", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const foreign = { cookie, headers: { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" } };
  expect((await backend.request("/api/auth/logout", foreign)).status).toBe(403);
  expect((await backend.request("/api/user/me", { cookie })).status).toBe(200);
});

test("S7-019 S7-020 the session user has the names that error reports read, and DELETE clears it", async () => {
  const backend = await backendForTest();
  const { cookie, id, email } = await signIn(backend, { role: "BENEFICIARY", firstName: "Lina", lastName: "Brossard" });
  const { user } = await (await backend.request("/api/_auth/session", { cookie })).json();
  expect(user).toEqual({ id, email, username: "Lina Brossard", role: "BENEFICIARY", type: "beneficiary", emailVerified: true });
  expect(await (await backend.request("/api/_auth/session")).json()).toEqual({ user: null });
  const ended = await backend.request("/api/_auth/session", { method: "DELETE", cookie });
  expect(keepCookies(cookie, ended)).toBe("");
  expect(await (await backend.request("/api/_auth/session", { cookie })).json()).toEqual({ user: null });
});

test("tokens are stored as hashes only", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const tokens = cookie.split("; ").map((pair) => pair.split("=")[1] ?? "");
  const stored = JSON.stringify([
    await backend.services.db.select().from(sessionTokens),
    await backend.services.db.select().from(sessions),
  ]);
  for (const token of tokens) expect(stored).not.toContain(token);
  expect(await backend.services.db.$count(sessionTokens, sql`length(${sessionTokens.accessHash}) = 43`)).toBe(1);
});
