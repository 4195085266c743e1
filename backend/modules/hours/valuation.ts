import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { mostCivic, type Valuation } from "#contract/charity/volunteer-hours-admin";
import { franceDay } from "#contract/formats/france-time";
import { civicHours } from "./civic.ts";
import { isCounted } from "./counted.ts";
import { rejectedOf } from "./rejected.ts";
import { proposalsOf } from "./reminding.ts";
import { hourPeriods, volunteerHours } from "./tables.ts";
import { ofYear } from "./year.ts";

/** What the hours of a year are worth: those that are validated, at the rates of when they were, by level and rate. */
export async function valuationOf(db: Db, now: Date, requested?: number): Promise<Valuation> {
  const thisYear = Number(franceDay(now).slice(0, 4));
  const year = requested ?? thisYear;
  const { level, rateCents, minutes, status } = volunteerHours;
  const sum = sql<number>`coalesce(sum(${minutes}), 0)`.mapWith(Number);
  const [lines, [waiting], [period], civic, proposed, rejected] = await Promise.all([
    db
      .select({ level, rateCents, entries: sql<number>`count(*)`.mapWith(Number), minutes: sum })
      .from(volunteerHours)
      .where(and(ofYear(year), isCounted))
      .groupBy(level, rateCents)
      .orderBy(asc(level), asc(rateCents)),
    db
      .select({ minutes: sum })
      .from(volunteerHours)
      .where(and(ofYear(year), eq(status, "submitted"))),
    db.select().from(hourPeriods).where(eq(hourPeriods.year, year)),
    civicHours(db, year, mostCivic),
    proposalsOf(db, year),
    rejectedOf(db, year),
  ]);
  // Rounded once for each line, as the page shows it: the accounts have the sum of the lines.
  const valued = lines.map((line) => ({ ...line, cents: Math.round((line.minutes * (line.rateCents ?? 0)) / 60) }));
  const total = (of: "minutes" | "cents") => valued.reduce((all, line) => all + line[of], 0);
  const lacking = valued.filter((line) => line.rateCents === null).reduce((all, line) => all + line.minutes, 0);
  return {
    year,
    lines: valued,
    minutes: total("minutes"),
    cents: total("cents"),
    waiting: waiting?.minutes ?? 0,
    proposed,
    rejected: { ...rejected, correctUntil: period ? null : rejected.correctUntil },
    withoutRate: lacking,
    closedAt: period?.closedAt.toISOString() ?? null,
    civic,
    years: Array.from({ length: 6 }, (_, at) => thisYear - at),
  };
}
