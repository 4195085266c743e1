import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { eventFor } from "#backend/modules/event-registrations/own-events";
import type { Ticket } from "#contract/charity/check-ins";
import { admittedStatuses } from "#contract/charity/event-registrations";
import { issueCodes } from "./issuing.ts";

/** One's own ticket. It has a code as long as somebody would be let in with it. */
export async function ticketOf(
  services: Pick<Services, "db" | "clock" | "settings" | "organisation">,
  actor: Actor,
  eventId: string,
): Promise<Ticket> {
  const event = await eventFor(services, actor, eventId);
  const { mine } = event;
  const isAdmitted = mine && !event.cancelled && admittedStatuses.some((status) => status === mine.status);
  const issued = isAdmitted ? (await issueCodes(services, "ticket", [mine.id])).get(mine.id) : undefined;
  return {
    ...{ event, registration: mine },
    name: `${actor.firstName} ${actor.lastName}`,
    code: issued?.code ?? null,
    letters: issued?.letters ?? null,
  };
}
