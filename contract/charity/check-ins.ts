import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { Done, endpoint, pageNumber, pageOf } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";
import { validEmail } from "../formats/validation.ts";
import { admittedAnswers } from "./admitted-answers.ts";
import { EventFacts, participantRoles, registrationStatuses } from "./event-registrations.ts";

/** What a code at the door stands for: a registration, a member, a student who is helped, or the entrance of an event. */
export const codeKinds = ["ticket", "membership", "beneficiary", "entrance"] as const;
export type CodeKind = (typeof codeKinds)[number];

export const scanKinds = ["entry", "exit"] as const;
export type ScanKind = (typeof scanKinds)[number];

/** How it came: a code, a name that staff chose, or a code that was scanned without a connection and sent later. */
export const scanModes = ["scan", "manual", "offline"] as const;

/** What staff at the door read after a scan; only `ok` and `left` change anything. Somebody outside who forges a code gets `unknown`, whatever is in it. */
export const scanAnswers = [
  "ok",
  "left",
  "already",
  "not_inside",
  "not_confirmed",
  "cancelled",
  "revoked",
  "wrong_event",
  "too_early",
  "too_late",
  "event_cancelled",
  "not_registered",
  "expired",
  "needs_attention",
  "unknown",
] as const;
export type ScanAnswer = (typeof scanAnswers)[number];

/** The answers after which nobody is let in. */
export const refusedAnswers = scanAnswers.filter((answer) => !admittedAnswers.some((one) => one === answer));

/** How an answer looks and sounds: the colour, with an icon and words of its own beside it. */
export const answerTones: Record<ScanAnswer, "success" | "warning" | "danger"> = {
  ok: "success",
  left: "success",
  already: "warning",
  not_inside: "warning",
  not_confirmed: "warning",
  cancelled: "danger",
  revoked: "danger",
  wrong_event: "danger",
  too_early: "warning",
  too_late: "danger",
  event_cancelled: "danger",
  not_registered: "danger",
  expired: "danger",
  needs_attention: "warning",
  unknown: "danger",
};

/** Minutes before the beginning from which people may enter: of the whole event, and of a place with a time of its own. */
export const entersBefore = { event: 120, slot: 30 } as const;

const byId = z.object({ id: z.uuid() });
const instant = z.iso.datetime();
const door = { roles: ["ADMIN", "VOLUNTEER"] } as const;

/** One scan, as the screen at the door shows it. Names are shown of people who belong to this event alone. */
export const Scan = z.object({
  id: z.uuid(),
  answer: z.enum(scanAnswers),
  kind: z.enum(scanKinds),
  mode: z.enum(scanModes),
  at: instant,
  name: z.string().nullable(),
  partySize: z.int().nullable(),
  quota: Localized.nullable(),
  /** The time of a place that has one of its own. */
  slot: instant.nullable(),
  status: z.enum(registrationStatuses).nullable(),
  /** Since when the person is inside, and who let them in, where they already are. */
  first: z.object({ at: instant, by: z.string().nullable() }).nullable(),
  /** The event of a ticket that is for another one, where it is no secret. */
  elsewhere: z.object({ title: Localized, startsAt: instant }).nullable(),
  /** The check-in that this scan made. */
  checkInId: z.uuid().nullable(),
  undone: z.boolean(),
  /** Whether the reader may take it back now. */
  mayUndo: z.boolean(),
});
export type Scan = z.infer<typeof Scan>;

const DoorEvent = EventFacts.pick({
  id: true,
  title: true,
  type: true,
  startsAt: true,
  endsAt: true,
  placeName: true,
  online: true,
  cancelled: true,
});
export type DoorEvent = z.infer<typeof DoorEvent>;

/** The scan whose answer a page shows, which may not be among the last ones any more; and the scans that it lists, by default the last ones. */
const ShownScan = z.object({ shown: z.uuid().optional().catch(undefined), scans: z.enum(["refused"]).optional().catch(undefined) });

const Door = z.object({
  event: DoorEvent,
  /** Whether the reader may find people by name and check them in without a code. */
  manual: z.boolean(),
  /** Whether the reader looks after the event. */
  managed: z.boolean(),
  /** Names this browser in what it sends: with `nonce`, the same scan counts once however often it arrives. */
  deviceId: z.uuid(),
  /** People, not registrations: who has a place, who came, who is inside now. */
  expected: z.int(),
  entered: z.int(),
  inside: z.int(),
  /** Null where none is asked for, or it is none of this door. */
  shown: Scan.nullable(),
  /** The last scans at all doors of the event, the newest first; or those refused of people who have not come in since. */
  scans: z.array(Scan),
});
export type Door = z.infer<typeof Door>;

const PersonAtDoor = z.object({
  registrationId: z.uuid(),
  name: z.string(),
  quota: Localized,
  partySize: z.int(),
  status: z.enum(registrationStatuses),
  inside: z.boolean(),
});
export type PersonAtDoor = z.infer<typeof PersonAtDoor>;

/** The shortest name that is searched at the door. */
export const shortestName = 2;

export const ScanDraft = z.object({
  deviceId: z.uuid(),
  nonce: z.uuid(),
  kind: z.enum(scanKinds),
  /** What a scanner read, or somebody typed. */
  code: z.string().trim().max(400).nullish(),
  /** Instead of a code: who was found by name. */
  registrationId: z.uuid().nullish(),
  /** When it was scanned, where it is sent later. */
  at: instant.nullish(),
});
export type ScanDraft = z.output<typeof ScanDraft>;

/** A ticket as its holder shows it. */
const Ticket = z.object({
  event: EventFacts,
  name: z.string(),
  /** Null for who has not registered. */
  registration: z
    .object({
      status: z.enum(registrationStatuses),
      quota: Localized,
      partySize: z.int(),
      position: z.int().nullable(),
      /** The hours of the place, where it has its own. */
      startsAt: z.iso.datetime().nullable(),
      endsAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** What the QR code says, and the letters to type instead; null where it would not be let in. */
  code: z.string().nullable(),
  letters: z.string().nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

export const DoorPersonDraft = z.object({ email: validEmail("door:error.email", "common:validation.email") });

export const checkInsApi = {
  /** The events at whose door the reader may stand now. */
  doors: endpoint({ method: "GET", path: "/api/doors", access: door, response: z.object({ items: z.array(DoorEvent) }) }),
  door: endpoint({ method: "GET", path: "/api/doors/:id", access: door, params: byId, query: ShownScan, response: Door }),
  /** Whether the reader may stand at the door of an event. */
  mayScan: endpoint({
    method: "GET",
    path: "/api/doors/:id/access",
    access: door,
    params: byId,
    response: z.object({ scan: z.boolean() }),
  }),
  scan: endpoint({
    method: "POST",
    path: "/api/doors/:id/scans",
    access: door,
    params: byId,
    body: ScanDraft,
    response: z.object({ id: z.uuid(), answer: z.enum(scanAnswers) }),
  }),
  /** For who holds EVENTS_CHECKIN_MANUAL, or looks after the event. */
  people: endpoint({
    method: "GET",
    path: "/api/doors/:id/people",
    access: door,
    params: byId,
    query: z.object({ name: z.string().trim().max(100).catch("").default("") }),
    response: z.object({ items: z.array(PersonAtDoor) }),
  }),
  undo: endpoint({
    method: "POST",
    path: "/api/doors/:id/undo",
    access: door,
    params: byId,
    body: z.object({ checkInId: z.uuid() }),
    response: Done,
  }),
  /** One's own ticket for an event. */
  ticket: endpoint({
    method: "GET",
    path: "/api/my-events/:id/ticket",
    access: { roles: participantRoles },
    params: byId,
    response: Ticket,
  }),
};

const CodeRow = z.object({
  registrationId: z.uuid(),
  name: z.string(),
  status: z.enum(registrationStatuses),
  quota: Localized,
  partySize: z.int(),
  letters: z.string(),
});

/** Sheets with a code for each person, and the poster of the entrance. */
export const sheetFormats = ["attendance", "labels", "badges", "entrance"] as const;
/** How many registrations a sheet has, and the page of their codes; the list to tick has more, some eighty pages of paper. */
export const sheetSizes = { labels: 500, badges: 500, entrance: 500, attendance: 2_000 } as const;
export type SheetFormat = (typeof sheetFormats)[number];
export const SheetQuery = z.object({
  format: z.enum(sheetFormats).catch("labels"),
  quotaId: z.uuid().optional().catch(undefined),
  /** Of as many registrations as the sheet has, by name. */
  page: pageNumber,
  /** With what people answered to the questions of the event, on the list to tick. */
  answers: z.literal("yes").optional().catch(undefined),
});

/** The codes of an event for those who look after it: sheets to print, the entrance, who stands at the door. */
export const eventCodesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/events/:id/codes",
    access: eventManagers,
    params: byId,
    query: z.object({ quotaId: z.uuid().optional().catch(undefined), page: pageNumber }),
    readsMany: true,
    response: pageOf(CodeRow).extend({
      event: DoorEvent,
      quotas: z.array(z.object({ id: z.uuid(), label: Localized })),
      doorPeople: z.array(z.object({ userId: z.uuid(), name: z.string() })),
    }),
  }),
  /** Replaces the codes of some registrations, or of all: the old ones are refused from now on. */
  rotate: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/codes/rotate",
    access: eventManagers,
    params: byId,
    body: z.object({ registrationIds: z.array(z.uuid()).min(1).max(500).nullish() }),
    response: z.object({ changed: z.int() }),
  }),
  addDoorPerson: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/door-people",
    access: eventManagers,
    params: byId,
    body: DoorPersonDraft,
    response: Done,
  }),
  removeDoorPerson: endpoint({
    method: "DELETE",
    path: "/api/admin/events/:id/door-people/:userId",
    access: eventManagers,
    params: z.object({ id: z.uuid(), userId: z.uuid() }),
    response: Done,
  }),
};
