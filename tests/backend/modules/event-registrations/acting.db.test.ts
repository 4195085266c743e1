import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { taskItems } from "#backend/modules/tasks/tables";
import { users } from "#backend/modules/users/tables";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import type { ParticipantsOutcome } from "#contract/charity/participant-acts";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addEvent, placesOf } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { runDue } from "#tests/support/tasks";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

type Event = Awaited<ReturnType<typeof addEvent>>;
type Seated = { status?: RegistrationStatus; partySize?: number; quota?: number };

/** Guests by name, in the order of arrival. */
async function seat({ id: eventId, quotas }: Event, names: string[], { status = "confirmed", partySize = 1, quota = 0 }: Seated = {}) {
  const values = names.map((guestName) => ({ eventId, quotaId: quotas[quota] ?? "", guestName, status, partySize }));
  const rows = await backend.services.db.insert(eventRegistrations).values(values).returning();
  return rows.map(({ id }) => id);
}

async function ask({ id }: Event, path: "act" | "move", json: object, query?: Record<string, string>) {
  const selection = query ? { selection: { all: true, query } } : {};
  const answer = await backend.request(`/api/admin/events/${id}/participants/${path}`, {
    method: "POST",
    cookie,
    json: { ...json, ...selection },
  });
  return { ...((await answer.json()) as ParticipantsOutcome), code: answer.status };
}
const statusesOf = async ({ id }: Event) => {
  const rows = await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
};

test("an act on all that match says first how many it changes, who is left out and why, and changes nothing until then", async () => {
  const event = await addEvent(backend, cookie, { manual: true, quotas: [{ capacity: 3 }] });
  await seat(event, ["Ana"]);
  await seat(event, ["Bo"], { status: "pending", partySize: 3 });
  await seat(event, ["Chi", "Dan"], { status: "pending" });
  const preview = await ask(event, "act", { action: "confirm", dryRun: true }, {});
  expect(preview).toMatchObject({ code: 200, count: 4, changed: 2, names: ["Chi", "Dan"], leftCount: 2, task: null });
  expect(preview.left).toEqual([
    { name: "Ana", obstacle: "state" },
    { name: "Bo", obstacle: "place" },
  ]);
  expect(await statusesOf(event)).toEqual({ Ana: "confirmed", Bo: "pending", Chi: "pending", Dan: "pending" });
  expect(await ask(event, "act", { action: "confirm", dryRun: true }, { q: "Dan" })).toMatchObject({ count: 1, names: ["Dan"] });
  expect(await ask(event, "act", { action: "confirm" }, { status: "pending" })).toMatchObject({ count: 3, changed: 2, leftCount: 1 });
  expect(await statusesOf(event)).toMatchObject({ Bo: "pending", Chi: "confirmed", Dan: "confirmed" });
});

test("nobody is offered a place who has no open account, and the reason is said", async () => {
  const event = await addEvent(backend, cookie, { manual: true, quotas: [{ capacity: 2 }] });
  const { id: userId } = await addPerson(backend, { role: "VOLUNTEER", firstName: "Elsa", lastName: "Roy" });
  await backend.services.db
    .insert(eventRegistrations)
    .values({ eventId: event.id, quotaId: event.quotas[0] ?? "", userId, status: "waiting" });
  await seat(event, ["Fay"], { status: "waiting" });
  await backend.services.db.update(users).set({ accountState: "suspended" }).where(eq(users.id, userId));
  const outcome = { changed: 1, names: ["Fay"], left: [{ name: "Elsa Roy", obstacle: "closed" }] };
  expect(await ask(event, "act", { action: "promote", dryRun: true }, {})).toMatchObject(outcome);
  expect(await ask(event, "act", { action: "promote" }, {})).toMatchObject(outcome);
  expect(await statusesOf(event)).toEqual({ "Elsa Roy": "waiting", Fay: "confirmed" });
});

test("the log says whether a place was offered or given", async () => {
  const { db } = backend.services;
  const statusesIn = async (action: string) => {
    const rows = await db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(desc(auditLog.seq)).limit(1);
    return rows.map(({ changes }) => changes);
  };
  for (const [offerHours, after] of [
    [12, "offered"],
    [0, "confirmed"],
  ] as const) {
    const event = await addEvent(backend, cookie, { manual: true, offerHours, quotas: [{ capacity: 2 }] });
    const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
    await db.insert(eventRegistrations).values({ eventId: event.id, quotaId: event.quotas[0] ?? "", userId, status: "waiting" });
    expect(await ask(event, "act", { action: "promote" }, {})).toMatchObject({ changed: 1 });
    expect(await statusesIn("event_registration.promote")).toEqual([{ status: { before: "waiting", after } }]);
  }
});

test("the preview of more than two hundred says for how many there is a place, in the order in which the task gives them", async () => {
  const event = await addEvent(backend, cookie, { manual: true, quotas: [{ capacity: 50 }, { capacity: 30, label: { fr: "Tri" } }] });
  const names = Array.from({ length: 205 }, (_, at) => `Guest ${String(at).padStart(3, "0")}`);
  await seat(event, ["Refused"], { status: "refused" });
  await seat(event, names, { status: "pending" });
  const preview = await ask(event, "act", { action: "confirm", dryRun: true }, {});
  expect(preview).toMatchObject({ count: 206, changed: 50, leftCount: 156 });
  expect([preview.names[0], preview.left[0]]).toEqual(["Guest 000", { name: "Guest 050", obstacle: "place" }]);
  await ask(event, "act", { action: "confirm" }, {});
  await runDue(backend);
  expect((await placesOf(backend, cookie, event.id)).counts).toEqual({ confirmed: 50, pending: 155, refused: 1 });
  const moving = await ask(event, "move", { quotaId: event.quotas[1], dryRun: true }, {});
  expect(moving).toMatchObject({ count: 206, changed: 185, leftCount: 21 });
});

test("an act before its time is refused before anybody confirms it", async () => {
  const event = await addEvent(backend, cookie);
  expect((await ask(event, "act", { action: "attended", dryRun: true }, {})).code).toBe(409);
});

test("all that match are moved after a preview, and those who stay are named with why", async () => {
  const event = await addEvent(backend, cookie, { quotas: [{ capacity: 3 }, { capacity: 1, label: { fr: "Tri" } }] });
  await seat(event, ["Gus", "Hal"]);
  await seat(event, ["Ida"], { status: "refused" });
  const move = (dryRun: boolean) => ask(event, "move", { quotaId: event.quotas[1], dryRun }, {});
  const outcome = { count: 3, changed: 1, names: ["Gus"], leftCount: 2 };
  expect(await move(true)).toMatchObject(outcome);
  expect((await placesOf(backend, cookie, event.id)).quotas.map(({ taken }) => taken)).toEqual([2, 0]);
  const moved = await move(false);
  expect(moved).toMatchObject(outcome);
  expect(moved.left).toMatchObject([
    { name: "Hal", obstacle: "place" },
    { name: "Ida", obstacle: "state" },
  ]);
  expect((await placesOf(backend, cookie, event.id)).quotas.map(({ taken }) => taken)).toEqual([1, 1]);
});

test("more than two hundred are changed by a task, which offers no place that it takes from others", async () => {
  const event = await addEvent(backend, cookie, { quotas: [{ capacity: 201 }] });
  await seat(
    event,
    Array.from({ length: 201 }, (_, at) => `Guest ${at}`),
  );
  const { id: userId } = await addPerson(backend, { role: "VOLUNTEER", firstName: "Last", lastName: "One" });
  await backend.services.db
    .insert(eventRegistrations)
    .values({ eventId: event.id, quotaId: event.quotas[0] ?? "", userId, status: "waiting" });
  await seat(event, ["Gone"], { status: "declined" });
  expect(await ask(event, "act", { action: "cancel", dryRun: true }, {})).toMatchObject({
    ...{ count: 203, changed: 202, leftCount: 1, left: [{ name: "Gone", obstacle: "state" }] },
  });
  const { task, code } = await ask(event, "act", { action: "cancel" }, {});
  expect(code).toBe(200);
  await runDue(backend);
  expect((await placesOf(backend, cookie, event.id)).counts).toEqual({ cancelled_by_staff: 202, declined: 1 });
  const topics = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, userId));
  expect(topics.map(({ topic }) => topic)).toEqual(["event_removed"]);
  const left = await backend.services.db
    .select()
    .from(taskItems)
    .where(and(eq(taskItems.taskId, task ?? ""), eq(taskItems.outcome, "left_out")));
  expect(left.map(({ reason }) => reason)).toEqual(["events:act.obstacle.state"]);
  const shown = (await (await backend.request(`/api/account/tasks/${task}`, { cookie })).json()) as { task: { list: string } };
  expect(shown.task.list).toBe(`/dashboard/admin/events/${event.id}/participants`);
  const lines = (await (await backend.request(`/api/account/tasks/${task}/items`, { cookie })).json()) as {
    items: { name: string | null }[];
  };
  expect(lines.items).toHaveLength(203);
});
