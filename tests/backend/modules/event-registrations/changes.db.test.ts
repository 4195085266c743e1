import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notifyOfChanges } from "#backend/modules/event-registrations/changes";
import { remindOfEvents } from "#backend/modules/event-registrations/reminders";
import { eventChanges, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sendPushMessages } from "#backend/modules/notices/push-sending";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import type { Mail } from "#backend/ports/mailer";
import type { Push } from "#backend/ports/push";
import { hourText, instantInFrance } from "#contract/formats/france-time";
import { backendForTest, testClock } from "#tests/support/backend";
import { addEvent, savePlaces } from "#tests/support/events";
import { signIn } from "#tests/support/people";
import { startPushProvider } from "#tests/support/push-provider";

const hour = 3_600_000;

/** A mailer that keeps what it sends about changes and reminders. */
function mailbox() {
  const sent: { subject: string; text: string }[] = [];
  const send = async (mail: Mail) => void (/^(Changement|Rappel)/.test(mail.subject) && sent.push(mail));
  return { sent, mailer: { send, close() {} } };
}

type Opening = { capacity?: number; hours?: number; time?: ReturnType<typeof testClock>; push?: Push };

async function opened({ capacity = 20, hours = 100, time = testClock(), push }: Opening = {}) {
  const backend = await backendForTest({ clock: time.clock, ...(push && { push }) });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const wall = (from: number) => new Date(time.clock().getTime() + (hours + from + 1) * hour).toISOString().slice(0, 16);
  const event = { title: { fr: "Tri du soir", en: "Evening sorting" }, startsAt: wall(0), endsAt: wall(2) };
  const { id, quotas } = await addEvent(backend, cookie, { event, quotas: [{ capacity }, { capacity }], reminders: ["day"] });
  const { db } = backend.services;
  const office = async () => (await signIn(backend, { role: "ADMIN" })).cookie;
  const edit = async (change: Record<string, unknown>) => {
    const admin = await office();
    const record = (await (await backend.request(`/api/admin/events/${id}`, { cookie: admin })).json()) as Record<string, unknown>;
    return backend.request(`/api/admin/events/${id}`, { method: "PATCH", cookie: admin, json: { ...record, ...change } });
  };
  const join = async (locale: "fr" | "en" = "fr", quota = 0) => {
    const person = await signIn(backend, { role: "VOLUNTEER", locale });
    const json = { quotaId: quotas[quota] };
    expect((await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie: person.cookie, json })).status).toBe(200);
    return person;
  };
  const mails = async (status?: "waiting") => {
    const rows = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "event_changed"));
    return status ? rows.filter((mail) => mail.status === status) : rows;
  };
  return {
    ...{ time, backend, db, id, quotas, edit, join, mails, office, wall, event },
    pass: (minutes: number) => time.pass(minutes * 60),
  };
}

test("a change of time or place is told to each person who is registered, once, in their language, with what was before", async () => {
  const { edit, join, mails, wall } = await opened({ capacity: 1 });
  const [seated, waiting] = [await join("fr"), await join("en")];
  const answer = await edit({ placeName: "Le hangar", startsAt: wall(1), endsAt: wall(3) });
  expect(answer.status).toBe(200);
  const sent = await mails();
  expect(sent.map(({ userId, subject }) => [userId, subject]).sort()).toEqual(
    [
      [seated.id, "Changement : Tri du soir"],
      [waiting.id, "Change: Evening sorting"],
    ].sort(),
  );
  const french = sent.find(({ userId }) => userId === seated.id)?.text ?? "";
  expect(french).toContain("le jour ou l’heure et le lieu");
  const hourOf = (text: string) => hourText("fr", instantInFrance(text) ?? new Date(Number.NaN));
  expect(french).toContain(`de ${hourOf(wall(1))} à ${hourOf(wall(3))}, Le hangar`);
  expect(french).toMatch(/Avant : le .*, Le local/);
});

test("a change that is none, or of what is no matter, tells nobody; neither does one of a draft or of an event that is over", async () => {
  const { edit, join, mails, pass, db, id } = await opened();
  await join();
  expect((await edit({})).status).toBe(200);
  expect((await edit({ summary: { fr: "Un mot de plus" } })).status).toBe(200);
  expect((await edit({ title: { fr: "Tri du soir !" } })).status).toBe(200);
  expect(await mails()).toEqual([]);
  expect(await db.select().from(eventChanges).where(eq(eventChanges.eventId, id))).toEqual([]);
  pass(103 * 60);
  expect((await edit({ placeName: "Ailleurs" })).status).toBe(200);
  expect(await mails()).toEqual([]);
});

test("of two changes shortly after each other, only the second text leaves, and it says how it was before both", async () => {
  const { backend, edit, join, mails, pass, db } = await opened();
  const person = await join();
  await edit({ placeName: "Le hangar" });
  pass(2);
  await edit({ placeName: "La halle" });
  const { sent, mailer } = mailbox();
  await sendWaitingMails(backend.services, mailer);
  expect(sent).toEqual([]);
  pass(6);
  await sendWaitingMails(backend.services, mailer);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain("La halle");
  expect(sent[0]?.text).toMatch(/Avant : .*Le local/);
  expect(sent[0]?.text).not.toContain("hangar");
  const inbox = await db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, person.id), eq(notices.topic, "event_changed"), eq(notices.channel, "inbox")));
  expect(inbox).toHaveLength(1);
  // What has left has left: the next change is told as well.
  await edit({ placeName: "Le local" });
  expect(await mails("waiting")).toHaveLength(1);
});

test("a change that is taken back at once leaves nobody to tell", async () => {
  const { edit, join, mails, pass, db } = await opened();
  const person = await join();
  await edit({ placeName: "Le hangar" });
  pass(1);
  await edit({ placeName: "Le local" });
  expect(await mails("waiting")).toEqual([]);
  const left = and(eq(notices.userId, person.id), eq(notices.topic, "event_changed"));
  expect(await db.select().from(notices).where(left)).toEqual([]);
});

test("a change is on devices no sooner than it is mailed, and one that is taken back before on none", async () => {
  const time = testClock();
  const provider = await startPushProvider({ clock: time.clock });
  const { backend, edit, join, pass, db } = await opened({ time, push: provider.push });
  const person = await join();
  const token = `phone:APA91b-${"x".repeat(40)}`;
  await backend.request("/api/account/push-devices", { method: "POST", cookie: person.cookie, json: { token } });
  const titles = async () => {
    await sendPushMessages(backend.services, provider.sender);
    return provider.sent.map(({ message }) => message.notification.title);
  };
  await edit({ placeName: "Le hangar" });
  pass(1);
  expect(await titles()).toEqual([]);
  await edit({ placeName: "Le local" });
  pass(6);
  expect(await titles()).toEqual([]);
  await edit({ placeName: "La halle" });
  pass(6);
  expect(await titles()).toHaveLength(1);
  // No mail has left: the next change takes it back, and the log says what the device has.
  await edit({ placeName: "Le hangar" });
  const pushed = await db
    .select({ state: notices.state })
    .from(notices)
    .where(and(eq(notices.topic, "event_changed"), eq(notices.channel, "push")));
  expect(pushed.map(({ state }) => state).sort()).toEqual(["sent", "waiting"]);
});

test("who has cancelled is not told; a guest without account is counted apart", async () => {
  const { backend, edit, join, mails, id, quotas, office } = await opened();
  const [stays, goes] = [await join(), await join()];
  await backend.request(`/api/my-events/${id}/cancel`, { method: "POST", cookie: goes.cookie, json: {} });
  const admin = await office();
  const json = { guestName: "Rosa", quotaId: quotas[0], partySize: 1 };
  expect((await backend.request(`/api/admin/events/${id}/participants`, { method: "POST", cookie: admin, json })).status).toBe(200);
  const counted = await backend.request(`/api/admin/events/${id}/notified`, { cookie: admin });
  expect(await counted.json()).toEqual({ people: 1, guests: 1 });
  await edit({ accessNotes: { fr: "Entrez par la cour." } });
  expect((await mails()).map(({ userId }) => userId)).toEqual([stays.id]);
});

test("new hours of one group of places are told to those who are in it", async () => {
  const { backend, join, mails, id, quotas, office, wall } = await opened();
  const [first] = [await join("fr", 0), await join("fr", 1)];
  const saved = await savePlaces(backend, await office(), id, {
    version: 1,
    quotas: [
      { id: quotas[0], capacity: 20, startsAt: wall(0.5), endsAt: wall(1) },
      { id: quotas[1], capacity: 20 },
    ],
  });
  expect(await saved.json()).toEqual({ promoted: 0, notified: 1 });
  const [mail, ...others] = await mails();
  expect([mail?.userId, others]).toEqual([first?.id, []]);
  const hourOf = (text: string) => hourText("fr", instantInFrance(text) ?? new Date(Number.NaN));
  expect(mail?.text).toContain(`de ${hourOf(wall(0.5))} à ${hourOf(wall(1))}`);
});

test("a change after the time of the reminder stands for it, also for one that waits", async () => {
  const { backend, edit, join, mails, pass, db, wall } = await opened({ hours: 20 });
  const person = await join();
  await remindOfEvents(backend.services);
  const reminders = () => db.select().from(outgoingMails).where(eq(outgoingMails.topic, "event_reminder"));
  expect(await reminders()).toHaveLength(1);
  await edit({ startsAt: wall(1), endsAt: wall(3) });
  expect((await reminders()).map(({ status }) => status)).toEqual(["expired"]);
  await remindOfEvents(backend.services);
  expect(await reminders()).toHaveLength(1);
  expect((await mails()).map(({ userId }) => userId)).toEqual([person.id]);
  // Moved by days, it is reminded of again.
  pass(10);
  await edit({ startsAt: wall(73), endsAt: wall(75) });
  pass(70 * 60);
  await remindOfEvents(backend.services);
  expect((await reminders()).filter(({ status }) => status === "waiting")).toHaveLength(1);
});

test("of many people, the first ones are told with the change and the others by the job, each once", async () => {
  const { backend, db, edit, mails, id, quotas } = await opened({ capacity: 1_200 });
  const rows = await db
    .insert(users)
    .values(
      Array.from({ length: 1_100 }, (_, at) => ({
        ...{ email: `v-${at}@maillon.example`, firstName: "Lou", lastName: `N° ${at}`, role: "VOLUNTEER" as const },
        ...{ emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
      })),
    )
    .returning({ id: users.id });
  const createdAt = new Date("2026-01-01");
  await db
    .insert(eventRegistrations)
    .values(rows.map(({ id: userId }) => ({ eventId: id, quotaId: quotas[0] ?? "", userId, status: "confirmed" as const, createdAt })));
  expect((await edit({ placeName: "Le hangar" })).status).toBe(200);
  expect(await mails()).toHaveLength(500);
  await notifyOfChanges(backend.services);
  expect(await mails()).toHaveLength(1_100);
  await notifyOfChanges(backend.services);
  expect(await mails()).toHaveLength(1_100);
});

test("a change that is taken back is told to who has read it, or registered after it, and to nobody else", async () => {
  const { edit, join, db, pass, event } = await opened();
  const [reader, other] = [await join(), await join()];
  const changesFor = async (person: { id: string }) =>
    (
      await db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, person.id), eq(notices.topic, "event_changed")))
    ).length;
  await edit({ placeName: "Le hangar" });
  await db
    .update(notices)
    .set({ readAt: new Date() })
    .where(and(eq(notices.userId, reader.id), eq(notices.topic, "event_changed"), eq(notices.channel, "inbox")));
  pass(1);
  const late = await join();
  pass(1);
  await edit({ placeName: "Le local" });
  expect([await changesFor(reader), await changesFor(other), await changesFor(late)].map((count) => count > 0)).toEqual([
    true,
    false,
    true,
  ]);
  expect(event.title.fr).toBe("Tri du soir");
});
