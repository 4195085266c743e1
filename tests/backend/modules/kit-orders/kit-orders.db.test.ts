import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventDoorPeople } from "#backend/modules/check-ins/tables";
import { promoteEverywhere } from "#backend/modules/event-registrations/promoting";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { notices } from "#backend/modules/notices/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { users } from "#backend/modules/users/tables";
import type { KitPage } from "#contract/charity/kit-orders";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import * as kits from "#tests/support/kits";
import { cookiesOf, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const pass = async (hours: number) => {
  time.pass(hours * 3600);
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
};

const post = (cookie: string, path: string, json: unknown = {}, method = "POST") => backend.request(path, { method, cookie, json });
const addKits = (type = "delivery", hours = 100, capacity = 5) => kits.addKits(backend, admin, { type, hours, capacity });
const student = () => kits.addStudent(backend);
const order = (cookie: string, id: string, quotaId: string | undefined, more?: Record<string, unknown>) =>
  kits.orderKit(backend, cookie, { id, quotas: [quotaId ?? ""] }, more);
const pageOf = (cookie: string, id: string) => kits.kitsPage(backend, cookie, id);
const move = async (cookie: string, id: string, to: string, ids: string[]) =>
  (await post(cookie, `/api/kits/${id}/moves`, { move: to, ids })).json() as Promise<{ changed: number; unchanged: number }>;
const ownKit = async (cookie: string, id: string) =>
  ((await (await backend.request(`/api/my-events/${id}`, { cookie })).json()) as { mine: { status: string; kit: unknown } | null }).mine;
const aidsOf = (userId: string) => kits.aidsOf(backend, userId);

test("a student orders a kit, volunteers pack, fetch and deliver it, and the file says what was received", async () => {
  const { id, quotas } = await addKits();
  const person = await student();
  expect((await post(person.cookie, `/api/my-events/${id}/registration`, { quotaId: quotas[0] })).status).toBe(409);
  expect((await order(person.cookie, id, quotas[0], {})).status).toBe(422);
  const given = { place: "own", door: "3e étage", needsShared: true };
  expect(await (await order(person.cookie, id, quotas[0], given)).json()).toMatchObject({ status: "confirmed" });
  expect(await ownKit(person.cookie, id)).toMatchObject({ kit: { status: "ordered", door: "3e étage", needsShared: true } });

  const { items, slots, needs } = await pageOf(admin, id);
  const [row] = items;
  expect(row).toMatchObject({
    address: "3 rue du Bac, 69007 Lyon",
    phone: "06 39 98 12 34",
    needs: { diets: ["vegan"], allergies: "arachides" },
  });
  expect(slots).toMatchObject([{ orders: 1, byStatus: { ordered: 1 } }]);
  expect(needs).toEqual({ diets: [{ diet: "vegan", count: 1 }], allergies: 1, withheld: 0 });
  const ids = [row?.id ?? ""];

  expect(await move(admin, id, "collected", ids)).toEqual({ changed: 0, unchanged: 1 });
  expect(await move(admin, id, "in_preparation", ids)).toEqual({ changed: 1, unchanged: 0 });
  expect(await move(admin, id, "in_preparation", ids)).toEqual({ changed: 0, unchanged: 1 });
  expect(await move(admin, id, "collected", ids)).toEqual({ changed: 1, unchanged: 0 });
  expect((await post(admin, `/api/kits/${id}/moves`, { move: "delivered", ids })).status).toBe(409);
  await pass(101);
  person.cookie = await cookiesOf(backend, person.id);
  expect(await move(admin, id, "absent", ids)).toMatchObject({ changed: 1 });
  expect(await aidsOf(person.id)).toEqual([]);
  expect(await move(admin, id, "delivered", ids)).toMatchObject({ changed: 1 });
  expect(await ownKit(person.cookie, id)).toMatchObject({ status: "attended", kit: { status: "delivered" } });
  expect(await aidsOf(person.id)).toMatchObject([{ kind: "parcel", eventId: id, quantity: 1 }]);
  expect((await pageOf(admin, id)).items[0]).toMatchObject({ statusBy: expect.any(String), status: "delivered" });
  expect(await move(admin, id, "absent", ids)).toMatchObject({ changed: 1 });
  expect(await aidsOf(person.id)).toEqual([]);
});

test("the database refuses a step that is not the next one, whoever writes it", async () => {
  const { id, quotas } = await addKits();
  const person = await student();
  await order(person.cookie, id, quotas[0]);
  const { db } = backend.services;
  const [row] = await db.select().from(eventRegistrations).where(eq(eventRegistrations.userId, person.id));
  for (const status of ["collected", "delivered", "absent"] as const)
    await expect(
      db
        .update(kitOrders)
        .set({ status })
        .where(eq(kitOrders.registrationId, row?.id ?? "")),
    ).rejects.toThrow();
});

test("a fitting takes sizes and one companion; the door notes it, with the clothes, and takes both back", async () => {
  const { id, quotas } = await addKits("dressed", 1);
  const person = await student();
  expect((await order(person.cookie, id, quotas[0], { sizes: "M, 38", companion: true })).status).toBe(200);
  await pass(1);
  const row = (await pageOf(admin, id)).items[0];
  expect(row).toMatchObject({ kind: "dressed", sizes: "M, 38", companion: true, address: null });
  const act = (action: string) => post(admin, `/api/admin/events/${id}/participants/act`, { action, selection: { ids: [row?.id] } });
  expect((await act("attended")).status).toBe(200);
  expect(await aidsOf(person.id)).toMatchObject([{ kind: "clothes" }]);
  expect((await pageOf(admin, id)).items[0]).toMatchObject({ status: "delivered", statusBy: null });
  expect((await act("no_show")).status).toBe(200);
  expect(await aidsOf(person.id)).toEqual([]);
  expect((await pageOf(admin, id)).items[0]).toMatchObject({ status: "absent" });
});

test("the sizes of a fitting are read by who packs until the day after, and then with the right alone", async () => {
  const { db } = backend.services;
  const { id, quotas } = await addKits("dressed");
  const person = await student();
  expect((await order(person.cookie, id, quotas[0], { sizes: "M, 38", companion: true })).status).toBe(200);
  const packer = await signIn(backend, { role: "VOLUNTEER" });
  const office = await signIn(backend, { role: "ADMIN" });
  const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  await db.insert(eventDoorPeople).values({ eventId: id, userId: packer.id, addedBy: office.id });
  const seenBy = async (who: string) => {
    const { items } = await pageOf(await cookiesOf(backend, who), id);
    return items.map(({ sizes, companion }) => [sizes, companion]);
  };
  for (const { id: who } of [packer, office, reader]) expect(await seenBy(who)).toEqual([["M, 38", true]]);
  await pass(140);
  for (const { id: who } of [packer, office]) expect(await seenBy(who)).toEqual([["", false]]);
  expect(await seenBy(reader.id)).toEqual([["M, 38", true]]);
});

test("who will not be there gives the place back, and nothing of the order stays", async () => {
  const { id, quotas } = await addKits();
  const person = await student();
  await order(person.cookie, id, quotas[0]);
  expect((await post(person.cookie, `/api/my-events/${id}/cancel`)).status).toBe(200);
  expect(await ownKit(person.cookie, id)).toMatchObject({ status: "cancelled_by_user", kit: null });
  expect((await pageOf(admin, id)).items).toEqual([]);
});

test("what was said is changed until the kit is under way, and the consent for this kit taken back", async () => {
  const { id, quotas } = await addKits();
  const person = await student();
  await order(person.cookie, id, quotas[0], { place: "own", needsShared: true });
  const change = (more: object) => post(person.cookie, `/api/my-events/${id}/kit`, { place: "own", ...more }, "PUT");
  expect((await change({ place: "other" })).status).toBe(422);
  expect((await change({ place: "other", address: "9 rue des Lilas, Lyon", needsShared: false })).status).toBe(200);
  expect((await pageOf(admin, id)).items[0]).toMatchObject({ address: "9 rue des Lilas, Lyon", needs: null });
  const ids = (await pageOf(admin, id)).items.map((row) => row.id);
  await move(admin, id, "in_preparation", ids);
  await move(admin, id, "collected", ids);
  expect((await change({})).status).toBe(409);
});

test("diets and allergies are read by who packs when the person agrees, and else with the right alone; each reading is recorded", async () => {
  const { id, quotas } = await addKits();
  const [shares, keeps] = [await student(), await student()];
  await order(shares.cookie, id, quotas[0], { place: "own", needsShared: true });
  await order(keeps.cookie, id, quotas[0]);
  const [packer, stranger] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
  const { db } = backend.services;
  const [{ id: adminId } = { id: "" }] = await db.select({ id: users.id }).from(users).where(eq(users.role, "ADMIN")).limit(1);
  await db.insert(eventDoorPeople).values({ eventId: id, userId: packer.id, addedBy: adminId });

  expect((await backend.request(`/api/kits/${id}`, { cookie: stranger.cookie })).status).toBe(404);
  expect((await post(stranger.cookie, `/api/kits/${id}/moves`, { move: "in_preparation", ids: [id] })).status).toBe(404);
  expect((await backend.request(`/api/kits/${id}`, { cookie: shares.cookie })).status).toBe(403);
  const read = await pageOf(packer.cookie, id);
  const needsOf = (userId: string, page: KitPage) => page.items.find((row) => row.userId === userId)?.needs;
  expect(needsOf(shares.id, read)).toEqual({ diets: ["vegan"], allergies: "arachides" });
  expect(needsOf(keeps.id, read)).toBeNull();
  expect(read.needs).toEqual({ diets: [{ diet: "vegan", count: 1 }], allergies: 1, withheld: 1 });
  const [logged] = await db
    .select()
    .from(auditLog)
    .where(sql`${auditLog.action} = 'kit_order.read_restricted' and ${auditLog.actorId} = ${packer.id}`);
  expect(logged).toMatchObject({ entityId: id });
  expect(JSON.stringify(logged)).not.toContain("arachides");

  const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  expect(needsOf(keeps.id, await pageOf(reader.cookie, id))).toMatchObject({ allergies: "arachides" });

  // A day after the event, who packed reaches nobody any more; a month after, nothing is left.
  await pass(140);
  const after = await pageOf(await cookiesOf(backend, packer.id), id);
  expect(after.items.map(({ address, phone, needs }) => ({ address, phone, needs }))).toEqual([
    { address: null, phone: null, needs: null },
    { address: null, phone: null, needs: null },
  ]);
  const asAdmin = await pageOf(await cookiesOf(backend, adminId), id);
  expect(asAdmin.items.map(({ address, phone }) => ({ address, phone }))).toEqual([
    { address: null, phone: null },
    { address: null, phone: null },
  ]);
  expect((await pageOf(await cookiesOf(backend, reader.id), id)).items.some(({ address }) => address !== null)).toBe(true);
  await pass(31 * 24);
  await applyRetention(backend.services);
  expect(await db.$count(kitOrders)).toBe(0);
});

test("each refusal says its own reason", async () => {
  const { id, quotas } = await addKits("delivery", 10);
  const person = await student();
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
  const register = await post(person.cookie, `/api/my-events/${id}/registration`, { quotaId: quotas[0] });
  expect(await codeOf(register)).toEqual([409, "kit_details"]);
  await order(person.cookie, id, quotas[0]);
  const ids = (await pageOf(admin, id)).items.map((row) => row.id);
  const change = () => post(person.cookie, `/api/my-events/${id}/kit`, { place: "own" }, "PUT");
  const moveTo = (event: string, to: string) => post(admin, `/api/kits/${event}/moves`, { move: to, ids });
  expect(await codeOf(await moveTo(id, "delivered"))).toEqual([409, "kit_too_early"]);
  expect((await change()).status).toBe(200);
  // Nobody has noted what became of it: after the event it does not change any more.
  await pass(14);
  person.cookie = await cookiesOf(backend, person.id);
  expect(await codeOf(await change())).toEqual([409, "event_over"]);
  const late = await student();
  expect(await codeOf(await order(late.cookie, id, quotas[0]))).toEqual([409, "registration_closed"]);

  const next = await addKits();
  await order(person.cookie, next.id, next.quotas[0]);
  const cancel = { reason: { fr: "Plus de camion", en: "No van" }, people: 1 };
  expect((await post(admin, `/api/admin/events/${next.id}/cancel`, cancel)).status).toBe(200);
  expect(await codeOf(await moveTo(next.id, "in_preparation"))).toEqual([409, "event_cancelled"]);
  const changed = await post(person.cookie, `/api/my-events/${next.id}/kit`, { place: "own" }, "PUT");
  expect(await codeOf(changed)).toEqual([409, "event_cancelled"]);
  expect((await post((await student()).cookie, `/api/my-events/${next.id}/kit`, { place: "own" }, "PUT")).status).toBe(404);
});

test("an event at which somebody received something is not deleted", async () => {
  const { id, quotas } = await addKits("delivery", 1);
  const person = await student();
  await order(person.cookie, id, quotas[0]);
  await pass(1);
  const act = { action: "attended", selection: { ids: (await pageOf(admin, id)).items.map((row) => row.id) } };
  expect((await post(admin, `/api/admin/events/${id}/participants/act`, act)).status).toBe(200);
  await pass(24);
  expect((await post(admin, `/api/admin/events/${id}/status`, { status: "archived" })).status).toBe(200);
  await backend.services.db.delete(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  const removed = await post(admin, `/api/admin/events/${id}`, undefined, "DELETE");
  // The aid in the file, and the kit that public figures count.
  expect([removed.status, await removed.json()]).toMatchObject([409, { code: "in_use", count: 2 }]);
  expect(await aidsOf(person.id)).toHaveLength(1);
});

test("the student reads in the inbox what became of the order, once of each state, and nothing of what was ordered", async () => {
  const { id, quotas } = await addKits("delivery", 1);
  const person = await student();
  await order(person.cookie, id, quotas[0], { place: "own", door: "3e étage", needsShared: true });
  const ids = (await pageOf(admin, id)).items.map((row) => row.id);
  const read = async () => {
    const rows = await backend.services.db
      .select({ values: notices.values, path: notices.path })
      .from(notices)
      .where(and(eq(notices.userId, person.id), eq(notices.topic, "kit_moved")))
      .orderBy(notices.createdAt);
    return rows.map(({ values, path }) => ({ ...values, path }));
  };
  const of = (status: string) => ({ kind: "delivery", status, path: `/dashboard/events/${id}` });
  for (const step of ["in_preparation", "in_preparation", "collected"]) {
    await move(admin, id, step, ids);
    time.pass(60);
  }
  expect(await read()).toEqual([of("in_preparation"), of("collected")]);
  await pass(1);
  // The door notes it; staff correct it, and what was not read goes with that.
  const act = (action: string) => post(admin, `/api/admin/events/${id}/participants/act`, { action, selection: { ids } });
  expect((await act("attended")).status).toBe(200);
  expect(await read()).toEqual([of("in_preparation"), of("collected"), of("delivered")]);
  expect(await move(admin, id, "absent", ids)).toMatchObject({ changed: 1 });
  expect(await read()).toEqual([of("in_preparation"), of("collected"), of("absent")]);
  const inbox = (await (await backend.request("/api/account/inbox", { cookie: await cookiesOf(backend, person.id) })).json()) as object;
  expect(inbox).toMatchObject({ items: [{ title: expect.stringMatching(/^Personne n’a ouvert/) }, {}, {}, {}] });
  // An end that was read and taken back is said again when it comes again.
  await backend.services.db
    .update(notices)
    .set({ readAt: time.clock() })
    .where(and(eq(notices.userId, person.id), eq(notices.channel, "inbox")));
  time.pass(60);
  expect((await act("attended")).status).toBe(200);
  time.pass(60);
  expect((await act("no_show")).status).toBe(200);
  expect(await read()).toEqual([of("in_preparation"), of("collected"), of("absent"), of("absent")]);
});

test("an order that ends with a cancellation takes what was said of it and not read yet", async () => {
  const { db } = backend.services;
  const unread = async ({ id }: { id: string }) =>
    (
      await db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, id), eq(notices.topic, "kit_moved")))
    ).map(({ values }) => values.status);
  const ends = {
    person: async (id: string, { cookie }: { cookie: string; id: string }) => (await post(cookie, `/api/my-events/${id}/cancel`)).status,
    event: async (id: string) => (await post(admin, `/api/admin/events/${id}/cancel`, { reason: { fr: "Pluie" }, people: 1 })).status,
    account: async (id: string, person: { id: string }) => {
      await db.update(users).set({ accountState: "suspended" }).where(eq(users.id, person.id));
      await promoteEverywhere(backend.services);
      return db.$count(eventRegistrations, and(eq(eventRegistrations.eventId, id), eq(eventRegistrations.status, "cancelled_by_staff")));
    },
  };
  const ok = { person: 200, event: 200, account: 1 };
  for (const [by, end] of Object.entries(ends)) {
    const { id, quotas } = await addKits();
    const person = await student();
    await order(person.cookie, id, quotas[0]);
    await move(
      admin,
      id,
      "in_preparation",
      (await pageOf(admin, id)).items.map((row) => row.id),
    );
    expect(await unread(person)).toEqual(["in_preparation"]);
    expect(await end(id, person)).toBe(ok[by as keyof typeof ok]);
    expect(await unread(person)).toEqual([]);
  }
});
