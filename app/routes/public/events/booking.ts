import type { EventPage } from "#contract/charity/public-events";

type Booked = Pick<EventPage, "phase" | "registration">;

/** Whether anybody can still get a place, or wait for one. */
export const isBookable = ({ phase, registration }: Booked) =>
  !!registration && (phase === "open" || (phase === "full" && registration.waitingList));

/** What somebody without account gets: a place, one that the team confirms, one on the waiting list, or nothing. */
export function guestBooking({ phase, registration }: Booked): "book" | "ask" | "wait" | null {
  const own = registration?.quotas.filter(({ guests }) => guests) ?? [];
  if (!registration || own.length === 0 || !isBookable({ phase, registration })) return null;
  if (own.some(({ places }) => places !== "full")) return registration.manual ? "ask" : "book";
  return registration.waitingList ? "wait" : null;
}
