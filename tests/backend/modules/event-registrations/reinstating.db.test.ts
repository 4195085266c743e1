import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { notifyOfCancellations } from "#backend/modules/event-registrations/notifying";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addEvent, placesOf } from "#tests/support/events";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";

const hour = 3_600_000;

/** A cancelled event to come, with one volunteer who had a place and a guest with an address, and the requests about it. */
async function cancelledEvent() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  let { cookie: office } = await signIn(backend, { role: "ADMIN" });
  const wall = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour).toISOString().slice(0, 16);
  const { id, quotas } = await addEvent(backend, office, { event: { startsAt: wall(100), endsAt: wall(102) }, quotas: [{ capacity: 5 }] });
  const post = (cookie: string, path: string, json: unknown = {}) => backend.request(path, { method: "POST", cookie, json });
  const register = (cookie: string) => post(cookie, `/api/my-events/${id}/registration`, { quotaId: quotas[0], partySize: 1 });
  const person = await signIn(backend, { role: "VOLUNTEER", locale: "en" });
  expect((await register(person.cookie)).status).toBe(200);
  const guest = { guestName: "Rosa", guestEmail: "rosa@example.org", guestLocale: "fr" as const, guestTextVersion: 1 };
  await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", ...guest, status: "confirmed" });
  const mailsOf = async (address: string) => (await mailsTo(backend, address)).filter(({ topic }) => /cancelled|reinstated/.test(topic));
  return {
    ...{ backend, db, time, id, quotas, person, guest, register, mailsOf },
    office: () => office,
    async pass(hours: number) {
      time.pass(hours * 3600);
      ({ cookie: office } = await signIn(backend, { role: "ADMIN" }));
    },
    cancel: () => post(office, `/api/admin/events/${id}/cancel`, { reason: { fr: "Orage", en: "Storm" }, people: 2 }),
    reinstate: (json: object = { reason: "Le local rouvre." }, cookie = office) =>
      post(cookie, `/api/admin/events/${id}/reinstatement`, json),
  };
}

test("a cancelled event takes place after all: its people get one mail, their places stay theirs to take again, and the log says why", async () => {
  const { backend, db, id, person, guest, register, mailsOf, office, cancel, reinstate } = await cancelledEvent();
  expect((await reinstate()).status).toBe(409);
  expect((await cancel()).status).toBe(200);
  await db.update(outgoingMails).set({ status: "sent" }).where(eq(outgoingMails.topic, "event_cancelled"));
  expect(await (await reinstate()).json()).toEqual({ notified: 2 });
  expect((await reinstate()).status).toBe(409);
  const [mail, ...before] = await mailsOf(person.email);
  expect([mail?.topic, ...before.map(({ topic }) => topic)]).toEqual(["event_reinstated", "event_cancelled"]);
  expect(mail?.text).toContain("It will take place after all");
  expect(mail?.text).toContain(`/dashboard/events/${id}`);
  const [ofGuest] = await mailsOf(guest.guestEmail);
  expect(ofGuest?.text).toContain(`/events/${id}`);
  expect(ofGuest?.text).not.toContain("/dashboard");
  expect(await placesOf(backend, office(), id)).toMatchObject({ phase: "open", rules: { taken: 0 }, counts: { cancelled_by_staff: 2 } });
  expect((await register(person.cookie)).status).toBe(200);
  const ofAct = and(eq(auditLog.action, "event.reinstate"), eq(auditLog.entityId, id));
  const [entry, ...more] = await db.select({ changes: auditLog.changes, reason: auditLog.reason }).from(auditLog).where(ofAct);
  expect([entry, more]).toEqual([{ changes: { cancelled: { before: true, after: false } }, reason: "Le local rouvre." }, []]);
});

test("mails of the cancellation that wait are not sent, and the job writes to whom the request left out, once, but not to who is back", async () => {
  const { backend, db, person, guest, register, mailsOf, cancel, reinstate } = await cancelledEvent();
  await cancel();
  await reinstate();
  const waiting = async (address: string) =>
    (await mailsOf(address)).filter(({ status }) => status === "waiting").map(({ topic }) => topic);
  expect([await waiting(person.email), await waiting(guest.guestEmail)]).toEqual([["event_reinstated"], ["event_reinstated"]]);
  await notifyOfCancellations(backend.services);
  expect(await waiting(person.email)).toEqual(["event_reinstated"]);
  // As if their mails had been left for the job, and one had registered again before it ran.
  await db.delete(outgoingMails).where(eq(outgoingMails.topic, "event_reinstated"));
  await register(person.cookie);
  await notifyOfCancellations(backend.services);
  expect([await waiting(person.email), await waiting(guest.guestEmail)]).toEqual([[], ["event_reinstated"]]);
});

test("of two at once one reinstates it, a reason is needed, and an event that has begun stays cancelled", async () => {
  const { db, id, person, mailsOf, pass, cancel, reinstate } = await cancelledEvent();
  await cancel();
  expect((await reinstate({ reason: "  " })).status).toBe(422);
  const answers = await Promise.all([reinstate(), reinstate()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await mailsOf(person.email)).filter(({ topic }) => topic === "event_reinstated")).toHaveLength(1);
  expect((await cancel()).status).toBe(200);
  await pass(100);
  expect((await reinstate()).status).toBe(409);
  const [event] = await db.select({ at: events.cancelledAt }).from(events).where(eq(events.id, id));
  expect(event?.at).not.toBeNull();
});
