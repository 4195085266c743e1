import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { Localized, localizedField } from "../formats/localized.ts";
import { wholeNumber } from "../formats/validation.ts";

/** The purpose of the opening. */
export const hourKinds = ["distribution", "drop_off", "on_duty", "shop"] as const;
const kind = z.enum(hourKinds, "sectors:hours.error.kind");
const admins = { roles: ["ADMIN"] } as const;

/** Monday is 1, as ISO counts. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The most openings in a week of a team. */
export const maxHours = 30;

/** A time of the day in France, as an input of the browser sends it. */
const dayTime = z.string("sectors:hours.error.time").regex(/^([01]\d|2[0-3]):[0-5]\d$/, "sectors:hours.error.time");

/** One opening in the week of a team. */
export const SectorHours = z.object({
  id: z.uuid(),
  weekday: z.int(),
  opensAt: z.string(),
  closesAt: z.string(),
  kind,
  note: Localized.nullable(),
});
export type SectorHours = z.infer<typeof SectorHours>;

export const HoursDraft = z.object({
  weekday: wholeNumber("sectors:hours.error.weekday", 1, 7),
  opensAt: dayTime,
  closesAt: dayTime,
  kind,
  note: localizedField(z.string().trim().max(120).default(""), z.string().trim().max(120)),
});
export type HoursDraft = z.infer<typeof HoursDraft>;

const Visit = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  addressLine: z.string().nullable(),
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  hours: z.array(SectorHours),
});
export type SectorVisit = z.infer<typeof Visit>;

const byId = z.object({ id: z.uuid() });

export const sectorHoursApi = {
  /** The teams with opening hours, with their weeks; optionally for one purpose only. */
  visits: endpoint({
    method: "GET",
    path: "/api/teams/hours",
    access: "public",
    query: z.object({ kind: kind.optional().catch(undefined) }),
    response: z.object({ items: z.array(Visit) }),
    shows: ["team"],
  }),

  add: endpoint({ method: "POST", path: "/api/admin/sectors/:id/hours", access: admins, params: byId, body: HoursDraft, response: Done }),

  remove: endpoint({
    method: "DELETE",
    path: "/api/admin/sectors/:id/hours/:hoursId",
    access: admins,
    params: byId.extend({ hoursId: z.uuid() }),
    response: Done,
  }),
};

/** The openings by day, in the order of the week; a day without any is left out. */
export function weekOf(hours: SectorHours[]): { weekday: number; openings: SectorHours[] }[] {
  return weekdays.flatMap((weekday) => {
    const openings = hours.filter((one) => one.weekday === weekday);
    return openings.length > 0 ? [{ weekday, openings }] : [];
  });
}
