import { addContent, type DemoSubject, dayBefore, readDemo } from "#backend/content/demo-rows";
import { portraits } from "./tables.ts";

export const demo: DemoSubject = (needs) =>
  addContent(
    needs,
    portraits,
    readDemo("portraits").map(({ team, consentedDaysAgo, ...row }) => ({
      ...row,
      sectorId: needs.sectors.get(team) ?? null,
      consentedOn: dayBefore(needs.now, consentedDaysAgo),
    })),
  );
