import type { SQL } from "drizzle-orm";
import type { OfficeSearchSource } from "./dashboard/office-search.ts";
import type { SummarySource } from "./dashboard/summary-records.ts";
import type { WorkQueueSource } from "./dashboard/work-queue.ts";
import type { Db } from "./db/client.ts";
import type { PersonalData } from "./privacy/personal-data.ts";
import type { OldRows } from "./privacy/retention.ts";
import type { LastChange } from "./search/last-change.ts";
import type { SearchSource } from "./search/source.ts";
import type { TimelineSource } from "./timeline/source.ts";

/** What modules declare about their tables, for the code that handles all tables: the audit log, privacy, the search. */
export type Declarations = {
  /** Records that a row of the audit log may name by their ids, and their names; see {@link namedRecords}. */
  auditNames: SQL[];
  personalData: PersonalData[];
  /** Columns that refer to a person, or seem to, but hold no personal data, each with its reason: by table and name, or by name alone. */
  notPersonal: Record<string, string>;
  /** Columns with an e-mail address by which nothing is found for someone without account, each with its reason. */
  otherEmails: Record<string, string>;
  /** Rows with a retention policy. */
  retention: OldRows[];
  searchSources: SearchSource[];
  /** The last change of content on pages without a source of their own. */
  lastChanges: LastChange[];
  /** Facts about a person that they read in their own time line. */
  timeline: TimelineSource[];
  /** What waits for staff. */
  workQueues: WorkQueueSource[];
  /** Records that the search of the back-office finds. */
  officeSearch: OfficeSearchSource[];
  /** Records that the summaries by mail name. */
  summaries: SummarySource[];
  /** By topic, whether a mail that waited is still sent: its reader may have cancelled what it is about. */
  mailsStillMeant: Record<string, (db: Db, mail: { id: string; userId: string | null }) => Promise<boolean>>;
};

/** The declarations of all modules. */
export function declarationsOf(modules: readonly Partial<Declarations>[]): Declarations {
  return {
    auditNames: modules.flatMap(({ auditNames }) => auditNames ?? []),
    personalData: inOrderOfErasure(modules.flatMap(({ personalData }) => personalData ?? [])),
    notPersonal: Object.assign({}, ...modules.map(({ notPersonal }) => notPersonal)),
    otherEmails: Object.assign({}, ...modules.map(({ otherEmails }) => otherEmails)),
    retention: modules.flatMap(({ retention }) => retention ?? []),
    searchSources: modules.flatMap(({ searchSources }) => searchSources ?? []),
    lastChanges: modules.flatMap(({ lastChanges }) => lastChanges ?? []),
    timeline: modules.flatMap(({ timeline }) => timeline ?? []),
    workQueues: modules.flatMap(({ workQueues }) => workQueues ?? []),
    officeSearch: modules.flatMap(({ officeSearch }) => officeSearch ?? []),
    summaries: modules.flatMap(({ summaries }) => summaries ?? []),
    mailsStillMeant: Object.assign({}, ...modules.map(({ mailsStillMeant }) => mailsStillMeant)),
  };
}

/** Rows that are found through another table come before it: once that is deleted, their owner is unknown. */
function inOrderOfErasure(tables: PersonalData[]): PersonalData[] {
  return [...tables.filter(({ through }) => through), ...tables.filter(({ through }) => !through)];
}
