import * as z from "zod";
import { importApi } from "../accounts/imports.ts";
import { filled, shortText, validEmail } from "../formats/validation.ts";
import { bookedDay } from "../giving/payments.ts";
import { countryCell, maybeNoCents } from "./helloasso-import.ts";

/** A line of HelloAsso's export of donors: who gave, and where they live. */
export const HelloassoDonor = z.object({
  email: validEmail("payments:error.email", "payments:error.email"),
  lastName: filled("helloasso:error.name", 80),
  firstName: shortText(80, "payments:error.name").nullish(),
  company: shortText(160, "payments:error.name").nullish(),
  street: filled("donate:error.street", 200),
  postalCode: shortText(12, "donate:error.postcodeAbroad").default(""),
  city: filled("donate:error.city", 120),
  country: countryCell.default("FR"),
});
export type HelloassoDonor = z.output<typeof HelloassoDonor>;

/** What HelloAsso says of the order of a membership. */
export const memberStatuses = ["paid", "offline", "refunded", "refused", "pending"] as const;

/** A line of HelloAsso's export of members. No money is booked from it: dues are in the export of payments. */
export const HelloassoMember = z.object({
  reference: filled("helloasso:error.order", 60),
  orderedOn: bookedDay(),
  status: z.enum(memberStatuses, "helloasso:error.status"),
  lastName: shortText(80, "payments:error.name").nullish(),
  firstName: shortText(80, "payments:error.name").nullish(),
  memberEmail: validEmail("payments:error.email", "payments:error.email").nullish(),
  email: validEmail("payments:error.email", "payments:error.email").nullish(),
  plan: shortText(120, "helloasso:error.plan").nullish(),
  /** What the plan costs at HelloAsso, in cents: it tells the plan where no name does. */
  price: maybeNoCents.nullish(),
});
export type HelloassoMember = z.output<typeof HelloassoMember>;

export const helloassoDonorsApi = importApi("/api/admin/helloasso-donors", { roles: ["ADMIN"] });
export const helloassoMembersApi = importApi("/api/admin/helloasso-members", { roles: ["ADMIN"] });
