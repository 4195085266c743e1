import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import type { KitForm } from "#contract/charity/kit-orders";
import { backendForTest, testClock } from "#tests/support/backend";
import { addKits, addStudent, inHours, kitsPage, orderKit, setAidRule } from "#tests/support/kits";
import { cookiesOf, signIn } from "#tests/support/people";

async function charity(aidRule: "warn" | "refuse") {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  expect((await setAidRule(backend, admin.cookie, aidRule)).status).toBe(200);
  const formOf = async (cookie: string, id: string) =>
    (await (await backend.request(`/api/my-events/${id}/kit`, { cookie })).json()) as KitForm;
  return { time, backend, admin, formOf };
}

test("who only waits for a kit may order another one", async () => {
  const { backend, admin, formOf } = await charity("refuse");
  const [full, free] = [await addKits(backend, admin.cookie, { capacity: 0 }), await addKits(backend, admin.cookie, { hours: 120 })];
  const { cookie } = await addStudent(backend);
  expect(await (await orderKit(backend, cookie, full)).json()).toEqual({ status: "waiting" });
  expect((await formOf(cookie, free.id)).earlier).toEqual([]);
  expect(await (await orderKit(backend, cookie, free)).json()).toEqual({ status: "confirmed" });
});

test("a kit whose attendance nobody noted stands in nobody's way a day after its event; one that was received does", async () => {
  const { time, backend, admin, formOf } = await charity("refuse");
  const first = await addKits(backend, admin.cookie, { hours: 1 });
  const [unnoted, received] = [await addStudent(backend), await addStudent(backend)];
  for (const { cookie } of [unnoted, received]) expect((await orderKit(backend, cookie, first)).status).toBe(200);
  const next = await addKits(backend, admin.cookie, { hours: 48 });
  expect((await formOf(unnoted.cookie, next.id)).earlier).toMatchObject([{ refused: true, received: false }]);
  time.pass(4 * 3600);
  for (const person of [unnoted, received]) person.cookie = await cookiesOf(backend, person.id);
  const { rows } = await backend.services.db.execute(sql`
    update ${eventRegistrations} set status = 'attended' where user_id = ${received.id} returning id`);
  expect(rows).toHaveLength(1);
  // Whether the kit was received is still to be noted.
  expect((await formOf(unnoted.cookie, next.id)).earlier).toMatchObject([{ refused: true, received: false }]);
  expect((await orderKit(backend, unnoted.cookie, next)).status).toBe(422);
  time.pass(24 * 3600);
  for (const person of [unnoted, received]) person.cookie = await cookiesOf(backend, person.id);
  expect((await formOf(unnoted.cookie, next.id)).earlier).toEqual([]);
  expect((await orderKit(backend, unnoted.cookie, next)).status).toBe(200);
  expect((await formOf(received.cookie, next.id)).earlier).toMatchObject([{ refused: true, received: true }]);
  expect((await orderKit(backend, received.cookie, next)).status).toBe(422);
});

test("the form and the order check the same day, that of the slot", async () => {
  const { backend, admin, formOf } = await charity("refuse");
  const { cookie } = await addStudent(backend);
  expect((await orderKit(backend, cookie, await addKits(backend, admin.cookie, { hours: 24 }))).status).toBe(200);
  // The event begins three days after, inside the interval; its second slot is eight days after.
  const slot = (hours: number) => ({ capacity: 5, startsAt: inHours(backend, hours), endsAt: inHours(backend, hours + 1) });
  const both = await addKits(backend, admin.cookie, {
    hours: 96,
    event: { endsAt: inHours(backend, 24 * 9 + 2) },
    quotas: [slot(96), slot(24 * 9)],
  });
  const [near, far] = both.quotas;
  expect((await formOf(cookie, both.id)).earlier).toMatchObject([{ refused: true, quotaIds: [near] }]);
  expect((await orderKit(backend, cookie, { ...both, quotas: [near ?? ""] })).status).toBe(422);
  expect((await orderKit(backend, cookie, { ...both, quotas: [far ?? ""] })).status).toBe(200);
});

test("a second kit inside the interval is marked whoever registered the person, where they were moved to, and as long as there is a first", async () => {
  const { backend, admin } = await charity("warn");
  const student = await addStudent(backend);
  const first = await addKits(backend, admin.cookie, { hours: 30 });
  const slot = (hours: number) => ({ capacity: 5, startsAt: inHours(backend, hours), endsAt: inHours(backend, hours + 1) });
  const second = await addKits(backend, admin.cookie, {
    hours: 96,
    event: { endsAt: inHours(backend, 24 * 9 + 2) },
    quotas: [slot(96), slot(24 * 9)],
  });
  await orderKit(backend, student.cookie, first);
  const office = (path: string, json: object) =>
    backend.request(`/api/admin/events/${second.id}/participants${path}`, { method: "POST", cookie: admin.cookie, json });
  expect((await office("", { email: student.email, quotaId: second.quotas[0], partySize: 1 })).status).toBe(200);
  const marks = async (id: string) => (await kitsPage(backend, admin.cookie, id)).items.map(({ repeated }) => repeated);
  expect([await marks(first.id), await marks(second.id)]).toEqual([[false], [true]]);
  const ids = (await kitsPage(backend, admin.cookie, second.id)).items.map(({ id }) => id);
  const moveTo = (quotaId: string | undefined) => office("/move", { quotaId, selection: { ids } });
  expect((await moveTo(second.quotas[1])).status).toBe(200);
  expect(await marks(second.id)).toEqual([false]);
  expect((await moveTo(second.quotas[0])).status).toBe(200);
  expect(await marks(second.id)).toEqual([true]);
  await backend.request(`/api/my-events/${first.id}/cancel`, { method: "POST", cookie: student.cookie });
  expect(await marks(second.id)).toEqual([false]);
});

test("numbers of diets and allergies are logged as read, also where no order is listed", async () => {
  const { backend, admin } = await charity("warn");
  const event = await addKits(backend, admin.cookie);
  const read = async (query = "") => {
    const { items, needs } = await kitsPage(backend, admin.cookie, event.id, query);
    const logged = await backend.services.db
      .select()
      .from(auditLog)
      .where(sql`${auditLog.action} = 'kit_order.read_restricted' and ${auditLog.entityId} = ${event.id}`);
    return { listed: items.length, allergies: needs.allergies, logged: logged.map(({ changes }) => changes) };
  };
  expect(await read()).toEqual({ listed: 0, allergies: 0, logged: [] });
  await orderKit(backend, (await addStudent(backend)).cookie, event);
  const seen = await read("?status=delivered");
  expect(seen).toMatchObject({ listed: 0, allergies: 1, logged: [{ countedOrders: { after: 1 } }] });
  expect(JSON.stringify(seen.logged)).not.toMatch(/arachides|vegan/);
});
