import type { Role } from "../accounts/roles.ts";
import type { OrganisationFacts } from "./organisation.ts";

/** After `absences` absences within `absenceDays` days, no new place is taken until `pauseDays` days after the last one. Days are those of calendars in France. */
export type AbsenceRule = { absences: number; absenceDays: number; pauseDays: number };

/** The rule that holds for a role, where the charity has one. Staff have none: they could pass over it. */
export function absenceRule(facts: OrganisationFacts["attendance"] | null, role: Role): AbsenceRule | null {
  const { absences, absenceDays, pauseDays, pausedGroup } = facts ?? {};
  if (!absences || !absenceDays || !pauseDays) return null;
  const isMeant = role === "VOLUNTEER" || (role === "BENEFICIARY" && pausedGroup === "everybody");
  return isMeant ? { absences, absenceDays, pauseDays } : null;
}
