import { eq } from "drizzle-orm";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import type { TestBackend } from "./backend";

const hour = 3_600_000;

/** A published event that runs now, with a quota, written past the forms, which take none that has begun. */
export async function addRunningEvent(
  { services }: TestBackend,
  event: Partial<typeof events.$inferInsert> = {},
  { capacity = 50, slot = {} }: { capacity?: number; slot?: { startsAt?: Date; endsAt?: Date } } = {},
) {
  const { db, clock } = services;
  const now = clock();
  const [row] = await db
    .insert(events)
    .values({
      ...{ title: { fr: "Distribution" }, type: "distribution", placeName: "Local", placeAddress: "1 rue des Maillons, Lyon" },
      ...{ status: "published", publishedAt: now, startsAt: new Date(now.getTime() - hour), endsAt: new Date(now.getTime() + 2 * hour) },
      ...event,
    })
    .returning();
  if (!row) throw new Error("no event");
  await db.insert(registrationRules).values({ eventId: row.id, roles: ["VOLUNTEER", "BENEFICIARY"] });
  const [quota] = await db
    .insert(eventQuotas)
    .values({ eventId: row.id, position: 0, label: { fr: "Places" }, capacity, ...slot })
    .returning();
  return { event: row, eventId: row.id, quotaId: quota?.id ?? "" };
}

/** A registration of a person or a guest, in a state. */
export async function addRegistration(
  { services }: TestBackend,
  { eventId, quotaId }: { eventId: string; quotaId: string },
  who: { userId: string } | { guestName: string },
  { status = "confirmed", partySize = 1 }: { status?: RegistrationStatus; partySize?: number } = {},
) {
  const [row] = await services.db
    .insert(eventRegistrations)
    .values({ eventId, quotaId, ...who, status, partySize })
    .returning();
  return row?.id ?? "";
}

export async function statusOf({ services }: TestBackend, id: string) {
  const [row] = await services.db.select().from(eventRegistrations).where(eq(eventRegistrations.id, id));
  return row?.status;
}

type Sent = { code?: string; registrationId?: string; kind?: "entry" | "exit"; nonce?: string; deviceId?: string; at?: string };

/** What a browser at the door sends. */
export const scanAt = (backend: TestBackend, cookie: string, eventId: string, sent: Sent) =>
  backend.request(`/api/doors/${eventId}/scans`, {
    method: "POST",
    cookie,
    json: { kind: "entry", nonce: crypto.randomUUID(), deviceId: "00000000-0000-4000-8000-000000000001", ...sent },
  });

export async function answerAt(...call: Parameters<typeof scanAt>): Promise<string> {
  const answer = await scanAt(...call);
  return answer.ok ? ((await answer.json()) as { answer: string }).answer : String(answer.status);
}
