import { eq } from "drizzle-orm";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import type { TestBackend } from "./backend";
import { addEvent } from "./events";

const day = 86_400_000;
const path = "/api/admin/organisation/attendance";

export type AbsenceRuleDraft = { absences?: number | null; absenceDays?: number | null; pauseDays?: number | null; pausedGroup?: string };

/** Saves as an administrator that three absences in 90 days pause for 30 days, or what the test says. */
export async function setAbsenceRule(backend: TestBackend, cookie: string, rule: AbsenceRuleDraft = {}) {
  const { version } = (await (await backend.request(path, { cookie })).json()) as { version: number };
  const facts = { absences: 3, absenceDays: 90, pauseDays: 30, pausedGroup: "volunteers", ...rule };
  const answer = await backend.request(path, { method: "PUT", cookie, json: { version, facts } });
  return { status: answer.status, body: await answer.json() };
}

/** A registration for an event that began some days ago, « Tri » and their number; absent, unless it is said otherwise. */
export async function addAbsence(
  backend: TestBackend,
  cookie: string,
  { userId, days, status = "no_show" }: { userId: string; days: number; status?: "no_show" | "confirmed" },
) {
  const { db, clock } = backend.services;
  const { id, quotas } = await addEvent(backend, cookie, { roles: ["VOLUNTEER", "BENEFICIARY"], event: { title: { fr: `Tri ${days}` } } });
  const startsAt = new Date(clock().getTime() - days * day);
  await db
    .update(events)
    .set({ startsAt, endsAt: new Date(startsAt.getTime() + day / 24) })
    .where(eq(events.id, id));
  const values = { eventId: id, quotaId: quotas[0] ?? "", userId, status };
  const [added] = await db.insert(eventRegistrations).values(values).returning({ id: eventRegistrations.id });
  return { eventId: id, id: added?.id ?? "" };
}
