import { and, between, eq, type SQL, sql } from "drizzle-orm";
import { contentRoutes } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { jobsApi, jobTimes } from "#contract/charity/jobs";
import type { Locale } from "#contract/formats/locale";
import { jobs } from "./tables.ts";
import { openJobs } from "./visibility.ts";

/** The key of a place, also in URLs. */
const placeInFrench = sql<string>`${jobs.place}->>'fr'`;

export const jobRoutes: ServedEndpoint[] = [
  ...contentRoutes(jobsApi.admin, {
    table: jobs,
    entityType: "job",
    label: jobs.title,
    check: (_, { opensOn, closesOn }: typeof jobs.$inferSelect) => {
      if (closesOn && closesOn < opensOn) throw fieldRefusal("closesOn", "content:error.endsFirst");
    },
  }),

  on(jobsApi.list, async ({ db, query, clock, locale }) => {
    const { q, kind, place, time } = query;
    const open = openJobs(clock());
    const where = and(
      open,
      contains(jobs, q),
      kind && eq(jobs.kind, kind),
      place ? eq(placeInFrench, place) : undefined,
      time && between(jobs.hours, jobTimes[time].from, jobTimes[time].to),
    );
    const page = await pageOfRows(db, jobs, query, { where, sorts: { opensOn: jobs.opensOn } }, async (found, order) => {
      const rows = await db
        .select({ job: jobs })
        .from(jobs)
        .innerJoin(found, eq(found.id, jobs.id))
        .orderBy(...order);
      return rows.map(({ job }) => job);
    });
    return { ...page, places: await placesOf(db, open, locale) };
  }),

  on(jobsApi.get, async ({ db, params, clock }) => {
    const [job] = await db
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, params.id), openJobs(clock())));
    if (!job) throw new Refusal("not_found");
    return job;
  }),
];

/** Where these openings are, each place once, in the order of a language. */
async function placesOf(db: Db, where: SQL | undefined, locale: Locale) {
  const english = sql<string | null>`max(${jobs.place}->>'en')`;
  const shown = locale === "en" ? sql`coalesce(${english}, ${placeInFrench})` : placeInFrench;
  const rows = await db
    .select({ fr: placeInFrench, en: english })
    .from(jobs)
    .where(where)
    .groupBy(placeInFrench)
    .orderBy(sql`lower(unaccent(${shown}))`)
    .limit(100);
  return rows.map(({ fr, en }) => ({ fr, ...(en && { en }) }));
}
