import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";
import { filled } from "../formats/validation.ts";
import { roles } from "./roles.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** Today, the week from Monday to Sunday, or the month, by the days of France. */
export const birthdayTimes = ["today", "week", "month"] as const;
export type BirthdayTime = (typeof birthdayTimes)[number];

/** Days after a birthday on which a greeting is still sent. */
export const greetingDays = 7;

/** Why no greeting is sent: one was, the person wants none, or it is not the day. */
export const greetingStates = ["possible", "sent", "stopped", "notNow"] as const;

export const BirthdayRow = z.object({
  id: z.uuid(),
  name: z.string(),
  sector: z.string().nullable(),
  role: z.enum(roles),
  /** The day on which it falls in this time, in France: that of a 29 February is the 28th in other years. */
  day: z.string(),
  /** How old they become; null unless they allow it. */
  age: z.int().nullable(),
  greeting: z.enum(greetingStates),
});
export type BirthdayRow = z.infer<typeof BirthdayRow>;

export const BirthdayQuery = listQuery(["day"], { when: z.enum(birthdayTimes).catch("today").default("today") }, { order: "asc" });
export type BirthdayQuery = z.infer<typeof BirthdayQuery>;

/** A person whose birthday it is or was, with the words that a greeting begins with, in their language. */
export const BirthdayRecord = BirthdayRow.extend({ locale: z.enum(locales), text: z.string() });
export type BirthdayRecord = z.infer<typeof BirthdayRecord>;

export const Greeting = z.object({ text: filled("birthdays:error.text", 2_000) });
export type Greeting = z.output<typeof Greeting>;

export const birthdaysApi = {
  list: endpoint({ method: "GET", path: "/api/admin/birthdays", access: admins, query: BirthdayQuery, response: pageOf(BirthdayRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/birthdays/:id", access: admins, params: byId, response: BirthdayRecord }),
  /** By mail and in the inbox, once a year. */
  greet: endpoint({
    method: "POST",
    path: "/api/admin/birthdays/:id/greeting",
    access: admins,
    params: byId,
    body: Greeting,
    response: Done,
    status: 201,
  }),
};
