import { type DemoSubject, dayBefore, readDemo } from "#backend/content/demo-rows";
import { unansweredSearches } from "./tables.ts";

type Search = Omit<typeof unansweredSearches.$inferInsert, "day"> & { daysAgo: number };

export const demo: DemoSubject = async ({ tx, now }) => {
  const rows = readDemo<Search[]>("search").map(({ daysAgo, ...row }) => ({ ...row, day: dayBefore(now, daysAgo) ?? "" }));
  await tx.insert(unansweredSearches).values(rows);
};
