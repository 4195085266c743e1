import { and, desc, eq, exists, gte, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { Refusal } from "#backend/refusal";
import { countedStates, type HoursTotals, shownHours } from "#contract/charity/volunteer-hours";
import { calendarDay } from "#contract/formats/calendar-day";
import { dayMonthsLater, franceDay } from "#contract/formats/france-time";
import { mondayOf, sundayOf } from "#contract/formats/weeks";
import { isCounted } from "./counted.ts";
import { hoursWithNames, shapeOfHours } from "./rows.ts";
import { hourPeriods, volunteerHours } from "./tables.ts";
import { isOfPeriod } from "./year.ts";

/** A person's page: totals, what waits for them, the newest entries, and a week. */
export async function readOwnHours({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, query: { week?: string; from?: string }) {
  const today = franceDay(clock());
  const monday = mondayOf(query.week && isShownDay(query.week) ? query.week : today);
  const own = eq(volunteerHours.userId, actor.id);
  const [{ leads, ...totals }, found, latest] = await Promise.all([
    totalsOf(db, actor.id, today),
    read(db, and(own, or(inArray(volunteerHours.status, ["proposed", "rejected"]), inWeek(monday))), shownHours.waiting * 2 + 50),
    read(db, and(own, after(query.from)), shownHours.latest + 1),
  ]);
  const shown = latest.slice(0, shownHours.latest);
  const last = shown.at(-1);
  return {
    today,
    totals,
    proposed: found.filter(({ status }) => status === "proposed").slice(0, shownHours.waiting),
    rejected: found.filter(({ correctUntil }) => correctUntil !== null).slice(0, shownHours.waiting),
    latest: shown,
    next: latest.length > shown.length && last ? `${last.date}.${last.id}` : null,
    week: { monday, rows: found.filter(({ date, isCorrection }) => !isCorrection && date >= monday && date <= sundayOf(monday)) },
    leads,
  };
}

const inWeek = (monday: string) => and(gte(volunteerHours.date, monday), lte(volunteerHours.date, sundayOf(monday)));

async function read(db: Db, where: SQL | undefined, limit: number) {
  const rows = await hoursWithNames(db).where(where).orderBy(desc(volunteerHours.date), desc(volunteerHours.id)).limit(limit);
  return rows.map(shapeOfHours);
}

/** Whether a day of an address is one that the database knows. */
const isShownDay = (day: string) => calendarDay().safeParse(day).success && day >= "1900" && day < "2200";

/** Entries after one of the list, which the page's address names by day and id. */
function after(position: string | undefined): SQL | undefined {
  const [day = "", id = ""] = (position ?? "").split(".");
  if (!isShownDay(day) || !z.uuid().safeParse(id).success) return undefined;
  return or(lt(volunteerHours.date, day), and(eq(volunteerHours.date, day), lt(volunteerHours.id, id)));
}

/** One entry of one's own. */
export async function readOwnEntry(db: Db, actor: Pick<Actor, "id">, id: string) {
  const [row] = await hoursWithNames(db).where(and(eq(volunteerHours.id, id), eq(volunteerHours.userId, actor.id)));
  if (!row) throw new Refusal("not_found");
  return shapeOfHours(row);
}

/** The sums of a person, and whether they lead a sector, in one statement. */
export async function totalsOf(db: Db, userId: string, today: string): Promise<HoursTotals & { leads: boolean }> {
  const { date, minutes, status } = volunteerHours;
  const year = `${today.slice(0, 4)}-01-01`;
  const yearBefore = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const sum = (which: SQL | undefined) => sql<number>`coalesce(sum(${minutes}) filter (where ${which}), 0)`.mapWith(Number);
  const ofMonth = sql`to_char(${date}, 'YYYY-MM')`;
  const isThisYear = sql`${date} >= ${year}`;
  const months = Array.from({ length: 12 }, (_, at) => `${today.slice(0, 4)}-${String(at + 1).padStart(2, "0")}`);
  const isStanding = inArray(status, ["proposed", "submitted", ...countedStates]);
  const [row] = await db
    .select({
      month: sum(and(sql`${ofMonth} = ${today.slice(0, 7)}`, isStanding)),
      monthToConfirm: sum(and(sql`${ofMonth} = ${today.slice(0, 7)}`, eq(status, "proposed"))),
      validatedYear: sum(and(isThisYear, isCounted)),
      validatedLastYear: sum(and(sql`${date} between ${yearBefore} and ${dayMonthsLater(today, -12)}`, isCounted)),
      waiting: sum(eq(status, "submitted")),
      rejected: sum(and(eq(status, "rejected"), isNull(hourPeriods.id))),
      leads: sql<boolean>`${exists(db.select({ one: sql`1` }).from(sectorManagers).where(eq(sectorManagers.userId, userId)))}`,
      months: sql<number[]>`json_build_array(${sql.join(
        months.map((month) => sql`coalesce(sum(${minutes}) filter (where ${ofMonth} = ${month} and ${isStanding}), 0)`),
        sql`, `,
      )})`,
    })
    .from(volunteerHours)
    .leftJoin(hourPeriods, isOfPeriod)
    .where(and(eq(volunteerHours.userId, userId), or(gte(date, yearBefore), inArray(status, ["submitted", "rejected"]))));
  if (!row) throw new Refusal("unexpected");
  return { ...row, months: row.months.map(Number) };
}
