import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { calendarFeeds } from "#backend/modules/calendar-feeds/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { users } from "#backend/modules/users/tables";
import { hashOf } from "#backend/secrets";
import type { FeedEvent } from "#contract/charity/calendar-feed";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

const path = "/api/my-events/calendar-feed";
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

async function tokenOf(backend: TestBackend, cookie: string) {
  return ((await (await backend.request(path, { method: "POST", cookie, json: {} })).json()) as { token: string }).token;
}
const feedOf = (backend: TestBackend, token: string) => backend.request("/api/calendar-feed", { method: "POST", json: { token } });
const itemsOf = async (backend: TestBackend, token: string) =>
  ((await (await feedOf(backend, token)).json()) as { items: FeedEvent[] }).items;

test("a secret address opens its owner's registrations alone, says which are uncertain or cancelled, and no other page shows it", async () => {
  const backend = await backendForTest();
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const add = (title: string, day: number) =>
    addEvent(backend, admin, {
      event: { title: { fr: title }, visibility: "members", startsAt: later(day * 24), endsAt: later(day * 24 + 2) },
    });
  const [taken, left, full, others, ended] = [
    await add("Tri", 5),
    await add("Marché", 6),
    await add("Complet", 7),
    await add("Autre", 8),
    await add("Annulé", 9),
  ];
  const [own, other] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
  const register = ({ id, quotas }: typeof taken, { cookie }: typeof own) =>
    backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie, json: { quotaId: quotas[0] } });
  for (const event of [full, others]) await register(event, other);
  for (const event of [taken, left, full, ended]) await register(event, own);
  await backend.request(`/api/my-events/${left.id}/cancel`, { method: "POST", cookie: own.cookie, json: {} });
  await backend.request(`/api/admin/events/${ended.id}/cancel`, {
    method: "POST",
    cookie: admin,
    json: { reason: { fr: "Neige." }, people: 1 },
  });

  expect(await (await backend.request(path, { cookie: own.cookie })).json()).toEqual({ createdAt: null });
  const token = await tokenOf(backend, own.cookie);
  const [stored] = await backend.services.db.select().from(calendarFeeds);
  expect(stored).toMatchObject({ userId: own.id, tokenHash: hashOf(token) });
  expect(await itemsOf(backend, token)).toMatchObject([
    { eventId: taken.id, state: "confirmed", title: { fr: "Tri" } },
    { eventId: left.id, state: "cancelled", title: { fr: "" }, placeName: "" },
    { eventId: full.id, state: "tentative" },
    { eventId: ended.id, state: "cancelled", placeAddress: "" },
  ]);
  expect(await itemsOf(backend, await tokenOf(backend, other.cookie))).toHaveLength(2);
  expect(JSON.stringify(backend.logged)).not.toContain(token);
});

test("who registers again has one entry more that counts, not two", async () => {
  const backend = await backendForTest();
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const event = await addEvent(backend, admin, { event: { startsAt: later(100), endsAt: later(102) } });
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const register = () =>
    backend.request(`/api/my-events/${event.id}/registration`, { method: "POST", cookie, json: { quotaId: event.quotas[0] } });
  await register();
  await backend.request(`/api/my-events/${event.id}/cancel`, { method: "POST", cookie, json: {} });
  await register();
  expect((await itemsOf(backend, await tokenOf(backend, cookie))).map(({ state }) => state)).toEqual(["confirmed"]);
});

test("an address ends when it is changed or removed, and with the account", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { id, cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const first = await tokenOf(backend, cookie);
  const second = await tokenOf(backend, cookie);
  const status = async (token: string) => (await feedOf(backend, token)).status;
  expect([await status(first), await status(second), await status("x".repeat(43))]).toEqual([404, 200, 404]);
  expect((await backend.request(path, { method: "DELETE", cookie })).status).toBe(200);
  expect(await status(second)).toBe(404);
  const third = await tokenOf(backend, cookie);
  await db.update(users).set({ accountState: "suspended" }).where(eq(users.id, id));
  expect(await status(third)).toBe(404);
  await db.update(users).set({ accountState: "validated" }).where(eq(users.id, id));
  await erasePeople(backend.services, null, [id], new Date());
  expect([await status(third), await db.select().from(calendarFeeds)]).toEqual([404, []]);
  const { cookie: donor } = await signIn(backend, { role: "DONATOR_INDIVIDUAL" });
  expect((await backend.request(path, { cookie: donor })).status).toBe(403);
});

test("calendar programs that ask too often wait, and so does who tries tokens", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const token = await tokenOf(backend, cookie);
  const times = async (one: string, count: number) => {
    const seen = [];
    for (let time = 0; time < count; time += 1) seen.push((await feedOf(backend, one)).status);
    return [seen.filter((status) => status === 429).length, seen[0]];
  };
  expect(await times(token, 62)).toEqual([2, 200]);
  expect(await times("x".repeat(43), 32)).toEqual([2, 404]);
});
