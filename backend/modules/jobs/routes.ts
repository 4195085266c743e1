import { and, asc, between, eq } from "drizzle-orm";
import { contentRoutes } from "#backend/content/routes";
import { bothLanguages, contains, pageOfRows } from "#backend/db/lists";
import { fieldRefusal, Refusal } from "#backend/http/refusal";
import { on, type Served } from "#backend/http/routes";
import { jobsApi, jobTimes } from "#contract/jobs";
import { jobs } from "./tables.ts";
import { openJobs } from "./visibility.ts";

export const jobRoutes: Served[] = [
  ...contentRoutes(jobsApi.admin, {
    table: jobs,
    entityType: "job",
    search: [jobs.title, jobs.summary, jobs.place],
    check: (_, { opensOn, closesOn }: typeof jobs.$inferSelect) => {
      if (closesOn && closesOn < opensOn) throw fieldRefusal("closesOn", "content:error.endsFirst");
    },
  }),

  on(jobsApi.list, async ({ db, query, clock }) => {
    const { q, kind, place, time } = query;
    const open = openJobs(clock());
    const where = and(
      open,
      contains([...bothLanguages(jobs.title), ...bothLanguages(jobs.summary), jobs.place], q),
      kind && eq(jobs.kind, kind),
      place ? eq(jobs.place, place) : undefined,
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
    const places = await db.selectDistinct({ place: jobs.place }).from(jobs).where(open).orderBy(asc(jobs.place)).limit(100);
    return { ...page, places: places.map(({ place }) => place) };
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
