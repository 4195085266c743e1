import { registrationPhase } from "#contract/charity/registration-phase";
import { beginsAt, freeIn, type LockedEvent, lastBeginning, type QuotaRow } from "./locking.ts";

export const times = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

export const moments = ({ opensAt, closesAt }: { opensAt: Date | null; closesAt: Date | null }) => ({
  opensAt: opensAt?.toISOString() ?? null,
  closesAt: closesAt?.toISOString() ?? null,
});

/** Whether people may register now; it may be full. */
export function isOpen({ event, rules, quotas }: LockedEvent, now: Date): boolean {
  const facts = {
    ...times(event),
    lastStartsAt: lastBeginning(event, quotas).toISOString(),
    cancelled: event.cancelledAt !== null,
    rules: moments(rules),
    free: null,
  };
  return event.status === "published" && registrationPhase(facts, now.toISOString()) === "open";
}

/** The places of an event that volunteers can take now, by themselves. */
export function openToVolunteers(locked: LockedEvent, now: Date): QuotaRow[] {
  const { event, rules, quotas } = locked;
  if (!isOpen(locked, now) || event.visibility === "invitation") return [];
  return quotas.filter((quota) => freeIn(quota, rules) > 0 && beginsAt(quota, event) > now && isForVolunteers(locked, quota));
}

export const isForVolunteers = ({ rules }: Pick<LockedEvent, "rules">, { roles }: QuotaRow) =>
  rules.roles.includes("VOLUNTEER") && (roles.length === 0 || roles.includes("VOLUNTEER"));

/** Whether an event has free places for which volunteers of its sector can be found. */
export const needsHelpers = (locked: LockedEvent, now: Date) => !!locked.event.sectorId && openToVolunteers(locked, now).length > 0;
