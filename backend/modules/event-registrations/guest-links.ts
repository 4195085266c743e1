import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { eventGuestLinks } from "#backend/modules/event-guests/tables";
import { hashOf, newToken } from "#backend/secrets";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import { eventRegistrations } from "./tables.ts";

type Link = { token: string; endsAt: null };

/** A new link for the mail about each of these registrations. They end when the registration is erased. */
export async function newGuestLinks({ db, clock }: Pick<Services, "db" | "clock">, registrationIds: string[]): Promise<Map<string, Link>> {
  const links = new Map(registrationIds.map((id) => [id, { token: newToken(), endsAt: null }]));
  const rows = [...links].map(([registrationId, { token }]) => ({ registrationId, tokenHash: hashOf(token), createdAt: clock() }));
  if (rows.length > 0) await db.insert(eventGuestLinks).values(rows);
  return links;
}

/** The registration that a link opens. */
export async function registrationOf(
  db: Db,
  token: string,
): Promise<{ id: string; eventId: string; status: RegistrationStatus } | undefined> {
  const [found] = await db
    .select({ id: eventRegistrations.id, eventId: eventRegistrations.eventId, status: eventRegistrations.status })
    .from(eventGuestLinks)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, eventGuestLinks.registrationId))
    .where(eq(eventGuestLinks.tokenHash, hashOf(token)));
  return found;
}
