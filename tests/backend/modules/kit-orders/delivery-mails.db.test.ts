import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { remindOfEvents } from "#backend/modules/event-registrations/reminders";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { FeedEvent } from "#contract/charity/calendar-feed";
import { backendForTest, testClock } from "#tests/support/backend";
import { addKits, addStudent, orderKit } from "#tests/support/kits";
import { signIn } from "#tests/support/people";

const depot = { placeName: "Le dépôt", placeAddress: "8 quai du Port, 69002 Lyon", accessNotes: { fr: "Par la cour." } };

async function opened(type = "delivery") {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const office = async () => (await signIn(backend, { role: "ADMIN" })).cookie;
  const event = await addKits(backend, await office(), {
    type,
    hours: 48,
    roles: ["BENEFICIARY", "VOLUNTEER"],
    reminders: ["day"],
    event: depot,
  });
  const [student, volunteer] = [await addStudent(backend), await signIn(backend, { role: "VOLUNTEER" })];
  expect((await orderKit(backend, student.cookie, event)).status).toBe(200);
  const json = { quotaId: event.quotas[0] };
  const joined = await backend.request(`/api/my-events/${event.id}/registration`, { method: "POST", cookie: volunteer.cookie, json });
  expect(joined.status).toBe(200);
  const edit = async (change: Record<string, unknown>) => {
    const cookie = await office();
    const record = (await (await backend.request(`/api/admin/events/${event.id}`, { cookie })).json()) as Record<string, unknown>;
    return backend.request(`/api/admin/events/${event.id}`, { method: "PATCH", cookie, json: { ...record, ...change } });
  };
  const mailsOf = async (userId: string, topic: string) =>
    (
      await db
        .select({ text: outgoingMails.text })
        .from(outgoingMails)
        .where(and(eq(outgoingMails.userId, userId), eq(outgoingMails.topic, topic)))
    ).map(({ text }) => text);
  const placeOf = async ({ cookie }: { cookie: string }) => {
    const made = await backend.request("/api/my-events/calendar-feed", { method: "POST", cookie, json: {} });
    const { items } = (await (
      await backend.request("/api/calendar-feed", { method: "POST", json: { token: ((await made.json()) as { token: string }).token } })
    ).json()) as { items: FeedEvent[] };
    return items.map(({ placeName, placeAddress, accessNotes, delivered }) => ({ placeName, placeAddress, accessNotes, delivered }));
  };
  return { time, backend, student, volunteer, edit, mailsOf, placeOf };
}

test.each(["event_confirmed", "event_reminder"])("%s sends nobody to the depot to whom a kit is brought", async (topic) => {
  const { time, backend, student, volunteer, mailsOf } = await opened();
  time.pass(30 * 3600);
  await remindOfEvents(backend.services);
  const [[kit = ""], [place = ""]] = [await mailsOf(student.id, topic), await mailsOf(volunteer.id, topic)];
  expect(kit).toContain("à l’adresse de votre commande");
  expect(kit).toContain("sonne à cette adresse");
  expect(kit).not.toMatch(/dépôt|quai du Port|Par la cour|rue du Bac/);
  expect(place).toContain("Le dépôt, 8 quai du Port, 69002 Lyon");
  expect(place).toContain("Par la cour.");
});

test("the calendar of a student with a kit has another place than that of a volunteer of the same event", async () => {
  const { student, volunteer, placeOf } = await opened();
  expect(await placeOf(student)).toEqual([{ placeName: "", placeAddress: "", accessNotes: { fr: "" }, delivered: true }]);
  expect(await placeOf(volunteer)).toMatchObject([{ ...depot, delivered: false }]);
});

test("another depot is no change for who has a kit, another time is", async () => {
  const { student, volunteer, edit, mailsOf, time } = await opened();
  expect((await edit({ placeName: "Le hangar" })).status).toBe(200);
  expect(await mailsOf(student.id, "event_changed")).toEqual([]);
  expect(await mailsOf(volunteer.id, "event_changed")).toHaveLength(1);
  time.pass(3600);
  const wall = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * 3_600_000).toISOString().slice(0, 16);
  expect((await edit({ startsAt: wall(60), endsAt: wall(62), placeName: "La halle" })).status).toBe(200);
  const [text = ""] = await mailsOf(student.id, "event_changed");
  expect(text).toContain("le jour ou l’heure.");
  expect(text).not.toMatch(/le lieu|halle|hangar/);
});

test("a fitting has its place in the mail", async () => {
  const { student, mailsOf } = await opened("dressed");
  expect((await mailsOf(student.id, "event_confirmed")).join()).toContain("Le dépôt, 8 quai du Port");
});
