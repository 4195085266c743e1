import * as z from "zod";
import { EarlierQuery } from "../api/earlier.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { wallTime } from "../formats/local-time.ts";
import { filled } from "../formats/validation.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

export const trackingKinds = ["note", "call", "meeting", "aid", "training", "incident", "milestone", "document"] as const;

/** Who reads an entry: the person too, staff alone, or those of staff who hold the right to restricted files. */
export const trackingVisibilities = ["subject", "staff", "restricted"] as const;
export type TrackingVisibility = (typeof trackingVisibilities)[number];

/** Hours in which the author may edit an entry; afterwards it is corrected by another one. */
export const trackingEditHours = 24;

/** How near a next action that is not done is. */
export const dueTimes = ["overdue", "today", "week", "later"] as const;
export type DueTime = (typeof dueTimes)[number];

const texts = {
  title: filled("tracking:error.title", 120),
  body: z.string().trim().max(4_000).default(""),
};

const NextAction = {
  nextActionAt: calendarDay("tracking:error.day").optional(),
  nextActionUserId: z.uuid("tracking:error.assignee").optional(),
};

type Action = { nextActionAt?: string; nextActionUserId?: string };
/** Nobody is given an action without a day. */
const hasDay = ({ nextActionAt, nextActionUserId }: Action) => !nextActionUserId || !!nextActionAt;
const atDay = { path: ["nextActionAt"], error: "tracking:error.day" };

const entry = {
  kind: z.enum(trackingKinds, "tracking:error.kind"),
  ...texts,
  occurredAt: wallTime("tracking:error.occurredAt"),
  visibility: z.enum(trackingVisibilities, "tracking:error.visibility"),
};

/** What the author may still change for a day. */
export const TrackingEdit = z.object(entry);
export type TrackingEdit = z.output<typeof TrackingEdit>;

/** An entry about a person, with the next action where there is one. */
export const TrackingDraft = z.object({ ...entry, ...NextAction, subjectId: z.uuid("tracking:error.person") }).refine(hasDay, atDay);
export type TrackingDraft = z.output<typeof TrackingDraft>;

export const TrackingCorrection = z.object(texts);
export type TrackingCorrection = z.output<typeof TrackingCorrection>;

/** The next action of an entry; without a day there is none. */
export const TrackingAction = z.object(NextAction).refine(hasDay, atDay);
export type TrackingAction = z.output<typeof TrackingAction>;

export const TrackingRow = z.object({
  id: z.uuid(),
  subjectId: z.uuid(),
  person: z.string(),
  sector: z.string().nullable(),
  kind: z.enum(trackingKinds),
  title: z.string(),
  body: z.string(),
  occurredAt: z.iso.datetime(),
  visibility: z.enum(trackingVisibilities),
  author: z.string(),
  /** Whether the reader wrote it. */
  own: z.boolean(),
  editedAt: z.iso.datetime().nullable(),
  correctsId: z.uuid().nullable(),
  nextActionAt: z.string().nullable(),
  nextActionUserId: z.uuid().nullable(),
  assignee: z.string().nullable(),
  /** Whether the next action is the reader's. */
  mine: z.boolean(),
  due: z.enum(dueTimes).nullable(),
  doneAt: z.iso.datetime().nullable(),
});
export type TrackingRow = z.infer<typeof TrackingRow>;

export const TrackingRecord = TrackingRow.extend({
  /** Until when the reader may edit it; null when they may not. */
  editableUntil: z.iso.datetime().nullable(),
  corrections: z.array(TrackingRow),
});
export type TrackingRecord = z.infer<typeof TrackingRecord>;

/** Next actions to do, the reader's, nobody's, and those that are done; or every entry. */
export const trackingShows = ["open", "mine", "nobody", "done", "all"] as const;
export type TrackingShow = (typeof trackingShows)[number];

export const TrackingQuery = listQuery(
  ["due", "occurredAt"],
  {
    show: z.enum(trackingShows).catch("open").default("open"),
    kind: z.enum(trackingKinds).optional().catch(undefined),
    /** `now` is what is overdue or for today. */
    due: z
      .enum(["now", ...dueTimes])
      .optional()
      .catch(undefined),
    author: z.uuid().optional().catch(undefined),
    person: z.uuid().optional().catch(undefined),
  },
  { order: "asc" },
);
export type TrackingQuery = z.infer<typeof TrackingQuery>;

/** How many next actions are to do: all, late ones, today's, the reader's and nobody's. */
export const TrackingFigures = z.object({ open: z.int(), overdue: z.int(), today: z.int(), mine: z.int(), nobody: z.int() });
export type TrackingFigures = z.infer<typeof TrackingFigures>;

/** Somebody of the staff to whom a next action may be given. */
const StaffMember = z.object({ id: z.uuid(), name: z.string(), own: z.boolean(), readsRestricted: z.boolean() });
export type StaffMember = z.infer<typeof StaffMember>;

/** Entries about one person on a page. */
export const trackingPage = 50;

const path = "/api/admin/tracking";

export const trackingApi = {
  list: endpoint({ method: "GET", path, access: admins, query: TrackingQuery, response: pageOf(TrackingRow) }),
  /** The numbers of next actions, and the staff by whom a list is filtered. */
  figures: endpoint({
    method: "GET",
    readsMany: true,
    path: `${path}/figures`,
    access: admins,
    response: TrackingFigures.extend({ staff: z.array(StaffMember) }),
  }),
  /** What a form for a person needs: whether the reader may restrict an entry, whether one can be added, and who may be given the next action. */
  person: endpoint({
    method: "GET",
    path: `${path}/people/:id`,
    access: admins,
    params: byId,
    response: z.object({ id: z.uuid(), name: z.string(), mayRestrict: z.boolean(), open: z.boolean(), staff: z.array(StaffMember) }),
  }),
  create: endpoint({ method: "POST", path, access: admins, body: TrackingDraft, response: byId, status: 201 }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: admins, params: byId, response: TrackingRecord }),
  /** By the author, within a day. */
  edit: endpoint({ method: "PUT", path: `${path}/:id`, access: admins, params: byId, body: TrackingEdit, response: Done }),
  /** Another entry that corrects this one. */
  correct: endpoint({
    method: "POST",
    path: `${path}/:id/corrections`,
    access: admins,
    params: byId,
    body: TrackingCorrection,
    response: byId,
    status: 201,
  }),
  /** Sets the next action, or removes it. */
  setAction: endpoint({ method: "PUT", path: `${path}/:id/action`, access: admins, params: byId, body: TrackingAction, response: Done }),
  setDone: endpoint({
    method: "PUT",
    path: `${path}/:id/done`,
    access: admins,
    params: byId,
    body: z.object({ done: z.boolean() }),
    response: Done,
  }),
  /** The entries about one person, the latest first; `before` is the last one of the page before. */
  ofPerson: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/tracking",
    access: admins,
    params: byId,
    query: EarlierQuery,
    response: z.object({ items: z.array(TrackingRow), more: z.boolean() }),
  }),
};
