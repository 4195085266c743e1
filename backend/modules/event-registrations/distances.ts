import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import type { FoundPlace } from "#backend/ports/geocoder";
import { Refusal } from "#backend/refusal";

/** Where the reader is; null where it is not known. It is in no answer: only distances are, and only in the reader's own. */
export type Here = FoundPlace | null;

/**
 * The point of a person's own address, or else of its postcode where a geocoder knows it. The geocoder gets the postcode alone, and its rate limit refuses no
 * request.
 */
export async function placeOfPerson(
  { db, geocoder, limits, network }: Pick<Services, "db" | "geocoder" | "limits"> & { network: string },
  id: string,
): Promise<Here> {
  const { latitude, longitude } = users;
  const [person] = await db
    .select({ latitude, longitude, postcode: registrations.postcode })
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(eq(users.id, id));
  if (person && person.latitude !== null && person.longitude !== null) return { latitude: person.latitude, longitude: person.longitude };
  if (!person?.postcode || !geocoder.available) return null;
  try {
    await limits.take("placesByNetwork", network);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return geocoder.postcode(person.postcode);
}

type Point = { latitude: SQLWrapper; longitude: SQLWrapper };

/** The kilometres between two points as the crow flies, to a hundred metres; near enough for France, where longitudes shrink with the latitude. */
function between(here: Point, there: Point): SQL<number | null> {
  const north = sql`(${there.latitude} - ${here.latitude})`;
  const east = sql`(${there.longitude} - ${here.longitude}) * cos(radians((${there.latitude} + ${here.latitude}) / 2))`;
  return sql<number | null>`round((111.2 * sqrt(power(${north}, 2) + power(${east}, 2)))::numeric, 1)::float`;
}

const inSql = ({ latitude, longitude }: FoundPlace): Point => ({ latitude: sql`${latitude}::float`, longitude: sql`${longitude}::float` });

const unknown = sql<number | null>`null::float`;

/** The kilometres from a point to an event, in a query of `events`. Null where either place is unknown. */
export const kilometres = (here: Here): SQL<number | null> => (here ? between(inSql(here), events) : unknown);

/** The kilometres from the own address of an account to an event, in a query of `users`. Null where either place is unknown. */
export const kilometresTo = ({ latitude, longitude }: Pick<typeof events.$inferSelect, "latitude" | "longitude">): SQL<number | null> =>
  latitude === null || longitude === null ? unknown : between(users, inSql({ latitude, longitude }));
