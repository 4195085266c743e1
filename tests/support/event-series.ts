import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import type { TestBackend } from "./backend";
import { addEvent } from "./events";
import { addPerson } from "./people";

/** Repeats an event for so many days; answers the status, and what the backend says. */
export async function repeat(backend: TestBackend, cookie: string, id: string, days: string[], more: Record<string, unknown> = {}) {
  const json = { frequency: "weekly", interval: 1, count: days.length + 1, days, ...more };
  const answer = await backend.request(`/api/admin/events/${id}/series`, { method: "POST", cookie, json });
  return { code: answer.status, body: (await answer.json()) as { dates?: number; code?: string; fieldErrors?: Record<string, string[]> } };
}

/** The dates of an event's series, the first one first. */
export async function datesOf({ services: { db } }: TestBackend, id: string) {
  const [event] = await db.select().from(events).where(eq(events.id, id));
  return db
    .select()
    .from(events)
    .where(eq(events.seriesId, event?.seriesId ?? id))
    .orderBy(asc(events.startsAt));
}

/** A published Wednesday evening, repeated on the two that follow. */
export async function addSeries(backend: TestBackend, cookie: string, more: Record<string, unknown> = {}) {
  const event = { title: { fr: "Tri du soir" }, startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" };
  const added = await addEvent(backend, cookie, { event, quotas: [{ capacity: 4 }] });
  expect(await repeat(backend, cookie, added.id, ["2031-01-22", "2031-01-29"], { publish: true, ...more })).toMatchObject({ code: 200 });
  return datesOf(backend, added.id);
}

/** A volunteer with a place at an event. */
export async function addRegistered(backend: TestBackend, eventId: string) {
  const [quota] = await backend.services.db.select().from(eventQuotas).where(eq(eventQuotas.eventId, eventId));
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  await backend.services.db
    .insert(eventRegistrations)
    .values({ eventId, quotaId: quota?.id ?? "", userId: person.id, status: "confirmed", createdAt: new Date(0) });
  return person;
}

/** Saves an event as its form does, with some values changed. */
export async function editEvent(backend: TestBackend, cookie: string, id: string, changes: Record<string, unknown>) {
  const record = (await (await backend.request(`/api/admin/events/${id}`, { cookie })).json()) as Record<string, unknown>;
  return backend.request(`/api/admin/events/${id}`, { method: "PATCH", cookie, json: { ...record, ...changes } });
}
