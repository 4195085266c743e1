import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { notifyOfEventChange } from "#backend/modules/event-registrations/changes";
import { momentAt } from "#backend/modules/event-registrations/helpers";
import { promoteEverywhere } from "#backend/modules/event-registrations/promoting";
import { remindOfEvents } from "#backend/modules/event-registrations/reminders";
import { eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import type { EventDay } from "#contract/charity/event-day";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { addEvent } from "#tests/support/events";
import { addKits, addStudent, kitsPage, orderKit } from "#tests/support/kits";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

const hour = 3_600_000;
const time = testClock();
let backend: TestBackend;
let staff: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  staff = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const office = async () => (await signIn(backend, { role: "ADMIN" })).cookie;
const wall = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour).toISOString().slice(0, 16);
const post = (cookie: string, path: string, json: object = {}) => backend.request(path, { method: "POST", cookie, json });

async function joined(more: Parameters<typeof addEvent>[2] = {}) {
  const event = await addEvent(backend, await office(), {
    event: { startsAt: wall(60), endsAt: wall(62) },
    cancelUntilHours: 24,
    reminders: ["two_hours"],
    ...more,
  });
  const person = await signIn(backend, { role: "VOLUNTEER" });
  expect((await post(person.cookie, `/api/my-events/${event.id}/registration`, { quotaId: event.quotas[0] })).status).toBe(200);
  return { ...event, person };
}
const noticesOf = (eventId: string) =>
  backend.services.db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, staff.id), eq(notices.topic, "place_left"), eq(notices.subjectId, eventId)));
const markRead = (eventId: string) =>
  backend.services.db
    .update(notices)
    .set({ readAt: time.clock() })
    .where(and(eq(notices.subjectId, eventId), eq(notices.topic, "place_left")));
const dayOf = async (id: string) =>
  (await (await backend.request(`/api/admin/events/${id}/day`, { cookie: await office() })).json()) as EventDay;

test("who gives a place back shortly before the event lets its staff know, once; earlier, or where somebody waits, nobody", async () => {
  const [early, late, followed] = [await joined(), await joined(), await joined()];
  expect((await post(early.person.cookie, `/api/my-events/${early.id}/cancel`)).status).toBe(200);
  const next = await signIn(backend, { role: "VOLUNTEER" });
  await post(next.cookie, `/api/my-events/${followed.id}/registration`, { quotaId: followed.quotas[0] });
  time.pass(34 * 3600);
  for (const { id, person } of [late, followed])
    expect((await post(await cookiesOf(backend, person.id), `/api/my-events/${id}/cancel`)).status).toBe(200);
  expect(await noticesOf(early.id)).toEqual([]);
  expect(await noticesOf(followed.id)).toEqual([]);
  expect(await noticesOf(late.id)).toMatchObject([{ path: `/dashboard/admin/events/${late.id}`, values: { kind: "left" } }]);
  const inbox = (await (await backend.request("/api/account/inbox", { cookie: await cookiesOf(backend, staff.id) })).json()) as {
    items: { title: string }[];
  };
  expect(inbox.items[0]?.title).toMatch(/^Une place s’est libérée/);
  expect(JSON.stringify(inbox)).not.toContain(late.person.email);
});

test("managers of the sector are notified where they can find somebody else, and land where they do", async () => {
  const { db } = backend.services;
  const { id: sectorId } = await publishContent(backend, "sectors", await office());
  const manager = await addPerson(backend, { role: "VOLUNTEER" });
  await db.insert(sectorManagers).values({ sectorId, userId: manager.id });
  const event = { startsAt: wall(60), endsAt: wall(62), sectorId };
  // Of the second one, nobody can take a place any more.
  const [open, closed] = [await joined({ event }), await joined({ event })];
  time.pass(34 * 3600);
  await db.update(registrationRules).set({ closesAt: time.clock() }).where(eq(registrationRules.eventId, closed.id));
  for (const { id, person } of [open, closed])
    expect((await post(await cookiesOf(backend, person.id), `/api/my-events/${id}/cancel`)).status).toBe(200);
  const of = (eventId: string) =>
    db
      .select({ userId: notices.userId, path: notices.path })
      .from(notices)
      .where(and(eq(notices.topic, "place_left"), eq(notices.subjectId, eventId)));
  expect(await of(open.id)).toEqual([{ userId: manager.id, path: `/dashboard/events/${open.id}` }]);
  const toAdmins = await of(closed.id);
  expect(toAdmins.map(({ userId }) => userId)).not.toContain(manager.id);
  expect(toAdmins).toContainEqual({ userId: staff.id, path: `/dashboard/admin/events/${closed.id}` });
  const cookie = await cookiesOf(backend, manager.id);
  const page = await backend.request(`/api/my-events/${open.id}`, { cookie });
  const helpers = await backend.request(`/api/admin/events/${open.id}/helpers`, { cookie });
  expect([page.status, await helpers.json()]).toEqual([200, { helpers: { people: 0, names: [], notified: 0 } }]);
});

test("whoever looks after the events of the sector is notified as well, and lands on the page of the event in the office", async () => {
  const { db } = backend.services;
  const { id: sectorId } = await publishContent(backend, "sectors", await office());
  const holding = (permission: "EVENTS_MANAGE" | "EVENTS_SCAN") =>
    addPerson(backend, { role: "VOLUNTEER", inSectors: [{ permission, sectorId }] });
  const [coordinator, former] = [await holding("EVENTS_MANAGE"), await holding("EVENTS_MANAGE"), await holding("EVENTS_SCAN")];
  await db.update(permissionGrants).set({ expiresOn: "2020-01-01" }).where(eq(permissionGrants.userId, former.id));
  const { id, person } = await joined({ event: { startsAt: wall(60), endsAt: wall(62), sectorId } });
  const admin = await addPerson(backend, { role: "ADMIN", sectorId });
  const stored = async () => {
    const { userId, path, values } = notices;
    const rows = await db
      .select({ userId, path, values })
      .from(notices)
      .where(and(eq(notices.topic, "place_left"), eq(notices.subjectId, id)));
    return rows.map((row) => [row.userId, row.path, row.values.kind]).toSorted();
  };
  const both = (...kinds: string[]) =>
    [coordinator.id, admin.id].flatMap((userId) => kinds.map((kind) => [userId, `/dashboard/admin/events/${id}`, kind])).toSorted();
  time.pass(40 * 3600);
  const say = async (away: boolean) => {
    time.pass(60);
    expect((await post(await cookiesOf(backend, person.id), `/api/my-events/${id}/away`, { away })).status).toBe(200);
  };
  await say(true);
  expect(await stored()).toEqual(both("away"));
  await markRead(id);
  await say(false);
  expect(await stored()).toEqual(both("away", "back"));
});

test("a place that is left late reaches volunteers who could come, the nearest first and each once, where the event has this", async () => {
  const { db } = backend.services;
  const { id: sectorId } = await publishContent(backend, "sectors", await office());
  const event = { startsAt: wall(60), endsAt: wall(62), sectorId, latitude: 45.75, longitude: 4.85 };
  const [alerting, silent, early] = [
    await joined({ event, alertsVolunteers: true }),
    await joined({ event, alertsVolunteers: false }),
    await joined({ event, alertsVolunteers: true }),
  ];
  const couldCome = async (latitude: number | null) => {
    const { id } = await addPerson(backend, { role: "VOLUNTEER", sectorId });
    await db.insert(volunteerProfiles).values({ userId: id, activities: [], moments: [momentAt(new Date(`${wall(59)}Z`))] });
    await db
      .update(users)
      .set({ latitude, longitude: latitude === null ? null : 4.85 })
      .where(eq(users.id, id));
    return id;
  };
  const unknown = await couldCome(null);
  for (let far = 0; far < 9; far += 1) await couldCome(46.2);
  const near = await couldCome(45.76);
  const farthest = await couldCome(47.2);
  await db.update(users).set({ lastInteractionAt: time.clock() }).where(eq(users.id, farthest));
  const alerted = async (id: string) => {
    const mails = await db
      .select({ userId: outgoingMails.userId })
      .from(outgoingMails)
      .where(and(eq(outgoingMails.aboutId, id), eq(outgoingMails.topic, "event_help")));
    return mails.map(({ userId }) => userId);
  };
  await post(await cookiesOf(backend, early.person.id), `/api/my-events/${early.id}/cancel`);
  time.pass(34 * 3600);
  for (const { id, person } of [alerting, silent])
    expect((await post(await cookiesOf(backend, person.id), `/api/my-events/${id}/cancel`)).status).toBe(200);
  expect(await alerted(silent.id)).toEqual([]);
  expect(await alerted(early.id)).toEqual([]);
  const notified = await alerted(alerting.id);
  expect([notified.length, notified.includes(near), notified.includes(farthest), notified.includes(unknown)]).toEqual([
    10,
    true,
    false,
    false,
  ]);
  const logged = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, alerting.id), eq(auditLog.action, "event.help")));
  expect(logged).toMatchObject([{ actorId: null }]);
  const helper = await cookiesOf(backend, near);
  await post(helper, `/api/my-events/${alerting.id}/registration`, { quotaId: alerting.quotas[0] });
  await db.update(registrationRules).set({ cancelUntilHours: 0 }).where(eq(registrationRules.eventId, alerting.id));
  expect((await post(helper, `/api/my-events/${alerting.id}/cancel`)).status).toBe(200);
  // Those who were left out are next, and nobody is notified twice.
  expect(new Set(await alerted(alerting.id)).size).toBe(12);
});

test("a late place that is offered and not taken is a notice once nobody is left to offer it to", async () => {
  const [declined, expired, passedOn] = [await joined(), await joined(), await joined()];
  const nextAt = async ({ id, quotas }: { id: string; quotas: string[] }) => {
    const next = await signIn(backend, { role: "VOLUNTEER" });
    expect((await post(next.cookie, `/api/my-events/${id}/registration`, { quotaId: quotas[0] })).status).toBe(200);
    return next.id;
  };
  const [whoDeclines] = [await nextAt(declined), await nextAt(expired), await nextAt(passedOn), await nextAt(passedOn)];
  time.pass(30 * 3600);
  for (const { id, person } of [declined, expired, passedOn])
    expect((await post(await cookiesOf(backend, person.id), `/api/my-events/${id}/cancel`)).status).toBe(200);
  expect(await noticesOf(declined.id)).toEqual([]);
  const answer = await post(await cookiesOf(backend, whoDeclines ?? ""), `/api/my-events/${declined.id}/offer`, { accepted: false });
  expect(answer.status).toBe(200);
  expect(await noticesOf(declined.id)).toMatchObject([{ values: { kind: "left" } }]);
  time.pass(13 * 3600);
  await promoteEverywhere(backend.services);
  await promoteEverywhere(backend.services);
  expect(await noticesOf(expired.id)).toMatchObject([{ values: { kind: "left" } }]);
  expect(await noticesOf(passedOn.id)).toEqual([]);
  time.pass(12 * 3600);
  await promoteEverywhere(backend.services);
  expect(await noticesOf(passedOn.id)).toMatchObject([{ values: { kind: "left" } }]);
});

test("the late end of a registration of a closed account is a notice where nobody waits for its place", async () => {
  const [alone, followed] = [await joined(), await joined()];
  const next = await signIn(backend, { role: "VOLUNTEER" });
  await post(next.cookie, `/api/my-events/${followed.id}/registration`, { quotaId: followed.quotas[0] });
  time.pass(30 * 3600);
  for (const { person } of [alone, followed])
    await backend.services.db.update(users).set({ accountState: "suspended" }).where(eq(users.id, person.id));
  await promoteEverywhere(backend.services);
  expect(await noticesOf(alone.id)).toMatchObject([{ values: { kind: "left" } }]);
  expect(await noticesOf(followed.id)).toEqual([]);
});

test("who comes after all takes the notice back from who has not read it, and is a notice to who has; a second absence is one again", async () => {
  const { id, person } = await joined();
  const say = async (away: boolean) => {
    time.pass(60);
    return post(await cookiesOf(backend, person.id), `/api/my-events/${id}/away`, { away });
  };
  const kinds = async () => (await noticesOf(id)).map(({ values, readAt }) => `${values.kind}${readAt ? " read" : ""}`).sort();
  time.pass(40 * 3600);
  await say(true);
  expect(await kinds()).toEqual(["away"]);
  await say(false);
  expect(await kinds()).toEqual([]);
  await say(true);
  expect(await kinds()).toEqual(["away"]);
  await markRead(id);
  await say(false);
  expect(await kinds()).toEqual(["away read", "back"]);
  const inbox = (await (await backend.request("/api/account/inbox", { cookie: await cookiesOf(backend, staff.id) })).json()) as {
    items: { title: string; action: string }[];
  };
  expect(inbox.items[0]).toMatchObject({ title: expect.stringMatching(/vient finalement$/), action: "Voir l’évènement" });
  await say(true);
  expect(await kinds()).toEqual(["away", "away read", "back"]);
});

const registrationIn = async (eventId: string) => {
  const { id } = eventRegistrations;
  const [row] = await backend.services.db.select({ id }).from(eventRegistrations).where(eq(eventRegistrations.eventId, eventId));
  return row?.id ?? "";
};

/** An event whose volunteer looks for a replacement, and says too late that they cannot come; staff read it, or not yet. */
async function absent(isRead: boolean) {
  const event = await joined();
  time.pass(40 * 3600);
  const cookie = await cookiesOf(backend, event.person.id);
  await post(cookie, `/api/my-events/${event.id}/replacement`, { wanted: true });
  expect((await post(cookie, `/api/my-events/${event.id}/away`, { away: true })).status).toBe(200);
  if (isRead) await markRead(event.id);
  return { ...event, registrationId: await registrationIn(event.id) };
}

const ends = {
  replaced: async ({ id, registrationId }: Awaited<ReturnType<typeof absent>>) => {
    const taker = await signIn(backend, { role: "VOLUNTEER" });
    expect((await post(taker.cookie, `/api/my-events/${id}/take-over`, { registrationId })).status).toBe(200);
  },
  moved: async ({ id }: Awaited<ReturnType<typeof absent>>) => {
    const { db } = backend.services;
    const [before] = await db.select().from(events).where(eq(events.id, id));
    if (!before) throw new Error("no event");
    const later = { startsAt: new Date(before.startsAt.getTime() + 2 * hour), endsAt: new Date(before.endsAt.getTime() + 2 * hour) };
    const [after] = await db.update(events).set(later).where(eq(events.id, id)).returning();
    await notifyOfEventChange(backend.services, before, after ?? before);
  },
};

test.each(["replaced", "moved"] as const)(
  "an absence that ends because the place is %s is no notice any more, and one to who has read it",
  async (kind) => {
    for (const isRead of [false, true]) {
      const event = await absent(isRead);
      expect(await noticesOf(event.id)).toHaveLength(1);
      time.pass(60);
      await ends[kind](event);
      const kinds = (await noticesOf(event.id)).map(({ values }) => values.kind).sort();
      expect(kinds).toEqual(isRead ? ["away", kind] : []);
    }
    const inbox = (await (await backend.request("/api/account/inbox", { cookie: await cookiesOf(backend, staff.id) })).json()) as {
      items: { title: string; action: string }[];
    };
    const title = kind === "moved" ? /a changé de place ou d’horaires/ : /prend la place/;
    expect(inbox.items[0]).toMatchObject({ title: expect.stringMatching(title), action: "Voir l’évènement" });
  },
);

test("who is moved to other places of their event, and could not come to theirs, is no absence any more", async () => {
  const event = await joined({ quotas: [{ capacity: 2 }, { capacity: 2 }] });
  time.pass(40 * 3600);
  await post(await cookiesOf(backend, event.person.id), `/api/my-events/${event.id}/away`, { away: true });
  expect(await noticesOf(event.id)).toHaveLength(1);
  const body = { quotaId: event.quotas[1], selection: { ids: [await registrationIn(event.id)] } };
  expect((await post(await office(), `/api/admin/events/${event.id}/participants/move`, body)).status).toBe(200);
  expect(await noticesOf(event.id)).toEqual([]);
});

test("after the limit a person notes that they cannot come, which staff read, and takes it back", async () => {
  const { id, person } = await joined();
  const say = async (away: boolean) => post(await cookiesOf(backend, person.id), `/api/my-events/${id}/away`, { away });
  // There is time to give the place back.
  expect((await say(true)).status).toBe(409);
  time.pass(40 * 3600);
  expect((await post(await cookiesOf(backend, person.id), `/api/my-events/${id}/cancel`)).status).toBe(409);
  expect((await say(true)).status).toBe(200);
  expect((await say(true)).status).toBe(200);
  const own = (await (await backend.request(`/api/my-events/${id}`, { cookie: await cookiesOf(backend, person.id) })).json()) as {
    mine: object;
  };
  expect(own.mine).toMatchObject({ status: "confirmed", away: true });
  expect(await noticesOf(id)).toMatchObject([{ values: { kind: "away" } }]);
  const day = await dayOf(id);
  expect(day).toMatchObject({ away: [{ userId: person.id, awayAt: expect.any(String) }], seeking: [], missing: [] });
  time.pass(19 * 3600);
  await remindOfEvents(backend.services);
  const reminders = () =>
    backend.services.db
      .select()
      .from(outgoingMails)
      .where(and(eq(outgoingMails.userId, person.id), eq(outgoingMails.topic, "event_reminder")));
  expect(await reminders()).toEqual([]);
  expect((await say(false)).status).toBe(200);
  await remindOfEvents(backend.services);
  expect(await reminders()).toHaveLength(1);
  expect((await dayOf(id)).away).toEqual([]);
  await say(true);
  time.pass(2 * 3600);
  expect(await dayOf(id)).toMatchObject({ away: [], missing: [{ userId: person.id, awayAt: expect.any(String) }] });
  time.pass(3 * 3600);
  expect((await say(false)).status).toBe(409);
});

test("a student with a kit on its way notes that nobody will be there, and who brings it reads that", async () => {
  const event = await addKits(backend, await office(), { hours: 60, cancelUntilHours: 0 });
  const student = await addStudent(backend);
  await orderKit(backend, student.cookie, event);
  const admin = await office();
  const ids = (await kitsPage(backend, admin, event.id)).items.map(({ id }) => id);
  const away = () => post(student.cookie, `/api/my-events/${event.id}/away`, { away: true });
  expect((await away()).status).toBe(409);
  for (const move of ["in_preparation", "collected"]) await post(admin, `/api/kits/${event.id}/moves`, { move, ids });
  expect((await away()).status).toBe(200);
  expect((await kitsPage(backend, admin, event.id)).items).toMatchObject([{ status: "collected", awayAt: expect.any(String) }]);
});
