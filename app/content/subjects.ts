import { type ContentName, contentNames } from "#contract/publishing/content-names";
import { pagePathOf } from "~/framework/request-paths";
import { articleThemes } from "./subjects/article-themes";
import { countries } from "./subjects/countries";
import { events } from "./subjects/events";
import { faqCategories, faqQuestions } from "./subjects/faq";
import { furtherSupport, furtherSupportCategories } from "./subjects/further-support";
import { jobs } from "./subjects/jobs";
import { partners } from "./subjects/partners";
import { portraits } from "./subjects/portraits";
import { press } from "./subjects/press";
import { projects } from "./subjects/projects";
import { sectors } from "./subjects/sectors";
import { shortcuts } from "./subjects/shortcuts";
import type { ContentSubject } from "./subjects/subject";
import { synonyms } from "./subjects/synonyms";
import { testimonials } from "./subjects/testimonials";

export const contentSubjects: Record<ContentName, ContentSubject> = {
  partners,
  press,
  testimonials,
  jobs,
  "faq/questions": faqQuestions,
  "faq/categories": faqCategories,
  "faq/synonyms": synonyms,
  "further-support": furtherSupport,
  "further-support/categories": furtherSupportCategories,
  sectors,
  portraits,
  events,
  projects,
  shortcuts,
  countries,
  "news/themes": articleThemes,
};

/** The subject of a path. */
export function subjectAt(pathname: string): { name: ContentName; subject: ContentSubject; path: `/dashboard/admin/${ContentName}` } {
  const below = pagePathOf(pathname.replace(/^(\/en)?\/dashboard\/admin\//, ""));
  const owners = contentNames.filter((one) => below === one || below.startsWith(`${one}/`));
  const name = owners.sort((a, b) => b.length - a.length)[0];
  if (!name) throw new Error(`${pathname} is no page of content`);
  return { name, subject: contentSubjects[name], path: `/dashboard/admin/${name}` };
}
