import { addContent, type DemoSubject, dayBefore, readDemo } from "#backend/content/demo-rows";
import { testimonials } from "./tables.ts";

export const demo: DemoSubject = (needs) =>
  addContent(
    needs,
    testimonials,
    readDemo("testimonials").map(({ consentedDaysAgo, ...row }) => ({ ...row, consentedOn: dayBefore(needs.now, consentedDaysAgo) })),
  );
