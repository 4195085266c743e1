import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { notifyOfEventChange } from "#backend/modules/event-registrations/changes";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addRegistration, addRunningEvent } from "#tests/support/door";
import { addPerson, signIn } from "#tests/support/people";

const day = 86_400_000;
const time = testClock();
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
});
afterAll(() => backend.close());

const inDays = (days: number) => new Date(time.clock().getTime() + days * day);
const addComing = (more: object = {}) => addRunningEvent(backend, { startsAt: inDays(5), endsAt: inDays(5.1), ...more });
const send = async (method: string, path: string, json?: object) =>
  backend.request(path, { method, cookie: (await signIn(backend, { role: "ADMIN" })).cookie, json });
const name = async (eventId: string, email: string) => {
  time.pass(1);
  expect((await send("POST", `/api/admin/events/${eventId}/door-people`, { email })).status).toBe(200);
};
const mailsOf = async (eventId: string, userId: string) => {
  const rows = await backend.services.db
    .select({ topic: outgoingMails.topic, status: outgoingMails.status })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, eventId), eq(outgoingMails.userId, userId)));
  return rows.map(({ topic, status }) => `${topic} ${status}`).sort();
};
const sent = (userId: string) =>
  backend.services.db.update(outgoingMails).set({ status: "sent", sentAt: time.clock() }).where(eq(outgoingMails.userId, userId));

test("who is named for the door has one mail and the event among theirs, and reads when they are not any more", async () => {
  const { eventId } = await addComing();
  const lou = await signIn(backend, { role: "VOLUNTEER" });
  const doors = async () => (await (await backend.request("/api/doors", { cookie: lou.cookie })).json()) as { items: { id: string }[] };
  await name(eventId, lou.email);
  await name(eventId, lou.email);
  expect(await mailsOf(eventId, lou.id)).toEqual(["event_door waiting"]);
  expect((await doors()).items).toMatchObject([{ id: eventId }]);
  const takeOff = () => send("DELETE", `/api/admin/events/${eventId}/door-people/${lou.id}`);
  expect((await takeOff()).status).toBe(200);
  expect((await doors()).items).toEqual([]);
  // What had not left is taken back, and there is nothing to add.
  expect(await mailsOf(eventId, lou.id)).toEqual(["event_door expired"]);
  await name(eventId, lou.email);
  await sent(lou.id);
  expect((await takeOff()).status).toBe(200);
  expect(await mailsOf(eventId, lou.id)).toContain("event_door_ended waiting");
});

test("who is named for the door and not registered reads of changes and of the cancellation; for a draft, once it is on the site", async () => {
  const event = await addComing({ status: "draft", publishedAt: null });
  const { eventId } = event;
  const [lou, ana] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  for (const { email } of [lou, ana]) await name(eventId, email);
  expect(await mailsOf(eventId, lou.id)).toEqual([]);
  const registration = await addRegistration(backend, event, { userId: ana.id });
  await backend.services.db.update(eventRegistrations).set({ createdAt: time.clock() }).where(eq(eventRegistrations.id, registration));
  const change = async (values: Partial<typeof events.$inferInsert>) => {
    time.pass(600);
    const { db, clock } = backend.services;
    const [before] = await db.select().from(events).where(eq(events.id, eventId));
    const [after] = await db.update(events).set(values).where(eq(events.id, eventId)).returning();
    if (!before || !after) throw new Error("no event");
    await notifyOfEventChange({ ...backend.services, db, clock }, before, after);
  };
  await change({ status: "published", publishedAt: time.clock() });
  expect(await mailsOf(eventId, lou.id)).toEqual(["event_door waiting"]);
  expect(await mailsOf(eventId, ana.id)).toEqual(["event_door waiting"]);
  for (const { id } of [lou, ana]) await sent(id);
  await change({ accessNotes: { fr: "" }, summary: { fr: "Autrement dit" } } as never);
  expect(await mailsOf(eventId, lou.id)).toEqual(["event_door sent"]);
  await change({ placeName: "Salle des fêtes" });
  expect(await mailsOf(eventId, lou.id)).toEqual(["event_door sent", "event_door waiting"]);
  expect(await mailsOf(eventId, ana.id)).toEqual(["event_changed waiting", "event_door sent"]);
  const cancelled = await send("POST", `/api/admin/events/${eventId}/cancel`, { reason: { fr: "Il neige" }, people: 1 });
  expect(cancelled.status).toBe(200);
  expect(await mailsOf(eventId, lou.id)).toEqual(["event_cancelled waiting", "event_door expired", "event_door sent"]);
  expect(await mailsOf(eventId, ana.id)).toEqual(["event_cancelled waiting", "event_changed expired", "event_door sent"]);
});

test.each(["draft", "archived"])(
  "who read that they are named for the door reads that the event is taken off the site (%s)",
  async (status) => {
    const { eventId } = await addComing();
    const [lou, ana] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
    await name(eventId, lou.email);
    await sent(lou.id);
    await name(eventId, ana.email);
    expect((await send("POST", `/api/admin/events/${eventId}/status`, { status })).status).toBe(200);
    expect(await mailsOf(eventId, lou.id)).toEqual(["event_door sent", "event_door_ended waiting"]);
    // What had not left is taken back, and there is nothing to add.
    expect(await mailsOf(eventId, ana.id)).toEqual(["event_door expired"]);
  },
);

test("a replaced code is a mail to those whose code had been shown, a guest's with a link of their own; not once the event is over", async () => {
  const event = await addComing();
  const [shown, unseen] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const ids = [await addRegistration(backend, event, { userId: shown.id })];
  const [guest] = await backend.services.db
    .insert(eventRegistrations)
    .values({
      ...{ eventId: event.eventId, quotaId: event.quotaId, status: "confirmed" },
      ...{ guestName: "Mariam Diop", guestEmail: "mariam@exemple.fr", guestLocale: "fr", guestTextVersion: 1 },
    })
    .returning();
  ids.push(guest?.id ?? "");
  await issueCodes(backend.services, "ticket", ids);
  await addRegistration(backend, event, { userId: unseen.id });
  const rotate = async () => (await send("POST", `/api/admin/events/${event.eventId}/codes/rotate`, {})).json();
  expect(await rotate()).toEqual({ changed: 3 });
  const mails = () =>
    backend.services.db
      .select()
      .from(outgoingMails)
      .where(and(eq(outgoingMails.aboutId, event.eventId), eq(outgoingMails.topic, "event_code_replaced")));
  const about = await mails();
  expect(about.map(({ userId }) => userId)).toEqual(expect.arrayContaining([shown.id, null]));
  expect(about).toHaveLength(2);
  expect(about.find(({ userId }) => userId === null)).toMatchObject({ recipient: "mariam@exemple.fr", sealedToken: expect.anything() });
  expect(about.find(({ userId }) => userId !== null)?.text).toContain(`/dashboard/events/${event.eventId}/qrcode`);
  time.pass(6 * 24 * 3600);
  expect(await rotate()).toEqual({ changed: 3 });
  expect(await mails()).toHaveLength(2);
});
