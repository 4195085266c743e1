import { inArray } from "drizzle-orm";
import { countedStates } from "#contract/charity/volunteer-hours";
import { volunteerHours } from "./tables.ts";

/** Hours that count in sums, certificates and accounts. */
export const isCounted = inArray(volunteerHours.status, [...countedStates]);
