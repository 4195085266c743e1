import * as z from "zod";

/** The transitions between the states of an account. The backend's `users/transitions.ts` says who may start each, from which states, and what else it does. */
export const accountTransitions = [
  "verifyEmail",
  "submitFile",
  "ask",
  "approve",
  "refuse",
  "undoApproval",
  "reconsider",
  "suspend",
  "reopen",
  "restore",
  "recheck",
  "oweFile",
  "waiveFile",
  "leave",
] as const;
export type AccountTransition = (typeof accountTransitions)[number];

/** Transitions that staff may make, in the order of their buttons. */
export const staffTransitions = [
  "approve",
  "ask",
  "refuse",
  "reconsider",
  "reopen",
  "restore",
  "suspend",
] as const satisfies AccountTransition[];
export const StaffTransition = z.enum(staffTransitions);
export type StaffTransition = z.infer<typeof StaffTransition>;

/** Transitions with a reason that the person reads. */
export const reasonedTransitions: readonly AccountTransition[] = ["ask", "refuse", "restore", "suspend", "undoApproval"];
