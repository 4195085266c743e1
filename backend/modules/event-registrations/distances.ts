import { eq, type SQL, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import type { FoundPlace } from "#backend/ports/registers";
import { Refusal } from "#backend/refusal";

/** Where the reader is; null where it is not known. It is in no answer: only distances are, and only in the reader's own. */
export type Here = FoundPlace | null;

/**
 * The point of a person's own address, or else of its postcode where a geocoder knows it. The geocoder gets the postcode alone, and its rate limit refuses no
 * request.
 */
export async function placeOfPerson(
  { db, registers, limits, network }: Pick<Services, "db" | "registers" | "limits"> & { network: string },
  id: string,
): Promise<Here> {
  const { latitude, longitude } = users;
  const [person] = await db
    .select({ latitude, longitude, postcode: registrations.postcode })
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(eq(users.id, id));
  if (person && person.latitude !== null && person.longitude !== null) return { latitude: person.latitude, longitude: person.longitude };
  if (!person?.postcode || !registers.knowsAddresses) return null;
  try {
    await limits.take("placesByNetwork", network);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return registers.postcode(person.postcode);
}

/**
 * The kilometres from a point to an event as the crow flies, to a hundred metres; near enough for France, where longitudes shrink with the latitude. Null
 * where either place is unknown.
 */
export function kilometres(here: Here): SQL<number | null> {
  if (!here) return sql<number | null>`null::float`;
  const [latitude, longitude] = [sql`${here.latitude}::float`, sql`${here.longitude}::float`];
  const north = sql`(${events.latitude} - ${latitude})`;
  const east = sql`(${events.longitude} - ${longitude}) * cos(radians((${events.latitude} + ${latitude}) / 2))`;
  return sql<number | null>`round((111.2 * sqrt(power(${north}, 2) + power(${east}, 2)))::numeric, 1)::float`;
}
