import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createPageKeys } from "#backend/http/page-keys";
import { sessions } from "#backend/identity/tables";
import { accountApi } from "#contract/accounts/account";
import { backendForTest, publicUrl, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

/** A call as our web tier makes it for a request of a browser, for which `page` stands. */
async function askMe(backend: TestBackend, cookie: string, page?: object) {
  const request = new Request(`${publicUrl}/api/user/me`, { headers: { cookie } });
  return (await backend.fetch(request, { page })).status;
}

test("the caller is cached for the calls of one page, and read again for the next", async () => {
  const backend = await backendForTest();
  const { id, cookie } = await signIn(backend, { role: "ADMIN" });
  const page = {};
  expect(await askMe(backend, cookie, page)).toBe(200);
  await backend.services.db.update(sessions).set({ revokedAt: new Date(), revokedBecause: "account" }).where(eq(sessions.userId, id));
  expect(await askMe(backend, cookie, page)).toBe(200);
  expect(await askMe(backend, cookie, {})).toBe(401);
  expect(await askMe(backend, cookie)).toBe(401);
});

test("a cached person is cleared once a call of the same page changes something", async () => {
  const backend = await backendForTest();
  const { id, cookie } = await signIn(backend, { role: "ADMIN" });
  const page = {};
  expect(await askMe(backend, cookie, page)).toBe(200);
  await backend.services.db.update(sessions).set({ revokedAt: new Date(), revokedBecause: "account" }).where(eq(sessions.userId, id));
  const { method, path } = accountApi.endOtherSessions;
  const change = new Request(publicUrl + path, { method, headers: { cookie, origin: publicUrl } });
  expect((await backend.fetch(change, { page })).status).toBe(401);
  expect(await askMe(backend, cookie, page)).toBe(401);
});

test("two people with calls for one page are never confused", async () => {
  const backend = await backendForTest();
  const [one, other] = [await signIn(backend, { role: "ADMIN" }), await signIn(backend, { role: "VOLUNTEER" })];
  const page = {};
  const nameOf = async (cookie: string) => {
    const request = new Request(`${publicUrl}/api/user/me`, { headers: { cookie } });
    return ((await (await backend.fetch(request, { page })).json()) as { id: string }).id;
  };
  expect(await nameOf(one.cookie)).toBe(one.id);
  expect(await nameOf(other.cookie)).toBe(other.id);
});

test("a page's key identifies the same page for ten seconds", () => {
  let now = 0;
  const pageOf = createPageKeys(() => now);
  const page = pageOf("one");
  expect(page).toBeTypeOf("object");
  expect(pageOf("one")).toBe(page);
  expect(pageOf("two")).not.toBe(page);
  now = 10_000;
  expect(pageOf("one")).not.toBe(page);
  expect(pageOf(null)).toBeUndefined();
});
