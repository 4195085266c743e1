import { entersBefore, type ScanAnswer, type ScanKind } from "./check-ins.ts";
import { admittedStatuses, type RegistrationStatus } from "./event-registrations.ts";

/** What is known of a code that was signed here, or of somebody who was found by name. */
export type Facts = {
  /** Whether another code has taken its place. */
  replaced: boolean;
  /** Of a card: whether it still holds. */
  expired: boolean;
  /** Whether the code is that of an entrance, not of a person. */
  isEntrance: boolean;
  /** Whether the account is open; guests have none. */
  accountOpen: boolean;
  event: { id: string; startsAt: Date; endsAt: Date; isOn: boolean };
  registration: { eventId: string; status: RegistrationStatus; slotStartsAt: Date | null; inside: boolean } | null;
};

const minute = 60_000;

/** The answer to a scan: the most lasting reason first, and what staff can change themselves last. */
export function judge({ replaced, expired, isEntrance, accountOpen, event, registration }: Facts, kind: ScanKind, at: Date): ScanAnswer {
  if (isEntrance) return "needs_attention";
  if (replaced) return "revoked";
  if (registration && registration.eventId !== event.id) return "wrong_event";
  if (!event.isOn) return "event_cancelled";
  if (expired) return "expired";
  if (!registration) return "not_registered";
  if (!accountOpen) return "needs_attention";
  if (kind === "exit") return registration.inside ? "left" : "not_inside";
  if (registration.inside) return "already";
  if (["waiting", "pending", "offered"].includes(registration.status)) return "not_confirmed";
  if (!admittedStatuses.some((status) => status === registration.status)) return "cancelled";
  const { slotStartsAt } = registration;
  const opens = slotStartsAt ? slotStartsAt.getTime() - entersBefore.slot * minute : event.startsAt.getTime() - entersBefore.event * minute;
  if (at.getTime() < opens) return "too_early";
  return at >= event.endsAt ? "too_late" : "ok";
}
