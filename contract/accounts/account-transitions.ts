import * as z from "zod";

/** The steps of an account's life. Each has one guard and one effect, in the backend's `users/transitions.ts`. */
export const accountTransitions = [
  "verifyEmail",
  "submitFile",
  "ask",
  "approve",
  "refuse",
  "reconsider",
  "suspend",
  "reopen",
  "restore",
  "recheck",
  "oweFile",
  "leave",
] as const;
export type AccountTransition = (typeof accountTransitions)[number];

/** Those that staff take, in the order their buttons stand. */
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

/** Those that say why, in words that the person reads. */
export const reasonedTransitions: readonly AccountTransition[] = ["ask", "refuse", "restore", "suspend"];
