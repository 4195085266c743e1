import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { checkIns } from "#backend/modules/check-ins/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { answerAt, scanAt, statusOf } from "#tests/support/door";
import { editEvent } from "#tests/support/event-series";
import { addEvent, savePlaces } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend();
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const hour = 3_600_000;

/** An event that ended an hour ago, with a guest whose attendance nobody has noted. */
async function endedEvent() {
  const { id, quotas } = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 5 }] });
  const { db } = backend.services;
  const [registration] = await db
    .insert(eventRegistrations)
    .values({ eventId: id, quotaId: quotas[0] ?? "", guestName: "Mariam Diop", status: "confirmed" })
    .returning();
  // Forms have whole minutes.
  const thisMinute = Math.floor(Date.now() / 60_000) * 60_000;
  await db
    .update(events)
    .set({ startsAt: new Date(thisMinute - 3 * hour), endsAt: new Date(thisMinute - hour) })
    .where(eq(events.id, id));
  return { id, quotas, registrationId: registration?.id ?? "" };
}

const post = async (path: string, json: object, cookie = admin.cookie) => {
  const answer = await backend.request(path, { method: "POST", cookie, json });
  const { code, count } = (await answer.json()) as { code?: string; count?: number };
  return [answer.status, code, count];
};
const close = (id: string, left?: number) => post(`/api/admin/events/${id}/close`, left === undefined ? {} : { left });
const act = (id: string, action: string, ids: string[]) => post(`/api/admin/events/${id}/participants/act`, { action, selection: { ids } });

test("an event is closed once it is over, and with what is left only where somebody confirms how much that is", async () => {
  const { id } = await addEvent(backend, admin.cookie);
  expect((await close(id)).slice(0, 2)).toEqual([409, "wrong_state"]);
  const ended = await endedEvent();
  expect((await close(ended.id)).slice(0, 2)).toEqual([409, "stale"]);
  expect((await close(ended.id, 1))[0]).toBe(200);
  expect((await close(ended.id, 1)).slice(0, 2)).toEqual([409, "wrong_state"]);
  const { db } = backend.services;
  const [row] = await db.select().from(events).where(eq(events.id, ended.id));
  expect(row).toMatchObject({ closedBy: admin.id, closedAt: expect.any(Date) });
  const logged = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, ended.id), eq(auditLog.action, "event.close")));
  expect(logged).toMatchObject([{ actorId: admin.id, changes: { left: { after: 1 } } }]);
});

test("acts, scans that are taken back, places and hours of a closed event are refused, until somebody with the right reopens it", async () => {
  const { id, quotas, registrationId } = await endedEvent();
  const { db } = backend.services;
  const scanned = { registrationId, kind: "entry", mode: "scan", byUserId: admin.id, at: new Date() } as const;
  const [checkIn] = await db
    .insert(checkIns)
    .values({ ...scanned, deviceId: crypto.randomUUID(), nonce: crypto.randomUUID() })
    .returning();
  expect((await close(id, 5))[0]).toBe(200);
  const undo = () => post(`/api/doors/${id}/undo`, { checkInId: checkIn?.id });
  expect((await act(id, "attended", [registrationId])).slice(0, 2)).toEqual([409, "event_closed"]);
  expect((await undo()).slice(0, 2)).toEqual([409, "event_closed"]);
  const places = await savePlaces(backend, admin.cookie, id, { version: 1, quotas: [{ id: quotas[0] ?? "", capacity: 9 }] });
  expect(await places.json()).toMatchObject({ code: "event_closed" });
  expect((await editEvent(backend, admin.cookie, id, { type: "meeting" })).status).toBe(409);
  expect((await editEvent(backend, admin.cookie, id, { title: { fr: "Un autre titre" } })).status).toBe(200);
  const reason = "Deux présences oubliées";
  const reopen = (cookie: string, json: object) => post(`/api/admin/events/${id}/reopen`, json, cookie);
  expect((await reopen(admin.cookie, { reason }))[0]).toBe(403);
  const holder = await signIn(backend, { role: "ADMIN", permissions: ["EVENTS_REOPEN"] });
  expect((await reopen(holder.cookie, { reason: " " }))[0]).toBe(422);
  expect((await reopen(holder.cookie, { reason }))[0]).toBe(200);
  expect((await reopen(holder.cookie, { reason })).slice(0, 2)).toEqual([409, "wrong_state"]);
  const logged = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "event.reopen")));
  expect(logged).toMatchObject([{ actorId: holder.id, reason }]);
  expect((await undo())[0]).toBe(200);
  expect((await act(id, "no_show", [registrationId]))[0]).toBe(200);
});

test("a closed event takes no scan but one that was made at its door before, without connection", async () => {
  const { id, registrationId } = await endedEvent();
  const { db } = backend.services;
  const scanned = { registrationId, kind: "entry", mode: "scan", byUserId: admin.id, at: new Date() } as const;
  await db.insert(checkIns).values({ ...scanned, deviceId: crypto.randomUUID(), nonce: crypto.randomUUID() });
  const code = (await issueCodes(backend.services, "ticket", [registrationId])).get(registrationId)?.code ?? "";
  const before = new Date(Date.now() - 2 * hour).toISOString();
  expect((await close(id, 5))[0]).toBe(200);
  const after = new Date(Date.now() + 1_000).toISOString();
  const byName = { registrationId, at: before } as const;
  for (const sent of [{ code, kind: "exit" }, { code, kind: "exit", at: after }, byName, { ...byName, kind: "exit" }] as const)
    expect(await (await scanAt(backend, admin.cookie, id, sent)).json()).toMatchObject({ code: "event_closed" });
  expect(await statusOf(backend, registrationId)).toBe("confirmed");
  expect(await answerAt(backend, admin.cookie, id, { code, kind: "exit", at: before })).toBe("left");
});
