import * as z from "zod";
import { Done, endpoint, listQuery, pageOf, Selection } from "../api/endpoint.ts";
import { daysBetween, decidable, yesOrNo } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { filled, shortText, validEmail } from "../formats/validation.ts";
import { centsOf } from "../giving/money.ts";
import { HoursDraft, HoursForm, HoursRow, hoursLevels, hoursSources, hoursStates } from "./volunteer-hours.ts";

const staff = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const admins = { roles: ["ADMIN"] } as const;
const path = "/api/admin/volunteer-hours";
const byId = z.object({ id: z.uuid() });

/** A row of the list: whose hours they are, and whether the reader decides on them. */
export const StaffHoursRow = HoursRow.extend({
  userId: z.uuid(),
  name: z.string(),
  submittedAt: z.iso.datetime(),
  level: z.enum(hoursLevels),
  rateCents: z.int().nullable(),
  /** Whether these are the reader's own: somebody else decides on them. */
  isOwn: z.boolean(),
});
export type StaffHoursRow = z.infer<typeof StaffHoursRow>;

const id = z.uuid().optional().catch(undefined);
export const HoursQuery = listQuery(
  ["since", "date", "minutes"],
  {
    status: z.enum(hoursStates).optional().catch(undefined),
    source: z.enum(hoursSources).optional().catch(undefined),
    outliers: yesOrNo,
    decidable,
    sectorId: id,
    userId: id,
    eventId: id,
    ...daysBetween("date"),
  },
  { order: "asc" },
);
export type HoursQuery = z.infer<typeof HoursQuery>;

export const hoursDecisions = ["validate", "reject"] as const;
const reason = filled("hours:error.reason", 500);

/** A decision on some hours, or on all that match. Rejecting needs a reason, which the person reads. */
export const HoursBulk = z.object({
  decision: z.enum(hoursDecisions),
  reason: reason.nullish(),
  selection: Selection,
  dryRun: z.boolean(),
});
export type HoursBulk = z.infer<typeof HoursBulk>;
export const RejectReason = z.object({ reason });

export const hoursObstacles = ["own", "decided"] as const;
export const HoursBulkOutcome = z.object({
  count: z.int(),
  changed: z.int(),
  minutes: z.int(),
  names: z.array(z.string()),
  left: z.array(z.object({ name: z.string(), obstacle: z.enum(hoursObstacles) })),
  leftCount: z.int(),
  task: z.uuid().nullable(),
});
export type HoursBulkOutcome = z.infer<typeof HoursBulkOutcome>;

/** Hours that staff enters for somebody, found by the e-mail address of the account. */
export const StaffHoursDraft = HoursDraft.extend({ email: validEmail("hours:error.email", "hours:error.email") });
export const StaffHoursForm = HoursForm.extend({ email: StaffHoursDraft.shape.email });
export type StaffHoursDraft = z.infer<typeof StaffHoursDraft>;

const cents = z.int32("hours:error.rateCents").min(1, "hours:error.rateCents").max(100_000, "hours:error.rateCents");
export const RateDraft = z.object({
  level: z.enum(hoursLevels, "hours:error.level"),
  cents,
  validFrom: calendarDay("hours:error.rateFrom"),
  validTo: calendarDay("hours:error.rateTo").nullish(),
  basis: z.string().trim().max(200).nullish(),
});
/** The same as its form has it: an amount as people type it. */
export const RateForm = RateDraft.extend({
  cents: shortText(20, "hours:error.rateCents").transform((text, { addIssue }) => {
    const given = cents.safeParse(centsOf(text));
    if (given.success) return given.data;
    addIssue({ code: "custom", message: "hours:error.rateCents" });
    return z.NEVER;
  }),
});
export type RateDraft = z.infer<typeof RateDraft>;
const Rate = RateDraft.extend({ id: z.uuid(), validTo: z.string().nullable(), basis: z.string().nullable(), version: z.int() });
export type HourRate = z.infer<typeof Rate>;

const ValuationLine = z.object({
  level: z.enum(hoursLevels),
  rateCents: z.int().nullable(),
  entries: z.int(),
  minutes: z.int(),
  cents: z.int(),
});

/** The accounts in which the value of voluntary work is booked. */
export const valuationAccounts = { debit: "864", credit: "875" } as const;

/** Days between two mails about the same proposals, and from the last one to their deletion with the closing of the year. */
export const proposalDays = { betweenReminders: 3, beforeDeletion: 14 } as const;

const HoursYear = z.int("hours:error.year").min(2000, "hours:error.year").max(2200, "hours:error.year");

/** The proposals of an event, or of a year. */
const ProposalsToRemind = z
  .object({ eventId: z.uuid().nullish(), year: HoursYear.nullish() })
  .refine(({ eventId, year }) => (eventId == null) !== (year == null), { path: ["year"], error: "hours:error.year" });
export type ProposalsToRemind = z.infer<typeof ProposalsToRemind>;

/** The most people that a year lists for the civic commitment account, on the page and in the file. */
export const mostCivic = 200;
export const mostCivicInFile = 5_000;

const CivicPerson = z.object({ userId: z.uuid(), name: z.string(), minutes: z.int() });

export const Valuation = z.object({
  year: z.int(),
  lines: z.array(ValuationLine),
  minutes: z.int(),
  cents: z.int(),
  /** Minutes that wait for a decision, and minutes without a rate: both are not in the value. */
  waiting: z.int(),
  withoutRate: z.int(),
  /** What its people have not confirmed, and the day from which closing the year deletes it; null while somebody has not been written to since it ended. */
  proposed: z.object({ entries: z.int(), minutes: z.int(), deletableFrom: z.string().nullable() }),
  /** What was rejected and not corrected, and the last day before the year may be closed; null where nothing is, and once it is closed. */
  rejected: z.object({ entries: z.int(), correctUntil: z.string().nullable() }),
  closedAt: z.iso.datetime().nullable(),
  /** Who led volunteers and has the hours in one charity that the civic commitment account asks for; the most hours first. */
  civic: z.array(CivicPerson),
  years: z.array(z.int()),
});
export type Valuation = z.infer<typeof Valuation>;

export const hoursAdminApi = {
  list: endpoint({
    method: "GET",
    path,
    access: staff,
    query: HoursQuery,
    response: pageOf(StaffHoursRow).extend({ sectors: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
  }),
  create: endpoint({ method: "POST", path, access: staff, body: StaffHoursDraft, response: z.object({ id: z.uuid() }), status: 201 }),
  bulk: endpoint({ method: "POST", path: `${path}/bulk`, access: staff, body: HoursBulk, response: HoursBulkOutcome }),
  rates: endpoint({ method: "GET", path: `${path}/rates`, access: admins, response: z.object({ items: z.array(Rate) }) }),
  addRate: endpoint({ method: "POST", path: `${path}/rates`, access: admins, body: RateDraft, response: Rate, status: 201 }),
  /** Ends a rate on a day, or continues it. What was validated with it keeps it. */
  endRate: endpoint({
    method: "PATCH",
    path: `${path}/rates/:id`,
    access: admins,
    params: byId,
    body: z.object({ validTo: calendarDay("hours:error.rateTo").nullish(), version: z.int() }),
    response: Rate,
  }),
  valuation: endpoint({
    method: "GET",
    readsMany: true,
    path: `${path}/valuation`,
    access: admins,
    query: z.object({ year: z.coerce.number().int().min(2000).max(2200).optional().catch(undefined) }),
    response: Valuation,
  }),
  /** The same people as in the value of a year, for their file. */
  civic: endpoint({
    method: "GET",
    readsMany: true,
    path: `${path}/civic`,
    access: { ...admins, permission: "EXPORT_PERSONAL_DATA" },
    query: z.object({ year: z.coerce.number().int().min(2000).max(2200) }),
    response: z.object({ items: z.array(CivicPerson) }),
  }),
  close: endpoint({
    method: "POST",
    path: `${path}/close`,
    access: admins,
    body: z.object({ year: HoursYear }),
    response: Done,
  }),
  /** Has those written to who have not confirmed their hours, unless they were in the last days. */
  remind: endpoint({
    method: "POST",
    path: `${path}/remind`,
    access: admins,
    body: ProposalsToRemind,
    response: z.object({ entries: z.int() }),
  }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: staff, params: byId, response: StaffHoursRow }),
  /** Takes the validation of an entry of an open year back: it is rejected then, with a reason that its person reads. Nobody takes back their own. */
  takeBack: endpoint({ method: "POST", path: `${path}/:id/take-back`, access: staff, params: byId, body: RejectReason, response: Done }),
  /** Adds a line that corrects hours of a closed year. */
  correct: endpoint({
    method: "POST",
    path: `${path}/:id/correct`,
    access: admins,
    params: byId,
    body: z.object({ minutes: z.int32("hours:error.correction").min(0, "hours:error.correction").max(960, "hours:error.correction") }),
    response: Done,
  }),
};
