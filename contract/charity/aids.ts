import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized } from "../formats/localized.ts";
import { wholeNumber } from "../formats/validation.ts";
import type { KitKind } from "./kit-states.ts";
import type { OrganisationFacts } from "./organisation.ts";

export const aidKinds = ["parcel", "meal", "clothes", "voucher", "support"] as const;
export type AidKind = (typeof aidKinds)[number];

/** What is received at each kind of event. */
export const aidOfKit: Record<KitKind, AidKind> = { delivery: "parcel", dressed: "clothes" };

/** The days that lie between two aids of a kind, and what happens before: null where the charity set none. */
export function aidInterval(kind: AidKind, facts: OrganisationFacts["aids"] | null): { days: number; refused: boolean } | null {
  const days = kind === "parcel" ? facts?.parcelDays : kind === "clothes" ? facts?.clothesDays : null;
  if (!facts || !days || facts.aidRule === "none") return null;
  return { days, refused: facts.aidRule === "refuse" };
}

/**
 * The last day on which a student's file is valid, from when the account was opened or confirmed: the end of August, when every student confirms what
 * they said.
 */
export function fileValidUntil(since: string): string {
  const year = Number(since.slice(0, 4));
  return `${since <= `${year}-08-31` ? year : year + 1}-08-31`;
}

const Aid = z.object({
  id: z.uuid(),
  kind: z.enum(aidKinds),
  day: z.iso.date(),
  quantity: z.int(),
  event: z.object({ id: z.uuid(), title: Localized }).nullable(),
});
export type Aid = z.infer<typeof Aid>;

/** Who eats and lives with the student, themselves included. */
export const Household = z.object({
  adults: wholeNumber("aids:error.adults", 1, 20),
  children: wholeNumber("aids:error.children", 0, 20).default(0),
});
export type Household = z.output<typeof Household>;

const StoredHousehold = z.object({ adults: z.int(), children: z.int() }).nullable();

const OwnFile = z.object({
  name: z.string(),
  /** Null while the file is not accepted, and once it has ended. */
  validUntil: z.iso.date().nullable(),
  toConfirm: z.boolean(),
  household: StoredHousehold,
  aids: z.array(Aid),
  /** The card that is shown at a door; null where it would not be accepted. */
  card: z.object({ code: z.string(), letters: z.string() }).nullable(),
});
export type OwnFile = z.infer<typeof OwnFile>;

export const AidDraft = z.object({
  kind: z.enum(aidKinds, "aids:error.kind"),
  day: calendarDay("aids:error.day"),
  quantity: wholeNumber("aids:error.quantity", 1, 99).default(1),
  /** To add one inside the interval where the charity warns. */
  repeated: z.boolean().default(false),
});
export type AidDraft = z.output<typeof AidDraft>;

const students = { roles: ["BENEFICIARY"] } as const;
const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });
const withAid = z.object({ id: z.uuid(), aidId: z.uuid() });

/** The most aids that a page shows. */
export const shownAids = 100;

export const aidsApi = {
  mine: endpoint({ method: "GET", path: "/api/my-file", access: students, response: OwnFile }),
  setHousehold: endpoint({ method: "PUT", path: "/api/my-file/household", access: students, body: Household, response: Done }),
  /** Reading them takes the right to read what students entrust; without it, nothing but that is said. */
  ofPerson: endpoint({
    method: "GET",
    path: "/api/admin/users/:id/aids",
    access: admins,
    params: byId,
    response: z.object({
      withheld: z.boolean(),
      /** Whether the person is a student, or was one. */
      helped: z.boolean(),
      household: StoredHousehold,
      validUntil: z.iso.date().nullable(),
      total: z.int(),
      items: z.array(Aid.extend({ by: z.string().nullable() })),
    }),
  }),
  add: endpoint({ method: "POST", path: "/api/admin/users/:id/aids", access: admins, params: byId, body: AidDraft, response: Done }),
  /** Takes back one that was added by hand. */
  remove: endpoint({ method: "DELETE", path: "/api/admin/users/:id/aids/:aidId", access: admins, params: withAid, response: Done }),
};
