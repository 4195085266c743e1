import * as z from "zod";
import { importApi } from "../accounts/imports.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { shortText, validEmail } from "../formats/validation.ts";
import { bookedDay, paymentMethods, typedCents } from "../giving/payments.ts";

/** A membership as a row of a file says it. Its member is found by the e-mail address of the account, or by a number that is here already. */
export const ImportedMembership = z
  .object({
    email: validEmail("memberships:error.email", "memberships:error.email").nullish(),
    number: shortText(40, "memberships:import.number").nullish(),
    planId: z.uuid("memberships:error.plan"),
    startDate: calendarDay("memberships:error.day"),
    /** Without it, the end that the plan gives. */
    endDate: calendarDay("memberships:error.day").nullish(),
    /** The dues that were paid, in cents; without it, nothing is recorded in the ledger. */
    amount: typedCents.nullish(),
    method: z.enum(paymentMethods, "memberships:error.method").default("transfer"),
    /** Without it, the first day of the period. */
    paidOn: bookedDay().nullish(),
  })
  .superRefine(({ email, number, startDate, endDate }, { addIssue }) => {
    if (!email && !number) addIssue({ code: "custom", path: ["email"], message: "memberships:import.who" });
    if (endDate && endDate < startDate) addIssue({ code: "custom", path: ["endDate"], message: "memberships:import.end" });
  });
export type ImportedMembership = z.output<typeof ImportedMembership>;

export const membershipImportApi = importApi("/api/admin/memberships", { roles: ["ADMIN"] });
