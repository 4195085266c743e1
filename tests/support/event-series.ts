import { asc, eq } from "drizzle-orm";
import { events } from "#backend/modules/events/tables";
import type { TestBackend } from "./backend";

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
