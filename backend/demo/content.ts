import { readFileSync } from "node:fs";
import { asc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { englishStateOf } from "#backend/content/english";
import { countries } from "#backend/modules/countries/tables";
import { events } from "#backend/modules/events/tables";
import { faqCategories, faqQuestions, faqVotes } from "#backend/modules/faq/tables";
import { furtherSupport, furtherSupportCategories } from "#backend/modules/further-support/tables";
import { jobs } from "#backend/modules/jobs/tables";
import { partners } from "#backend/modules/partners/tables";
import { portraits } from "#backend/modules/portraits/tables";
import { press } from "#backend/modules/press/tables";
import { unansweredSearches } from "#backend/modules/search/tables";
import { shortcuts } from "#backend/modules/shortcuts/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import type { FileStore } from "#backend/ports/files";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { locales } from "#contract/formats/locale";
import type { Db } from "../db/client.ts";
import { addLogo } from "./logos.ts";
import { addProjects, type DemoProject } from "./projects.ts";

const day = 86_400_000;

type Row = Record<string, unknown>;
type Source = Record<
  | "press"
  | "partners"
  | "testimonials"
  | "jobs"
  | "faqCategories"
  | "faqQuestions"
  | "furtherSupportCategories"
  | "furtherSupport"
  | "portraits"
  | "events"
  | "shortcuts"
  | "countries"
  | "unansweredSearches",
  Row[]
> & { projects: DemoProject[] };

type Known = { teams: Map<string, string>; people: Map<string, string>; files: FileStore; now: Date };

/** Content in the order of `content.json`, on line unless it says that it is a draft; days are counted from `now`. */
export async function addContent(tx: Db, { teams, people, files, now }: Known) {
  const source = JSON.parse(readFileSync("backend/demo/content.json", "utf8")) as Source;
  const after = (days: unknown) => (typeof days === "number" ? franceDay(new Date(now.getTime() + days * day)) : null);
  const ago = (days: unknown) => after(-Number(days));
  const add = (table: PgTable, rows: Row[]) => addRows(tx, table, rows, now);
  await add(
    press,
    source.press.map(({ daysAgo, ...row }) => ({ quote: { fr: "" }, body: { fr: "" }, featured: false, ...row, day: ago(daysAgo) })),
  );
  await add(
    partners,
    await Promise.all(
      source.partners.map(async ({ logo, ...row }) => ({ logoAlt: { fr: "" }, ...row, logoId: await addLogo(tx, files, String(logo)) })),
    ),
  );
  await add(
    testimonials,
    source.testimonials.map(({ consentedDaysAgo, ...row }) => ({ ...row, consentedOn: ago(consentedDaysAgo) })),
  );
  await add(
    jobs,
    source.jobs.map(({ opensDaysAgo, closesInDays, ...row }) => ({ ...row, opensOn: ago(opensDaysAgo), closesOn: after(closesInDays) })),
  );
  const questions = await byKey(source.faqCategories, (rows) => add(faqCategories, rows));
  await add(
    faqQuestions,
    source.faqQuestions.map(({ category, ...row }) => ({ ...row, categoryId: questions.get(category) })),
  );
  await addVotes(tx, now);
  await tx
    .insert(unansweredSearches)
    .values(
      source.unansweredSearches.map(({ daysAgo, ...row }) => ({ ...row, day: ago(daysAgo) })) as (typeof unansweredSearches.$inferInsert)[],
    );
  const services = await byKey(source.furtherSupportCategories, (rows) => add(furtherSupportCategories, rows));
  await add(
    furtherSupport,
    source.furtherSupport.map(({ category, checkedDaysAgo, ...row }) => ({
      ...row,
      categoryId: services.get(category),
      checkedOn: ago(checkedDaysAgo),
    })),
  );
  const projects = await addProjects(tx, source.projects, { teams, people, now });
  await add(
    events,
    source.events.map(({ team, project, weekday, weeks, at, minutes, ...row }) => {
      const startsAt = onWeekday(now, Number(weekday), Number(weeks), String(at));
      return {
        ...row,
        sectorId: teams.get(String(team)) ?? null,
        projectId: projects.get(String(project)) ?? null,
        startsAt,
        endsAt: new Date(startsAt.getTime() + Number(minutes) * 60_000),
      };
    }),
  );
  await add(
    portraits,
    source.portraits.map(({ team, consentedDaysAgo, ...row }) => ({
      ...row,
      sectorId: teams.get(String(team)) ?? null,
      consentedOn: ago(consentedDaysAgo),
    })),
  );
  await add(shortcuts, source.shortcuts);
  await add(countries, source.countries);
}

/** What people said of the answers over the last weeks, and the sums. */
async function addVotes(tx: Db, now: Date) {
  const questions = await tx
    .select({ id: faqQuestions.id })
    .from(faqQuestions)
    .where(eq(faqQuestions.audience, "public"))
    .orderBy(asc(faqQuestions.position));
  const votes = questions.flatMap(({ id: questionId }, at) =>
    [3, 11, 24].flatMap((days, turn) =>
      locales.map((locale, second) => ({
        questionId,
        locale,
        day: franceDay(new Date(now.getTime() - days * day)),
        yes: second ? 1 : 1 + ((at * 5 + turn * 3) % 9),
        no: second ? 0 : (at * 7 + turn) % 3,
      })),
    ),
  );
  await tx.insert(faqVotes).values(votes);
  const sum = (column: SQLWrapper) =>
    sql`coalesce((select sum(${column}) from ${faqVotes} where ${faqVotes.questionId} = ${faqQuestions.id}), 0)`;
  await tx.update(faqQuestions).set({ helpfulYes: sum(faqVotes.yes), helpfulNo: sum(faqVotes.no) });
}

/** An hour of a day of the week (0 is Sunday): of the first one after today, so many weeks later. */
function onWeekday(now: Date, weekday: number, weeks: number, at: string): Date {
  const noon = new Date(`${franceDay(now)}T12:00:00Z`);
  const ahead = ((weekday - noon.getUTCDay() + 6) % 7) + 1 + weeks * 7;
  return instantInFrance(`${franceDay(new Date(noon.getTime() + ahead * day))}T${at}`) ?? now;
}

/** Adds rows that others refer to by a key of the file: their ids by that key. */
async function byKey(rows: Row[], add: (rows: Row[]) => Promise<void>): Promise<Map<unknown, string>> {
  const named = rows.map(({ key, ...row }) => ({ key, row: { ...row, id: crypto.randomUUID() } }));
  await add(named.map(({ row }) => row));
  return new Map(named.map(({ key, row }) => [key, row.id]));
}

async function addRows(tx: Db, table: PgTable, rows: Row[], now: Date) {
  const values = rows.map((row, at) => {
    const online = row.status !== "draft";
    return { status: "published", ...row, english: englishStateOf(row), position: at + 1, publishedAt: online ? now : null };
  });
  await tx.insert(table).values(values);
}
