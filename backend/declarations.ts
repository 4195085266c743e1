import type { SQL } from "drizzle-orm";
import type { PersonalData } from "./privacy/personal-data.ts";
import type { OldRows } from "./privacy/retention.ts";
import type { LastChange } from "./search/last-change.ts";
import type { SearchSource } from "./search/source.ts";

/** What modules say of their tables for those that handle the tables of all: the audit log, privacy, the search. */
export type Declarations = {
  /** Records that a row of the audit log may name by their ids, and what they are called; see {@link namedRecords}. */
  auditNames: SQL[];
  personalData: PersonalData[];
  /** Columns that name a person, or seem to, without being about them, each with its reason: by table and name, or by name alone. */
  notPersonal: Record<string, string>;
  /** Columns with an e-mail address by which nothing is found for someone without account, each with its reason. */
  otherAddresses: Record<string, string>;
  /** Rows whose time ends by a retention policy. */
  retention: OldRows[];
  searchSources: SearchSource[];
  /** When what pages without a source of their own show was changed last. */
  lastChanges: LastChange[];
};

/** The declarations of all modules. */
export function declarationsOf(modules: readonly Partial<Declarations>[]): Declarations {
  return {
    auditNames: modules.flatMap(({ auditNames }) => auditNames ?? []),
    personalData: inOrderOfErasure(modules.flatMap(({ personalData }) => personalData ?? [])),
    notPersonal: Object.assign({}, ...modules.map(({ notPersonal }) => notPersonal)),
    otherAddresses: Object.assign({}, ...modules.map(({ otherAddresses }) => otherAddresses)),
    retention: modules.flatMap(({ retention }) => retention ?? []),
    searchSources: modules.flatMap(({ searchSources }) => searchSources ?? []),
    lastChanges: modules.flatMap(({ lastChanges }) => lastChanges ?? []),
  };
}

/** Rows that are found by those of another table before those: once these are deleted, nothing would say whose they were. */
function inOrderOfErasure(tables: PersonalData[]): PersonalData[] {
  return [...tables.filter(({ through }) => through), ...tables.filter(({ through }) => !through)];
}
