import { addContent, type DemoSubject, dayAfter, dayBefore, readDemo } from "#backend/content/demo-rows";
import { jobs } from "./tables.ts";

export const demo: DemoSubject = (needs) =>
  addContent(
    needs,
    jobs,
    readDemo("jobs").map(({ opensDaysAgo, closesInDays, ...row }) => ({
      ...row,
      opensOn: dayBefore(needs.now, opensDaysAgo),
      closesOn: dayAfter(needs.now, closesInDays),
    })),
  );
