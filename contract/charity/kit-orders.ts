import * as z from "zod";
import { longestAllergies } from "../accounts/own-needs.ts";
import { diets } from "../accounts/registration-steps.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";
import { shortText } from "../formats/validation.ts";
import { aidKinds } from "./aids.ts";
import { GivenAnswers } from "./event-questions.ts";
import { EventFacts, registrationStatuses } from "./event-registrations.ts";
import { kitActs, kitKinds, kitStatuses } from "./kit-states.ts";

const byId = z.object({ id: z.uuid() });
const students = { roles: ["BENEFICIARY"] } as const;
/** Narrowed to those who stand at the door of the event: named for it, or with the right in its sector. */
const packers = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const instant = z.iso.datetime();
const phone = shortText(40, "kits:error.phone").regex(/^\+?[\d .()-]{4,40}$/, "kits:error.phone");

/** What a student says for what they receive. Kits and fittings have fields of their own; the others stay empty. */
export const KitDetails = z.object({
  /** Whether it is brought to the address of the account, which the form shows. */
  place: z.enum(["own", "other"], "kits:error.place").nullish(),
  address: shortText(200).nullish(),
  door: shortText(120).nullish(),
  phone: z.union([z.literal(""), phone]).nullish(),
  sizes: shortText(120).nullish(),
  companion: z.boolean().default(false),
  /** Whether those who pack may read the diets and allergies. */
  needsShared: z.boolean().default(false),
});
export type KitDetails = z.output<typeof KitDetails>;

export const KitOrderDraft = KitDetails.extend({ quotaId: z.uuid("events:error.chooseQuota"), answers: GivenAnswers });
export type KitOrderDraft = z.output<typeof KitOrderDraft>;

/** Another slot for an order. */
export const KitSlot = z.object({ quotaId: z.uuid("events:error.chooseQuota") });

/** An aid of the same kind inside the interval, received or ordered. */
const EarlierAid = z.object({
  kind: z.enum(aidKinds),
  day: z.iso.date(),
  /** From when the next one is outside the interval. */
  until: z.iso.date(),
  received: z.boolean(),
  refused: z.boolean(),
});
export type EarlierAid = z.infer<typeof EarlierAid>;

/** What the form of an order begins with. */
const KitForm = z.object({
  kind: z.enum(kitKinds),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  diets: z.array(z.enum(diets)),
  /** Only with the consent to store them. */
  allergies: z.string().max(longestAllergies).nullable(),
  size: z.string().nullable(),
  /** What stands in the way of the slots of each day. */
  earlier: z.array(EarlierAid.extend({ quotaIds: z.array(z.uuid()) })),
});
export type KitForm = z.infer<typeof KitForm>;

/** Diets and allergies of an order; null where the reader may not read them. */
const KitNeeds = z.object({ diets: z.array(z.enum(diets)), allergies: z.string().nullable() });

const KitRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  kind: z.enum(kitKinds),
  status: z.enum(kitStatuses),
  statusAt: instant.nullable(),
  statusBy: z.string().nullable(),
  quotaId: z.uuid(),
  quota: Localized,
  slotStartsAt: instant,
  /** Null some time after the event, when nobody is to be reached any more. */
  address: z.string().nullable(),
  door: z.string(),
  phone: z.string().nullable(),
  sizes: z.string(),
  companion: z.boolean(),
  /** Whether another aid of the kind, received or ordered, comes less than the charity's interval before it. */
  repeated: z.boolean(),
  /** When its person noted that nobody will be there, after the limit for giving it back. */
  awayAt: instant.nullable(),
  /** When its person changed it after it was packed, until it is packed again. */
  changedAt: instant.nullable(),
  needs: KitNeeds.nullable(),
});
export type KitRow = z.infer<typeof KitRow>;

export const KitsQuery = listQuery(
  ["slot", "name", "status"],
  { status: z.enum(kitStatuses).optional().catch(undefined), quotaId: z.uuid().optional().catch(undefined) },
  { order: "asc", perPage: 50 },
);
export type KitsQuery = z.infer<typeof KitsQuery>;

/** An order that ended after it was packed. */
const CancelledKit = KitRow.pick({ id: true, name: true, kind: true, status: true, quota: true, slotStartsAt: true }).extend({
  cancelledAt: instant,
});
export type CancelledKit = z.infer<typeof CancelledKit>;

const KitPage = pageOf(KitRow).extend({
  /** Of those that were packed or on their way, until a day after the event. */
  cancelled: z.array(CancelledKit),
  event: EventFacts.pick({ id: true, title: true, startsAt: true, endsAt: true, placeName: true, type: true, cancelled: true }),
  /** What is to be packed for each slot. */
  slots: z.array(
    z.object({ quotaId: z.uuid(), label: Localized, startsAt: instant, orders: z.int(), byStatus: z.record(z.string(), z.int()) }),
  ),
  /** Of all orders whose needs the reader may read. */
  needs: z.object({
    diets: z.array(z.object({ diet: z.enum(diets), count: z.int() })),
    allergies: z.int(),
    /** Of how many orders they are withheld. */
    withheld: z.int(),
  }),
});
export type KitPage = z.infer<typeof KitPage>;

const OwnEvent = EventFacts.pick({ id: true, title: true, startsAt: true, endsAt: true, placeName: true, type: true });

export const kitOrdersApi = {
  /** What a student may order now, and what comes to them next. */
  next: endpoint({
    method: "GET",
    path: "/api/my-kits/next",
    access: students,
    response: z.object({
      next: OwnEvent.extend({ status: z.enum(kitStatuses), kind: z.enum(kitKinds), confirmed: z.boolean() }).nullable(),
      open: OwnEvent.extend({ kind: z.enum(kitKinds), free: z.int() }).nullable(),
    }),
  }),
  form: endpoint({ method: "GET", path: "/api/my-events/:id/kit", access: students, params: byId, response: KitForm }),
  /** Takes a place of the event, and says what is needed for what is received there. */
  order: endpoint({
    method: "POST",
    path: "/api/my-events/:id/kit",
    access: students,
    params: byId,
    body: KitOrderDraft,
    response: z.object({ status: z.enum(registrationStatuses) }),
  }),
  /** Changes what was said, until it is under way. */
  change: endpoint({ method: "PUT", path: "/api/my-events/:id/kit", access: students, params: byId, body: KitDetails, response: Done }),

  /** Moves it to another slot of the event that is free, as long as it could be given back. */
  changeSlot: endpoint({
    method: "PUT",
    path: "/api/my-events/:id/kit/slot",
    access: students,
    params: byId,
    body: KitSlot,
    response: Done,
  }),

  list: endpoint({ method: "GET", path: "/api/kits/:id", access: packers, params: byId, query: KitsQuery, response: KitPage }),
  /** Moves orders on, or back; those in another state stay as they are and are counted. */
  move: endpoint({
    method: "POST",
    path: "/api/kits/:id/moves",
    access: packers,
    params: byId,
    body: z.object({ move: z.enum(kitActs), ids: z.array(z.uuid()).min(1).max(100) }),
    response: z.object({ changed: z.int(), unchanged: z.int() }),
  }),
};
