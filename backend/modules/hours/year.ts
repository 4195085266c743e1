import { between, eq, sql } from "drizzle-orm";
import { hourPeriods, volunteerHours } from "./tables.ts";

/** The entries of a year, by their day. */
export const ofYear = (year: number) => between(volunteerHours.date, `${year}-01-01`, `${year}-12-31`);

/** The condition of a join with the year of an entry, if it is closed. */
export const isOfPeriod = eq(hourPeriods.year, sql`extract(year from ${volunteerHours.date})`);
