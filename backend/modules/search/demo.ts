import { addContent, type DemoRow, type DemoSubject, dayBefore, readDemo } from "#backend/content/demo-rows";
import { searchSynonyms, unansweredSearches } from "./tables.ts";

type Unanswered = Omit<typeof unansweredSearches.$inferInsert, "day"> & { daysAgo: number };

export const demo: DemoSubject = async ({ tx, now }) => {
  const source = readDemo<{ unanswered: Unanswered[]; synonyms: DemoRow[] }>("search");
  const rows = source.unanswered.map(({ daysAgo, ...row }) => ({ ...row, day: dayBefore(now, daysAgo) ?? "" }));
  await tx.insert(unansweredSearches).values(rows);
  await addContent({ tx, now }, searchSynonyms, source.synonyms);
};
