import { and, gte, isNull, lte, or, type SQL } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { franceDay } from "#contract/formats/france-time";
import { jobs } from "./tables.ts";

/** Visible offers: published, open, and not yet closed. */
export function openJobs(now: Date): SQL | undefined {
  const today = franceDay(now);
  return and(onLine(jobs), lte(jobs.opensOn, today), or(isNull(jobs.closesOn), gte(jobs.closesOn, today)));
}
