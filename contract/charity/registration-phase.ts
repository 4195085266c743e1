/** Where registration for an event stands; derived from its times, its state and its free places. */
export const registrationPhases = ["none", "cancelled", "over", "running", "not_open", "ended", "full", "open"] as const;
export type RegistrationPhase = (typeof registrationPhases)[number];

/** The moments and numbers from which the phase follows; ISO times, UTC. `free` is null where places are not limited. */
type PhaseFacts = {
  startsAt: string;
  endsAt: string;
  cancelled: boolean;
  rules: { opensAt: string | null; closesAt: string | null } | null;
  free: number | null;
  /** When the last of its places begins, where some have hours of their own: until then people register. */
  lastStartsAt?: string;
};

/** @param now an instant, ISO and UTC, as all times here. */
export function registrationPhase(
  { startsAt, endsAt, cancelled, rules, free, lastStartsAt = startsAt }: PhaseFacts,
  now: string,
): RegistrationPhase {
  if (cancelled) return "cancelled";
  if (endsAt <= now) return "over";
  if (!rules) return "none";
  if (lastStartsAt <= now) return "running";
  if (rules.closesAt && rules.closesAt <= now) return "ended";
  if (rules.opensAt && rules.opensAt > now) return "not_open";
  return free === 0 ? "full" : "open";
}
