import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { dayMonthsLater } from "../formats/france-time.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { shortText, wholeNumber } from "../formats/validation.ts";
import { addDays } from "../formats/weeks.ts";
import { centsOf } from "../giving/money.ts";
import { lifetimeEnd } from "./lifetime.ts";

/** Who can be a member: the roles that have a page of their own membership. */
export const memberRoles = ["ADMIN", "VOLUNTEER"] as const;

/** For how long a membership of a plan is: from its first day on, or until the end of the year that the day is in. */
export const planPeriods = ["rolling_12m", "civil_year", "school_year", "months", "lifetime"] as const;
export type PlanPeriod = (typeof planPeriods)[number];

/** The most days after its end on which a membership is still valid. */
export const longestGrace = 180;

/** The plan of memberships that are older than the plans; nobody can ask for it. Its family has the same id. */
export const formerPlanId = "5f0f2f7c-3c51-4d1e-8a55-6f3d6a0c1b20";

/** School years end on 31 August. */
const schoolYearBegins = 9;

/** The last day of a membership that begins on a day. */
export function lastDayOf({ period, months }: { period: PlanPeriod; months: number | null }, start: string): string {
  const [year = 0, month = 1] = start.split("-").map(Number);
  switch (period) {
    case "lifetime":
      return lifetimeEnd;
    case "civil_year":
      return `${year}-12-31`;
    case "school_year":
      return `${month >= schoolYearBegins ? year + 1 : year}-08-31`;
    case "rolling_12m":
      return wholeMonths(start, 12);
    case "months":
      return wholeMonths(start, months ?? 1);
  }
}

/** The day before the same day some months later; of a shorter month without that day, its last one. */
function wholeMonths(start: string, months: number): string {
  const later = dayMonthsLater(start, months);
  return later.slice(8) === start.slice(8) ? addDays(later, -1) : later;
}

/** The most of a fee, in cents. */
const largestFee = 1_000_000;
const cents = z.int("memberships:error.price").min(0, "memberships:error.price").max(largestFee, "memberships:error.price");
const typed = shortText(20, "memberships:error.price").transform((text, { addIssue }) => {
  const given = cents.safeParse(centsOf(text));
  if (given.success) return given.data;
  addIssue({ code: "custom", message: "memberships:error.price" });
  return z.NEVER;
});
const optionalLine = (longest: number) => localizedField(z.string().trim().max(longest).default(""), z.string().trim().max(longest));

const planFields = {
  name: localizedText("memberships:error.name", 80),
  description: optionalLine(300).nullish(),
  roles: z.array(z.enum(memberRoles), "memberships:error.roles").min(1, "memberships:error.roles").max(memberRoles.length),
  period: z.enum(planPeriods, "memberships:error.period"),
  /** Of plans of some months only. */
  months: wholeNumber("memberships:error.months", 1, 60).nullish(),
  /** Whether people may pay more than the price, which is then the least. */
  freeAmount: z.boolean().default(false),
  /** What the reduced price is for. */
  reducedLabel: optionalLine(80).nullish(),
  /** Whether staff ask for a proof of it. */
  reducedProof: z.boolean().default(false),
  /** How many days after its end a membership is still valid. */
  graceDays: wholeNumber("memberships:error.grace", 0, longestGrace),
  /** Whether dues give a right to a tax receipt, since nothing is given in return. */
  receiptEligible: z.boolean().default(false),
  /** From when on people can ask for it. */
  validFrom: calendarDay("memberships:error.validFrom"),
};

type PriceRules = Pick<z.output<z.ZodObject<typeof planFields>>, "period" | "months" | "graceDays"> & {
  priceCents: number;
  reducedCents?: number | null;
};

const whole = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

function consistent({ period, months, graceDays, priceCents, reducedCents }: PriceRules, context: z.RefinementCtx) {
  const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (period === "months" && !months) refuse("months", "memberships:error.months");
  if (period === "lifetime" && graceDays > 0) refuse("graceDays", "memberships:error.lifetimeGrace");
  if (typeof reducedCents === "number" && reducedCents >= priceCents) refuse("reducedCents", "memberships:error.reduced");
}

export const PlanDraft = z.object({ ...planFields, priceCents: cents, reducedCents: cents.nullish() }).superRefine(consistent, whole);
/** The same as its form has it: amounts as people type them. */
export const PlanForm = z.object({ ...planFields, priceCents: typed, reducedCents: typed.nullish() }).superRefine(consistent, whole);
export type PlanDraft = z.output<typeof PlanDraft>;

export const MembershipPlan = z.object({
  id: z.uuid(),
  family: z.uuid(),
  version: z.int(),
  name: Localized,
  description: Localized.nullable(),
  roles: z.array(z.enum(memberRoles)),
  period: z.enum(planPeriods),
  months: z.int().nullable(),
  priceCents: z.int(),
  freeAmount: z.boolean(),
  reducedCents: z.int().nullable(),
  reducedLabel: Localized.nullable(),
  reducedProof: z.boolean(),
  graceDays: z.int(),
  receiptEligible: z.boolean(),
  active: z.boolean(),
  validFrom: z.string(),
});
export type MembershipPlan = z.infer<typeof MembershipPlan>;

const access = { roles: ["ADMIN"] } as const;
const path = "/api/admin/membership-plans";
const params = z.object({ id: z.uuid() });
const response = z.object({ id: z.uuid() });

export const membershipPlansApi = {
  /** The newest version of each plan, with the memberships that it has and the number of its versions. */
  list: endpoint({
    method: "GET",
    path,
    access,
    response: z.object({ items: z.array(MembershipPlan.extend({ memberships: z.int() })) }),
  }),
  create: endpoint({ method: "POST", path, access, body: PlanDraft, response, status: 201 }),
  /** A new version of a plan, which takes the place of the one named here. Memberships stay with the version that they were asked for. */
  change: endpoint({ method: "POST", path: `${path}/:id/versions`, access, params, body: PlanDraft, response, status: 201 }),
  /** Whether people can ask for it. */
  offer: endpoint({ method: "PUT", path: `${path}/:id/active`, access, params, body: z.object({ active: z.boolean() }), response }),
};
