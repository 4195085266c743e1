import { addDays } from "../formats/weeks.ts";

export const membershipStatuses = ["pending_approval", "pending_payment", "active", "cancelled", "refunded", "abandoned"] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

/** Requests that are not settled: a proof of the reduced price is to be seen first, then the dues come. */
export const requestStatuses = ["pending_approval", "pending_payment"] as const satisfies readonly MembershipStatus[];
export const isRequest = (status: MembershipStatus) => requestStatuses.some((one) => one === status);

/** What people read of a membership: an active one says where today stands in its period. */
export const membershipStates = [
  "pending_approval",
  "pending_payment",
  "coming",
  "valid",
  "ending",
  "grace",
  "expired",
  "cancelled",
  "refunded",
  "abandoned",
] as const;
export type MembershipState = (typeof membershipStates)[number];

/** How many days before its end people are written to, how many after it, after how many of an unpaid request, and after how many that ends. */
export const membershipDays = { ending: 30, ended: 7, unpaid: 20, abandoned: 30 } as const;

type Period = { status: MembershipStatus; startDate: string; endDate: string; validUntil: string };

/** The state of a membership on a day. */
export function stateOn(today: string, { status, startDate, endDate, validUntil }: Period): MembershipState {
  if (status !== "active") return status;
  if (today < startDate) return "coming";
  if (today > validUntil) return "expired";
  if (today > endDate) return "grace";
  return endDate <= addDays(today, membershipDays.ending) ? "ending" : "valid";
}
