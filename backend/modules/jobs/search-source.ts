import { and, eq, inArray, or, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { faqCategories, faqQuestions, searchedInQuestions } from "#backend/modules/faq/tables";
import { furtherSupport, furtherSupportCategories, searchedInServices } from "#backend/modules/further-support/tables";
import { jobs, searchedInJobs } from "#backend/modules/jobs/tables";
import { openJobs } from "#backend/modules/jobs/visibility";
import { press, searchedInReleases } from "#backend/modules/press/tables";
import { releasesOnLine } from "#backend/modules/press/visibility";
import { searchedInTeams, sectors } from "#backend/modules/sectors/tables";
import { contentSource, hasEnglish, type SearchSource } from "./source.ts";

/** What is found besides articles: each where its page shows it, under the same conditions. */
export const contentSources: SearchSource[] = [
  contentSource({
    kind: "job",
    table: jobs,
    searched: searchedInJobs(jobs),
    title: { text: jobs.title },
    body: { texts: [jobs.place, jobs.summary, jobs.body] },
    english: hasEnglish(jobs.title),
    path: sql`'/jobs/' || ${jobs.id}`,
    ownPage: true,
    visible: ({ now }) => openJobs(now),
  }),
  contentSource({
    kind: "team",
    table: sectors,
    searched: searchedInTeams(sectors),
    title: { name: sectors.name },
    body: { names: [sectors.city], texts: [sectors.slogan, sectors.presentation] },
    english: sql`(${hasEnglish(sectors.slogan)} or ${hasEnglish(sectors.presentation)} or coalesce(${sectors.slogan}->>'fr', '') = '' and ${sectors.presentation}->>'fr' = '')`,
    path: sql`'/team/' || ${sectors.slug}`,
    ownPage: true,
    visible: () => and(eq(sectors.kind, "local_team"), onLine(sectors)),
  }),
  contentSource({
    kind: "release",
    table: press,
    searched: searchedInReleases(press),
    title: { text: press.title },
    body: { texts: [press.quote, press.body] },
    english: and(hasEnglish(press.title), hasEnglish(press.body)) ?? sql`false`,
    path: sql`'/press/' || ${press.id}`,
    ownPage: true,
    visible: () => releasesOnLine(),
  }),
  contentSource({
    kind: "support",
    table: furtherSupport,
    searched: searchedInServices(furtherSupport),
    title: { name: furtherSupport.name },
    body: { names: [furtherSupport.phone, furtherSupport.address], texts: [furtherSupport.description] },
    english: hasEnglish(furtherSupport.description),
    path: sql`'/further-support#' || case when ${furtherSupport.emergency} then 'urgent-' else 'service-' end || ${furtherSupport.id}`,
    ownPage: false,
    visible: () =>
      and(
        onLine(furtherSupport),
        or(
          furtherSupport.emergency,
          sql`exists (select 1 from ${furtherSupportCategories} where ${furtherSupportCategories.id} = ${furtherSupport.categoryId} and ${onLine(furtherSupportCategories)})`,
        ),
      ),
  }),
  contentSource({
    kind: "question",
    table: faqQuestions,
    searched: searchedInQuestions(faqQuestions),
    title: { text: faqQuestions.question },
    body: { texts: [faqQuestions.answer] },
    english: and(hasEnglish(faqQuestions.question), hasEnglish(faqQuestions.answer)) ?? sql`false`,
    path: sql`'/contact?question=' || ${faqQuestions.id} || '#question-' || ${faqQuestions.id}`,
    ownPage: false,
    visible: ({ role }) =>
      and(
        onLine(faqQuestions),
        inArray(faqQuestions.audience, role ? ["public", role] : ["public"]),
        sql`exists (select 1 from ${faqCategories} where ${faqCategories.id} = ${faqQuestions.categoryId} and ${onLine(faqCategories)})`,
      ),
  }),
];
