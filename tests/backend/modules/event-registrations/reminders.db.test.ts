import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { remindOfEvents } from "#backend/modules/event-registrations/reminders";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import type { Reminder } from "#contract/charity/event-registrations";
import { hourText } from "#contract/formats/france-time";
import { backendForTest, testClock } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { cookiesOf, signIn } from "#tests/support/people";

const hour = 3_600_000;

/** An event that begins some hours from now, with people who have a place. */
async function opened({ hours = 30, reminders = ["day"], people = 1 }: { hours?: number; reminders?: Reminder[]; people?: number } = {}) {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const event = { title: { fr: "Tri du soir", en: "Evening sorting" } };
  const { id, quotas } = await addEvent(backend, admin, { event, reminders, quotas: [{ capacity: 20 }], cancelUntilHours: 0 });
  const { db } = backend.services;
  const startsAt = new Date(time.clock().getTime() + hours * hour);
  const at = { startsAt, endsAt: new Date(startsAt.getTime() + 2 * hour) };
  await db.update(events).set(at).where(eq(events.id, id));
  const join = async (locale: "fr" | "en" = "fr") => {
    const person = await signIn(backend, { role: "VOLUNTEER", locale });
    const json = { quotaId: quotas[0] };
    expect((await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie: person.cookie, json })).status).toBe(200);
    return person;
  };
  const joined = [];
  for (let count = 0; count < people; count += 1) joined.push(await join());
  const office = async (path: string, json: unknown) =>
    backend.request(`/api/admin/events/${id}${path}`, { method: "POST", cookie: (await signIn(backend, { role: "ADMIN" })).cookie, json });
  return {
    ...{ time, backend, db, id, quotas, joined, join, office, startsAt },
    pass: (minutes: number) => time.pass(minutes * 60),
    remind: () => remindOfEvents(backend.services),
    reminded: async (userId: string) =>
      db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, userId), eq(notices.topic, "event_reminder"), eq(notices.channel, "inbox"))),
    mails: () => db.select().from(outgoingMails).where(eq(outgoingMails.topic, "event_reminder")),
  };
}

test("who has a place is reminded the day before, once, in their language, however often the job runs", async () => {
  const { join, joined, pass, remind, mails } = await opened();
  const english = await join("en");
  await remind();
  expect(await mails()).toEqual([]);
  pass(6 * 60 - 1);
  await remind();
  expect(await mails()).toEqual([]);
  pass(1);
  await Promise.all([remind(), remind(), remind()]);
  await remind();
  const sent = await mails();
  expect(sent.map(({ userId, subject }) => [userId, subject]).sort()).toEqual(
    [
      [joined[0]?.id, "Rappel : Tri du soir"],
      [english.id, "Reminder: Evening sorting"],
    ].sort(),
  );
  pass(23 * 60);
  await remind();
  expect(await mails()).toHaveLength(2);
});

test("a late sign-up is reminded at the next run; nobody is after the beginning", async () => {
  const { join, joined, pass, remind, reminded } = await opened({ hours: 30 });
  pass(20 * 60);
  const late = await join();
  await remind();
  expect([(await reminded(joined[0]?.id ?? "")).length, (await reminded(late.id)).length]).toEqual([1, 1]);
  const later = await join();
  pass(10 * 60);
  await remind();
  expect(await reminded(later.id)).toEqual([]);
});

test("after a stop, people get the last reminder whose time has come and none of those before", async () => {
  const { joined, pass, remind, mails, reminded, startsAt } = await opened({ hours: 80, reminders: ["three_days", "day", "two_hours"] });
  pass(79 * 60);
  await remind();
  const [mail] = await mails();
  expect([await mails(), await reminded(joined[0]?.id ?? "")]).toMatchObject([{ length: 1 }, { length: 1 }]);
  expect(mail?.dedupeKey).toContain(":two_hours:");
  // A mail that nothing could send until then is not sent after the beginning.
  expect([mail?.sendBefore, mail?.endsWithLink]).toEqual([startsAt, true]);
});

test("who cancels, who waits and who was refused is not reminded; a mail that waits is taken back", async () => {
  const { backend, db, joined, id, pass, remind, mails, reminded } = await opened({ people: 2, hours: 30 });
  const [first, second] = joined;
  const leave = async (person: string) =>
    backend.request(`/api/my-events/${id}/cancel`, { method: "POST", cookie: await cookiesOf(backend, person), json: {} });
  expect((await leave(first?.id ?? "")).status).toBe(200);
  pass(7 * 60);
  await remind();
  expect((await mails()).map(({ userId }) => userId)).toEqual([second?.id]);
  expect((await leave(second?.id ?? "")).status).toBe(200);
  expect((await mails()).map(({ status }) => status)).toEqual(["expired"]);
  expect(await reminded(second?.id ?? "")).toEqual([]);
  const sent: string[] = [];
  await sendWaitingMails(backend.services, { send: async ({ subject }) => void sent.push(subject), close() {} });
  expect(sent.filter((subject) => subject.startsWith("Rappel"))).toEqual([]);
  await remind();
  expect((await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "event_reminder"))).length).toBe(1);
});

test("nobody is reminded of a cancelled event, nor of one that wants no reminders", async () => {
  const { office, pass, remind, mails } = await opened({ people: 1 });
  expect((await office("/cancel", { reason: { fr: "Orage" }, people: 1 })).status).toBe(200);
  pass(10 * 60);
  await remind();
  expect(await mails()).toEqual([]);
  const quiet = await opened({ reminders: [] });
  quiet.pass(10 * 60);
  await quiet.remind();
  expect(await quiet.mails()).toEqual([]);
});

test("who has places at an hour of their own is reminded before that hour, which the mail says", async () => {
  const { db, quotas, startsAt, pass, remind, mails } = await opened({ hours: 30, reminders: ["two_hours"] });
  const slot = { startsAt: new Date(startsAt.getTime() + hour), endsAt: new Date(startsAt.getTime() + 1.5 * hour) };
  await db
    .update(eventQuotas)
    .set(slot)
    .where(eq(eventQuotas.id, quotas[0] ?? ""));
  pass(28 * 60);
  await remind();
  expect(await mails()).toEqual([]);
  pass(60);
  await remind();
  const [mail] = await mails();
  expect(mail?.text).toContain(`de ${hourText("fr", slot.startsAt)} à ${hourText("fr", slot.endsAt)}`);
  expect(mail?.sendBefore).toEqual(slot.startsAt);
});

test("whoever pauses reminders has them in the inbox alone, once; a cancellation is mailed all the same", async () => {
  const { backend, joined, office, pass, remind, mails, reminded, db } = await opened({ people: 2 });
  const [paused, other] = joined;
  const answer = await backend.request("/api/account/notifications/pauses", {
    ...{ method: "PUT", cookie: paused?.cookie, json: { reminders: "2027-11-01" } },
  });
  expect(answer.status).toBe(200);
  pass(7 * 60);
  await remind();
  await remind();
  expect((await mails()).map(({ userId, optionalTopic }) => [userId, optionalTopic])).toEqual([[other?.id, "reminders"]]);
  expect(await reminded(paused?.id ?? "")).toMatchObject([{ path: expect.stringContaining("/dashboard/events/") }]);
  expect((await office("/cancel", { reason: { fr: "Orage" }, people: 2 })).status).toBe(200);
  const ofEnd = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "event_cancelled"));
  expect(ofEnd.map(({ userId }) => userId).sort()).toEqual([paused?.id, other?.id].sort());
});

test("a reminder that waits when its reader stops reminders is not sent, and a guest is reminded without a link to stop it", async () => {
  const { backend, db, id, quotas, joined, pass, remind, mails } = await opened({ people: 1 });
  const guest = { guestName: "Ines", guestEmail: "ines@maillon.example", guestLocale: "fr", guestTextVersion: 1 } as const;
  await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", ...guest, status: "confirmed" });
  pass(7 * 60);
  await remind();
  expect((await mails()).map(({ recipient, optionalTopic }) => [recipient, optionalTopic]).sort()).toEqual(
    [
      [joined[0]?.email, "reminders"],
      ["ines@maillon.example", null],
    ].sort(),
  );
  const cookie = await cookiesOf(backend, joined[0]?.id ?? "");
  const never = { method: "PUT", cookie, json: { reminders: "never" } };
  expect((await backend.request("/api/account/notifications", never)).status).toBe(200);
  const sent: string[] = [];
  await sendWaitingMails(backend.services, {
    send: async ({ to, subject }) => void (subject.startsWith("Rappel") && sent.push(to)),
    close() {},
  });
  expect(sent).toEqual(["ines@maillon.example"]);
  expect(await db.$count(outgoingMails, and(eq(outgoingMails.aboutId, id), eq(outgoingMails.lastError, "UNWANTED")))).toBe(1);
});
