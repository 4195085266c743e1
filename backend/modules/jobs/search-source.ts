import { sql } from "drizzle-orm";
import { contentSource, hasEnglish } from "#backend/search/source";
import { jobs, searchedInJobs } from "./tables.ts";
import { openJobs } from "./visibility.ts";

export const searchSource = contentSource({
  kind: "job",
  types: ["job"],
  table: jobs,
  searched: searchedInJobs(jobs),
  title: { text: jobs.title },
  body: { texts: [jobs.place, jobs.summary, jobs.body] },
  english: hasEnglish(jobs.title),
  path: sql`'/jobs/' || ${jobs.id}`,
  ownPage: true,
  visible: ({ now }) => openJobs(now),
});
