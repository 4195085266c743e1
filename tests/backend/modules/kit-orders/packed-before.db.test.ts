import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { notices } from "#backend/modules/notices/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import * as kits from "#tests/support/kits";
import { signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const post = (cookie: string, path: string, json: unknown = {}, method = "POST") => backend.request(path, { method, cookie, json });
const move = async (id: string, to: string, ids: string[]) =>
  (await post(admin, `/api/kits/${id}/moves`, { move: to, ids })).json() as Promise<{ changed: number; unchanged: number }>;
const rowsOf = async (id: string) => (await kits.kitsPage(backend, admin, id)).items;

async function ordered(type = "delivery") {
  const event = await kits.addKits(backend, admin, { type });
  const person = await kits.addStudent(backend);
  expect((await kits.orderKit(backend, person.cookie, event, { place: "own", needsShared: true, sizes: "M" })).status).toBe(200);
  return { event, person, ids: (await rowsOf(event.id)).map(({ id }) => id) };
}

test("a kit that is on its way is not cancelled by its student", async () => {
  const { event, person, ids } = await ordered();
  await move(event.id, "in_preparation", ids);
  await move(event.id, "collected", ids);
  const refused = await post(person.cookie, `/api/my-events/${event.id}/cancel`);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "kit_under_way" }]);
  expect(await rowsOf(event.id)).toMatchObject([{ status: "collected" }]);
});

test("a kit that was not handed over after all is packed as before: its student is not told that it is on its way, and may cancel", async () => {
  const { event, person, ids } = await ordered();
  const notified = async () =>
    (await backend.services.db.select().from(notices).where(eq(notices.userId, person.id)))
      .filter(({ topic, channel }) => topic === "kit_moved" && channel === "inbox")
      .map(({ values }) => values.status);
  expect(await move(event.id, "back", ids)).toEqual({ changed: 0, unchanged: 1 });
  await move(event.id, "in_preparation", ids);
  expect(await move(event.id, "back", ids)).toEqual({ changed: 0, unchanged: 1 });
  await move(event.id, "collected", ids);
  expect((await notified()).toSorted()).toEqual(["collected", "in_preparation"]);
  expect(await move(event.id, "back", ids)).toEqual({ changed: 1, unchanged: 0 });
  expect(await notified()).toEqual(["in_preparation"]);
  const { db } = backend.services;
  const [stored] = await db
    .select()
    .from(kitOrders)
    .where(eq(kitOrders.registrationId, ids[0] ?? ""));
  expect(stored).toMatchObject({ status: "in_preparation", preparedAt: time.clock(), collectedAt: null, collectedBy: null });
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, ids[0] ?? ""));
  expect(log.map(({ action }) => action)).toContain("kit_order.back");
  // Handed over indeed, it is said again.
  await move(event.id, "collected", ids);
  expect((await notified()).toSorted()).toEqual(["collected", "in_preparation"]);
  await move(event.id, "back", ids);
  expect((await post(person.cookie, `/api/my-events/${event.id}/cancel`)).status).toBe(200);
});

test("an order that was packed and is cancelled stays for who packed it, without what was said for it", async () => {
  const { event, person, ids } = await ordered();
  await move(event.id, "in_preparation", ids);
  expect((await post(person.cookie, `/api/my-events/${event.id}/cancel`)).status).toBe(200);
  const page = await kits.kitsPage(backend, admin, event.id);
  expect(page.items).toEqual([]);
  expect(page.slots).toEqual([]);
  expect(page.cancelled).toMatchObject([{ id: ids[0], status: "in_preparation", cancelledAt: expect.any(String) }]);
  const { db } = backend.services;
  const [stored] = await db
    .select()
    .from(kitOrders)
    .where(eq(kitOrders.registrationId, ids[0] ?? ""));
  expect(stored).toMatchObject({ address: null, phone: null, door: "", needsSharedAt: null });
  const own = (await (await backend.request(`/api/my-events/${event.id}`, { cookie: person.cookie })).json()) as { mine: object };
  expect(own.mine).toMatchObject({ status: "cancelled_by_user", kit: null });
  expect((await db.select().from(notices).where(eq(notices.userId, person.id))).filter(({ topic }) => topic === "kit_moved")).toEqual([]);
  expect(await move(event.id, "collected", ids)).toEqual({ changed: 0, unchanged: 1 });
  // Who orders once more has an order of their own.
  expect((await kits.orderKit(backend, person.cookie, event)).status).toBe(200);
  expect(await rowsOf(event.id)).toMatchObject([{ status: "ordered" }]);
});

test("an order that is changed after it was packed is packed again before it leaves", async () => {
  const { event, person, ids } = await ordered();
  await move(event.id, "in_preparation", ids);
  time.pass(60);
  expect(await rowsOf(event.id)).toMatchObject([{ changedAt: null }]);
  expect((await post(person.cookie, `/api/my-events/${event.id}/kit`, { place: "own", needsShared: true, door: "2e" }, "PUT")).status).toBe(
    200,
  );
  expect(await rowsOf(event.id)).toMatchObject([{ status: "in_preparation", changedAt: expect.any(String) }]);
  expect(await move(event.id, "collected", ids)).toEqual({ changed: 0, unchanged: 1 });
  expect(await move(event.id, "in_preparation", ids)).toEqual({ changed: 1, unchanged: 0 });
  expect(await rowsOf(event.id)).toMatchObject([{ changedAt: null }]);

  // What the person eats is read from their file: a change there is one of the kit, where it was shared for it.
  time.pass(60);
  const needs = (await (await backend.request("/api/account/needs", { cookie: person.cookie })).json()) as { version: string };
  const changed = { version: needs.version, diets: ["porkFree"] };
  expect((await post(person.cookie, "/api/account/needs", changed, "PUT")).status).toBe(200);
  expect(await rowsOf(event.id)).toMatchObject([{ changedAt: expect.any(String) }]);
  expect(await move(event.id, "collected", ids)).toMatchObject({ changed: 0 });
  await move(event.id, "in_preparation", ids);
  expect(await move(event.id, "collected", ids)).toMatchObject({ changed: 1 });
});

test("clothes that were set aside are noted as tried on although the sizes were changed since", async () => {
  const { event, person, ids } = await ordered("dressed");
  await move(event.id, "in_preparation", ids);
  time.pass(60);
  await post(person.cookie, `/api/my-events/${event.id}/kit`, { sizes: "L" }, "PUT");
  expect(await rowsOf(event.id)).toMatchObject([{ changedAt: expect.any(String), sizes: "L" }]);
  time.pass(100 * 3600);
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
  expect(await move(event.id, "delivered", ids)).toMatchObject({ changed: 1 });
});
