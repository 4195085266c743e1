import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { remindOfEvents } from "#backend/modules/event-registrations/reminders";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { backendForTest } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

const hour = 3_600_000;
const wall = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(0, 16);
const key = () => ({ "idempotency-key": crypto.randomUUID() });

async function opened(people: number) {
  const backend = await backendForTest();
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const event = { startsAt: wall(50), endsAt: wall(52) };
  const { id, quotas } = await addEvent(backend, admin, { event, quotas: [{ capacity: 100 }], reminders: ["day"], cancelUntilHours: 0 });
  const persons = await Promise.all(Array.from({ length: people }, () => signIn(backend, { role: "VOLUNTEER" })));
  const post = (cookie: string, path: string, json: unknown = {}) =>
    backend.request(path, { method: "POST", cookie, json, headers: key() }).then(({ status }) => status);
  const register = (cookie: string) => post(cookie, `/api/my-events/${id}/registration`, { quotaId: quotas[0] });
  const mailsTo = async (userId: string) => backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, userId));
  return { backend, admin, id, persons, post, register, mailsTo };
}

test("who registers while an event is moved reads the new place last, in the confirmation or in a notice of the change", async () => {
  const { backend, admin, id, persons, register, mailsTo } = await opened(30);
  const record = (await (await backend.request(`/api/admin/events/${id}`, { cookie: admin })).json()) as object;
  const move = backend.request(`/api/admin/events/${id}`, { method: "PATCH", cookie: admin, json: { ...record, placeName: "Le hangar" } });
  const answers = await Promise.all([
    ...persons.slice(0, 15).map(({ cookie }) => register(cookie)),
    move,
    ...persons.slice(15).map(({ cookie }) => register(cookie)),
  ]);
  expect(answers.map((answer) => (typeof answer === "number" ? answer : answer.status)).filter((status) => status !== 200)).toEqual([]);
  for (const { id: person } of persons) {
    const mails = (await mailsTo(person)).filter(({ topic }) => topic.startsWith("event_"));
    const confirmed = mails.filter(({ topic }) => topic === "event_confirmed");
    const changed = mails.filter(({ topic }) => topic === "event_changed");
    const knew = confirmed[0]?.text.includes("Le hangar");
    expect([confirmed.length, changed.length, changed.every(({ text }) => text.includes("Le hangar"))]).toEqual([1, knew ? 0 : 1, true]);
  }
});

test("who cancels while reminders are written is reminded of nothing, and nobody is reminded twice", async () => {
  const { backend, id, persons, post, register, mailsTo } = await opened(20);
  const { db } = backend.services;
  for (const { cookie } of persons) expect(await register(cookie)).toBe(200);
  await db
    .update(events)
    .set({ startsAt: new Date(Date.now() + 20 * hour), endsAt: new Date(Date.now() + 22 * hour) })
    .where(eq(events.id, id));
  const leaving = persons.slice(0, 10);
  const leave = ({ cookie }: { cookie: string }) => post(cookie, `/api/my-events/${id}/cancel`);
  const remind = () => remindOfEvents(backend.services);
  const [, , ...statuses] = await Promise.all([remind(), remind(), ...leaving.map(leave), remind(), remind()]);
  expect(statuses.filter((status) => status !== undefined && status !== 200)).toEqual([]);
  const rows = await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  for (const { userId, status } of rows) {
    const waiting = (await mailsTo(userId ?? "")).filter((mail) => mail.topic === "event_reminder" && mail.status === "waiting");
    expect([status, waiting.length]).toEqual(status === "confirmed" ? ["confirmed", 1] : ["cancelled_by_user", 0]);
  }
});
