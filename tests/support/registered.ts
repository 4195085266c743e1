import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import type { TestBackend } from "./backend";

type NewDate = { title: string; startsAt: Date; sectorId?: string };

/** A published event of two hours, for which people may register. */
export async function addDate({ services: { db } }: Pick<TestBackend, "services">, { title, startsAt, sectorId }: NewDate) {
  const endsAt = new Date(startsAt.getTime() + 2 * 3_600_000);
  const place = { type: "distribution", placeName: "Halles", placeAddress: "1 rue Haute" } as const;
  const [event] = await db
    .insert(events)
    .values({ title: { fr: title }, ...place, status: "published", startsAt, endsAt, sectorId })
    .returning();
  if (!event) throw new Error("the event was not added");
  await db.insert(registrationRules).values({ eventId: event.id, roles: ["VOLUNTEER", "BENEFICIARY"] });
  const [quota] = await db
    .insert(eventQuotas)
    .values({ eventId: event.id, position: 0, label: { fr: "Places" }, capacity: 9 })
    .returning();
  return { id: event.id, quotaId: quota?.id ?? "" };
}

/** A person's registration for an event, as stored. */
export async function register(
  { services: { db } }: Pick<TestBackend, "services">,
  { id: eventId, quotaId }: Awaited<ReturnType<typeof addDate>>,
  userId: string,
  status: RegistrationStatus = "confirmed",
) {
  await db.insert(eventRegistrations).values({ eventId, quotaId, userId, status });
}
