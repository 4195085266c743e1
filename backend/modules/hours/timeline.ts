import { sql } from "drizzle-orm";
import type { TimelineSource } from "#backend/timeline/source";
import { hoursText } from "#contract/formats/hours";
import { isCounted } from "./counted.ts";
import { volunteerHours } from "./tables.ts";

/** Validated hours, at noon of their day in France; a correction of a closed year is a line of the accounts and not shown. */
export const validatedHours: TimelineSource = {
  kind: "hours",
  from: sql`${volunteerHours}`,
  where: (userId) => sql`${volunteerHours.userId} = ${userId} and ${isCounted} and ${volunteerHours.correctsId} is null`,
  id: volunteerHours.id,
  at: sql`((${volunteerHours.date} + time '12:00') at time zone 'Europe/Paris')`,
  values: sql`jsonb_build_object('minutes', ${volunteerHours.minutes}, 'activity', ${volunteerHours.activity})`,
  texts: ({ minutes, activity }, { translate, locale }) => ({
    title: translate("tracking:fact.hours", {
      hours: hoursText(locale, Number(minutes)),
      activity: translate(`hours:activity.${activity}`),
    }),
  }),
  figure: "tracking:figure.hours",
};
