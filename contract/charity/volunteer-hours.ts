import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { minutesOfText, minutesOfTime } from "../formats/hours.ts";
import { shortText } from "../formats/validation.ts";

/** What volunteers do, and the level at which an hour of it is valued. */
export const activityLevels = {
  distribution: "field",
  collection: "field",
  delivery: "field",
  dressed: "field",
  maraude: "field",
  training: "skill",
  meeting: "field",
  communication: "skill",
  coordination: "lead",
  other: "field",
} as const;
export type HoursActivity = keyof typeof activityLevels;
export const hoursActivities = Object.keys(activityLevels) as [HoursActivity, ...HoursActivity[]];

export const hoursLevels = ["field", "skill", "lead"] as const;
export type HoursLevel = (typeof hoursLevels)[number];

export const hoursSources = ["self", "event", "pickup", "staff", "import"] as const;
export type HoursSource = (typeof hoursSources)[number];

export const hoursStates = ["proposed", "submitted", "validated", "rejected", "locked"] as const;
export type HoursState = (typeof hoursStates)[number];
/** The states of hours that count in sums, certificates and accounts. */
export const countedStates = ["validated", "locked"] as const satisfies HoursState[];

/** Why hours deserve a second look before they are validated. */
export const hoursRemarks = ["long", "overlap", "old"] as const;
export type HoursRemark = (typeof hoursRemarks)[number];

/** The numbers of validated hours for which a charity thanks, where it wants to. */
export const thankedHours = [50, 100] as const;

/** The shortest and the longest entry, and the most of one person in a day. */
export const hoursLimits = { least: 5, most: 960, ofDay: 960, ofMinorsDay: 480, daysBack: 90, long: 600 } as const;

/** The end of a day for minors, and its start, in minutes since midnight. */
export const minorsDay = { from: 6 * 60, to: 22 * 60 } as const;

/** Days that somebody has at least to correct a rejected entry; from then on the year may be closed, which makes the rejection final. */
export const daysToCorrect = 14;

const minutes = z.int32("hours:error.minutes").min(hoursLimits.least, "hours:error.minutes").max(hoursLimits.most, "hours:error.minutes");

export const HoursDraft = z.object({
  date: calendarDay("hours:error.date"),
  minutes,
  activity: z.enum(hoursActivities, "hours:error.activity"),
  description: shortText(200).nullish(),
  sectorId: z.uuid().nullish(),
  projectId: z.uuid().nullish(),
  /** When it began, in minutes since midnight. */
  startsAt: z.int32("hours:error.startsAt").min(0, "hours:error.startsAt").max(1_439, "hours:error.startsAt").nullish(),
});
export type HoursDraft = z.infer<typeof HoursDraft>;

/** The same as its form has it: a duration as people type it, and a time. */
export const HoursForm = HoursDraft.extend({
  minutes: shortText(20, "hours:error.minutes").transform((text, { addIssue }) => {
    const given = minutes.safeParse(minutesOfText(text));
    if (given.success) return given.data;
    addIssue({ code: "custom", message: "hours:error.minutes" });
    return z.NEVER;
  }),
  startsAt: shortText(5, "hours:error.startsAt")
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "hours:error.startsAt")
    .transform(minutesOfTime)
    .nullish(),
});
export const HoursEditForm = HoursForm.extend({ version: z.int() });

export const HoursRow = z.object({
  id: z.uuid(),
  date: z.string(),
  minutes: z.int(),
  activity: z.enum(hoursActivities),
  description: z.string().nullable(),
  sectorId: z.uuid().nullable(),
  sector: z.string().nullable(),
  projectId: z.uuid().nullable(),
  eventId: z.uuid().nullable(),
  event: z.object({ fr: z.string(), en: z.string().optional() }).nullable(),
  startsAt: z.int().nullable(),
  source: z.enum(hoursSources),
  status: z.enum(hoursStates),
  remark: z.enum(hoursRemarks).nullable(),
  rejectReason: z.string().nullable(),
  /** Of a rejected entry: the last day on which the year is not closed yet, so that it can be corrected; null once it is, and for all others. */
  correctUntil: z.string().nullable(),
  /** Who decided, by first name. */
  validator: z.string().nullable(),
  /** Whether it corrects another entry of a year that is closed. */
  isCorrection: z.boolean(),
  version: z.int(),
});
export type HoursRow = z.infer<typeof HoursRow>;

/** The hours of a person as their page sums them up. */
export const HoursTotals = z.object({
  month: z.int(),
  monthToConfirm: z.int(),
  validatedYear: z.int(),
  validatedLastYear: z.int(),
  waiting: z.int(),
  rejected: z.int(),
  /** Minutes of each month of the year, January first. */
  months: z.array(z.int()),
});
export type HoursTotals = z.infer<typeof HoursTotals>;

/** What the civic commitment account asks of a year: hours that count in all, and of those in one charity. */
export const civicAccount = { hours: 200, inOneCharity: 100, euros: 240, euroLimit: 720, declaredBy: "06-30" } as const;

const Saved = z.object({ id: z.uuid(), version: z.int(), remark: z.enum(hoursRemarks).nullable() });
const staff = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const own = "/api/volunteer-hours";
const byId = z.object({ id: z.uuid() });
const isVersion = z.object({ version: z.int() });

/** The most entries of the page's list, and of proposals and rejected ones over it. */
export const shownHours = { latest: 50, waiting: 50 } as const;

export const HoursWeek = z.object({
  /** Its Monday. */
  monday: calendarDay("hours:error.date"),
  lines: z.array(HoursDraft.pick({ date: true, minutes: true, activity: true })).max(21),
});
export type HoursWeek = z.infer<typeof HoursWeek>;

export const volunteerHoursApi = {
  mine: endpoint({
    method: "GET",
    path: own,
    access: staff,
    query: z.object({ week: z.iso.date().optional().catch(undefined), from: z.string().max(60).optional().catch(undefined) }),
    response: z.object({
      today: z.string(),
      totals: HoursTotals,
      proposed: z.array(HoursRow),
      rejected: z.array(HoursRow),
      latest: z.array(HoursRow),
      /** Where the next entries begin; null after the last one. */
      next: z.string().nullable(),
      week: z.object({ monday: z.string(), rows: z.array(HoursRow) }),
      /** Whether they lead volunteers, which the civic commitment account asks for. */
      leads: z.boolean(),
    }),
  }),
  get: endpoint({ method: "GET", path: `${own}/:id`, access: staff, params: byId, response: HoursRow }),
  create: endpoint({ method: "POST", path: own, access: staff, body: HoursDraft, response: Saved, status: 201 }),
  week: endpoint({
    method: "POST",
    path: `${own}/week`,
    access: staff,
    body: HoursWeek,
    response: z.object({ count: z.int() }),
    status: 201,
  }),
  /** Changes an entry that is not validated yet, and sends it, again if it was rejected. */
  update: endpoint({
    method: "PATCH",
    path: `${own}/:id`,
    access: staff,
    params: byId,
    body: HoursDraft.extend(isVersion.shape),
    response: Saved,
  }),
  /** Sends a proposed entry as it is. */
  confirm: endpoint({ method: "POST", path: `${own}/:id/confirm`, access: staff, params: byId, body: isVersion, response: Saved }),
  remove: endpoint({ method: "DELETE", path: `${own}/:id`, access: staff, params: byId, body: isVersion, response: Done }),
};
