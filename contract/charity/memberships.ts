import * as z from "zod";
import { BulkResult } from "../api/bulk.ts";
import { endpoint, listQuery, pageOf, Selection } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized } from "../formats/localized.ts";
import { filled, shortText, validEmail } from "../formats/validation.ts";
import { cardStates } from "../giving/card-settings.ts";
import { bookedDay, largestPayment, type PaymentMethod, paymentMethods, typedCents } from "../giving/payments.ts";
import { Payee } from "../giving/pledges.ts";
import { MembershipPlan } from "./membership-plans.ts";
import { OwnRenewal } from "./membership-renewals.ts";
import { membershipStates, membershipStatuses } from "./membership-states.ts";

/** By which means staff receive dues. */
export const duesMethods = ["transfer", "cheque", "cash"] as const satisfies readonly PaymentMethod[];
/** By which means members pay them: by card or debit too, where a provider is connected. */
export const ownDuesMethods = ["card", "sepa_debit", ...duesMethods] as const satisfies readonly PaymentMethod[];

const cents = z.int("memberships:error.amount").min(1, "memberships:error.amount").max(largestPayment, "memberships:error.amount");
const duesMethod = z.enum(duesMethods, "memberships:error.method");

const requested = {
  planId: z.uuid("memberships:error.plan"),
  /** Whether the reduced price is asked for. */
  reduced: z.boolean().default(false),
  method: duesMethod,
};

const ownMethod = {
  method: z.enum(ownDuesMethods, "memberships:error.method"),
  /** Whether it renews by itself from then on: a consent, of dues by card or debit only. */
  renews: z.boolean().default(false),
};
/** What a person asks for. The amount is of plans with a free amount; without it, it is the price. */
export const MembershipDraft = z.object({ ...requested, ...ownMethod, amountCents: cents.nullish() });
export const MembershipForm = z.object({ ...requested, ...ownMethod, amount: typedCents.nullish() });
export type MembershipDraft = z.output<typeof MembershipDraft>;

const forSomebody = { email: validEmail("memberships:error.email", "memberships:error.email") };
/** A membership that staff enter for somebody, found by the e-mail address of the account. */
export const StaffMembershipDraft = z.object({ ...requested, ...forSomebody, amountCents: cents.nullish() });
export const StaffMembershipForm = z.object({ ...requested, ...forSomebody, amount: typedCents.nullish() });
export type StaffMembershipDraft = z.output<typeof StaffMembershipDraft>;

const paid = {
  receivedOn: bookedDay(),
  method: duesMethod,
  chequeNumber: shortText(20, "payments:error.chequeNumber").nullish(),
  chequeBank: shortText(60, "payments:error.chequeBank").nullish(),
  /** A cheque on a slip that was recorded by mistake, in whose place this one is. */
  replaces: z.uuid().nullish(),
  /** Made with the form: sent again, it is the same payment. */
  submission: z.uuid(),
};
export const DuesDraft = z.object({ ...paid, amountCents: cents });
export const DuesForm = z.object({ ...paid, amount: typedCents });
export type DuesDraft = z.output<typeof DuesDraft>;

export const CancelForm = z.object({ reason: filled("memberships:error.reason", 300) });

const Membership = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  reference: z.string().nullable(),
  status: z.enum(membershipStatuses),
  state: z.enum(membershipStates),
  plan: z.object({ id: z.uuid(), name: Localized, version: z.int() }),
  startDate: z.string(),
  endDate: z.string(),
  /** With the days of grace. */
  validUntil: z.string(),
  priceCents: z.int(),
  /** What came of it, less what was taken back. */
  receivedCents: z.int(),
  reduced: z.boolean(),
  method: z.enum(paymentMethods).nullable(),
});
export type Membership = z.infer<typeof Membership>;

/** A debit of dues that is on its way: how much, and since which day. */
const DebitOnItsWay = z.object({ amountCents: z.int(), since: z.string() });
export type DebitOnItsWay = z.infer<typeof DebitOnItsWay>;

/**
 * One's own; while a renewal is being paid, or a debit is on its way, nothing else is to be paid of it. A request of which nothing came, and nothing is on
 * its way, ends on a day.
 */
const OwnMembership = Membership.extend({ isBeingRenewed: z.boolean(), debit: DebitOnItsWay.nullable(), lapsesOn: z.string().nullable() });
export type OwnMembership = z.infer<typeof OwnMembership>;

export const MembershipRow = Membership.extend({ userId: z.uuid().nullable(), name: z.string(), email: z.string() });
export type MembershipRow = z.infer<typeof MembershipRow>;

/** Why a member is not reminded of a membership: nobody is to be written to, it ended, it never ends, or there is nothing to be done now. */
const reminderObstacles = ["nobody", "ended", "forLife", "followed", "debited", "renews", "today"] as const;
export type ReminderObstacle = (typeof reminderObstacles)[number];

const MembershipRecord = MembershipRow.extend({
  requestedAt: z.iso.datetime(),
  cancelledReason: z.string().nullable(),
  /** What the reduced price of its plan is for. */
  reducedLabel: Localized.nullable(),
  /** Whether a proof of the reduced price is asked for that nobody has seen: nothing is recorded of it. */
  isUnproven: z.boolean(),
  /** When staff have seen that proof. */
  proofSeenAt: z.iso.datetime().nullable(),
  remindedAt: z.iso.datetime().nullable(),
  reminderObstacle: z.enum(reminderObstacles).nullable(),
  payments: z.array(
    z.object({
      id: z.uuid(),
      receivedOn: z.string(),
      signedCents: z.int(),
      refundedCents: z.int(),
      method: z.enum(paymentMethods),
      reversal: z.string().nullable(),
    }),
  ),
  debit: DebitOnItsWay.nullable(),
  /** Whether another period of the plan can be added, which begins on the day after the last one. */
  mayRenew: z.boolean(),
  /** The consent by which it renews by itself. */
  renewal: OwnRenewal.nullable(),
});
export type MembershipRecord = z.infer<typeof MembershipRecord>;

/** A plan that the reader can ask for now, and the period that it would be. */
export const MembershipOffer = MembershipPlan.extend({ startDate: z.string(), endDate: z.string() });
export type MembershipOffer = z.infer<typeof MembershipOffer>;

export const MembershipRowsQuery = listQuery(["endDate", "createdAt"], {
  state: z.enum(membershipStates).optional().catch(undefined),
  family: z.uuid().optional().catch(undefined),
  userId: z.uuid().optional().catch(undefined),
  ...daysBetween("endDate"),
});
export type MembershipRowsQuery = z.infer<typeof MembershipRowsQuery>;

/** How many labels a file has. */
export const mostLabels = 500;

const ManyReminders = z.object({ selection: Selection, dryRun: z.boolean() });
export type ManyReminders = z.infer<typeof ManyReminders>;

/** The dues that somebody paid on a page of the provider, or meant to pay there. */
const CardDues = z.object({
  id: z.uuid(),
  plan: Localized,
  amountCents: z.int(),
  startDate: z.string(),
  endDate: z.string(),
  status: z.enum(membershipStatuses),
  state: z.enum(cardStates),
});
export type CardDues = z.infer<typeof CardDues>;

/** The provider's id of a page of payment. */
const SessionQuery = z.object({
  session: z
    .string()
    .regex(/^cs_\w{1,200}$/)
    .optional()
    .catch(undefined),
});

/** The day of a general assembly. */
export const AssemblyDay = z.object({ day: calendarDay("memberships:error.day") });
/** A sheet of that day; of a prepared assembly, with the proxies that are recorded. */
export const AssemblySheet = AssemblyDay.extend({ assembly: z.uuid().optional().catch(undefined) });
export type AssemblySheet = z.output<typeof AssemblySheet>;

const staff = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const admins = { roles: ["ADMIN"] } as const;
const own = "/api/own-membership";
const path = "/api/admin/memberships";
const params = z.object({ id: z.uuid() });
const response = z.object({ id: z.uuid() });
/** Active where there is nothing to pay. */
const added = response.extend({ status: z.enum(membershipStatuses) });

export const ownMembershipApi = {
  get: endpoint({
    method: "GET",
    path: own,
    access: staff,
    response: z.object({
      name: z.string(),
      /** The newest first. */
      items: z.array(OwnMembership),
      /** Today's membership, the one that ends last. */
      currentId: z.uuid().nullable(),
      offers: z.array(MembershipOffer),
      payee: Payee,
      /** The origin of the pages on which dues are paid by card or debit; null where no provider is connected. */
      cardOrigin: z.url().nullable(),
      /** The code for the door, of whom is a member today. */
      card: z.object({ code: z.string(), letters: z.string() }).nullable(),
      /** Renewals by themselves that the reader consented to. */
      renewals: z.array(OwnRenewal),
    }),
  }),
  /** Asks for a membership: the period after the current one, or one from today on. */
  ask: endpoint({ method: "POST", path: own, access: staff, body: MembershipDraft, response: added, status: 201 }),
  /** Withdraws a request that is not paid. */
  withdraw: endpoint({ method: "POST", path: `${own}/:id/withdrawal`, access: staff, params, response, repeatable: true }),
  /** Opens the page on which dues are paid by card or debit, or the one that is open already. */
  checkout: endpoint({
    method: "POST",
    path: `${own}/:id/checkout`,
    access: staff,
    params,
    response: z.object({ url: z.url() }),
    repeatable: true,
  }),
  /** What became of a page of payment, read from the provider; nothing of somebody else's. */
  paid: endpoint({
    method: "GET",
    path: `${own}/checkout`,
    access: staff,
    query: SessionQuery,
    response: z.object({ dues: CardDues.nullable(), cardOrigin: z.url().nullable() }),
  }),
};

export const membershipsApi = {
  list: endpoint({ method: "GET", path, access: admins, query: MembershipRowsQuery, response: pageOf(MembershipRow) }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: admins, params, response: MembershipRecord }),
  /** How many people are in good standing on a day, and how many of them a sheet takes at most. */
  assembly: endpoint({
    method: "GET",
    path: "/api/admin/membership-assembly",
    access: admins,
    query: AssemblyDay,
    readsMany: true,
    response: z.object({ day: z.string(), people: z.int(), most: z.int() }),
  }),
  create: endpoint({ method: "POST", path, access: admins, body: StaffMembershipDraft, response: added, status: 201 }),
  /** Records dues; with all of the price, the membership is active. */
  pay: endpoint({
    method: "POST",
    path: `${path}/:id/payments`,
    access: admins,
    params,
    body: DuesDraft,
    response: z.object({ status: z.enum(membershipStatuses) }),
    status: 201,
    repeatable: true,
  }),
  /** Says that the proof of the reduced price was seen: the dues can be paid, or the membership that costs nothing is active. */
  acceptProof: endpoint({ method: "POST", path: `${path}/:id/proof`, access: admins, params, response: added, repeatable: true }),
  /** Adds the period that follows, of the newest version of the plan. */
  renew: endpoint({ method: "POST", path: `${path}/:id/renewals`, access: admins, params, response: added, status: 201 }),
  /** Ends the automatic renewal, for its member. */
  stopRenewal: endpoint({
    method: "POST",
    path: `${path}/:id/renewal-end`,
    access: admins,
    params,
    /** A payment that is on its way is not stopped. */
    response: response.extend({ isBeingPaid: z.boolean() }),
  }),
  cancel: endpoint({
    method: "POST",
    path: `${path}/:id/cancellation`,
    access: admins,
    params,
    body: CancelForm,
    response,
    repeatable: true,
  }),
  /** Writes to the member that the membership ends, or waits for its dues: once a day at most. */
  remind: endpoint({ method: "POST", path: `${path}/:id/reminders`, access: admins, params, response: z.object({ sent: z.boolean() }) }),
  /** The same to the members of the selected ones that a reminder fits today. A dry run counts and names. */
  remindMany: endpoint({ method: "POST", path: `${path}/reminders`, access: admins, body: ManyReminders, response: BulkResult }),
};
