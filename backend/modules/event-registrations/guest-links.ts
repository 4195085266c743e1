import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { eventGuestLinks } from "#backend/modules/event-guests/tables";
import { hashOf, newToken } from "#backend/secrets";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import { eventRegistrations } from "./tables.ts";

/** `endsAt`: null for a guest's, which ends when the registration is erased. */
type Wanted = { id: string; endsAt: Date | null };
type Link = { token: string; endsAt: Date | null };

/** A new link for the mail about each of these registrations. */
export async function newRegistrationLinks({ db, clock }: Pick<Services, "db" | "clock">, wanted: Wanted[]): Promise<Map<string, Link>> {
  const links = new Map(wanted.map(({ id, endsAt }) => [id, { token: newToken(), endsAt }]));
  const rows = [...links].map(([registrationId, { token, endsAt }]) => ({
    ...{ registrationId, tokenHash: hashOf(token), createdAt: clock(), expiresAt: endsAt },
  }));
  if (rows.length > 0) await db.insert(eventGuestLinks).values(rows);
  return links;
}

/** The registration that a link opens; `userId` is the account of one that answers an offer alone. */
export async function registrationOf(
  db: Db,
  token: string,
  now: Date,
): Promise<{ id: string; eventId: string; userId: string | null; status: RegistrationStatus } | undefined> {
  const { id, eventId, userId, status } = eventRegistrations;
  const { registrationId, tokenHash, expiresAt } = eventGuestLinks;
  const [found] = await db
    .select({ id, eventId, userId, status })
    .from(eventGuestLinks)
    .innerJoin(eventRegistrations, eq(id, registrationId))
    .where(and(eq(tokenHash, hashOf(token)), or(isNull(expiresAt), gt(expiresAt, now))));
  return found;
}
