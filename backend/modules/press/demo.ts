import { addContent, type DemoSubject, dayBefore, readDemo } from "#backend/content/demo-rows";
import { press } from "./tables.ts";

export const demo: DemoSubject = (needs) =>
  addContent(
    needs,
    press,
    readDemo("press").map(({ daysAgo, ...row }) => ({
      quote: { fr: "" },
      body: { fr: "" },
      featured: false,
      ...row,
      day: dayBefore(needs.now, daysAgo),
    })),
  );
