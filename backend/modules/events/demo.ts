import { addContent, type DemoSubject, readDemo } from "#backend/content/demo-rows";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { events } from "./tables.ts";

const day = 86_400_000;

export const demo: DemoSubject = (needs) =>
  addContent(
    needs,
    events,
    readDemo("events").map(({ team, project, weekday, weeks, at, minutes, ...row }) => {
      const startsAt = onWeekday(needs.now, Number(weekday), Number(weeks), String(at));
      return {
        ...row,
        sectorId: needs.sectors.get(team) ?? null,
        projectId: needs.projects.get(project) ?? null,
        startsAt,
        endsAt: new Date(startsAt.getTime() + Number(minutes) * 60_000),
      };
    }),
  );

/** An hour of a day of the week (0 is Sunday): of the first one after today, so many weeks later. */
function onWeekday(now: Date, weekday: number, weeks: number, at: string): Date {
  const noon = new Date(`${franceDay(now)}T12:00:00Z`);
  const ahead = ((weekday - noon.getUTCDay() + 6) % 7) + 1 + weeks * 7;
  return instantInFrance(`${franceDay(new Date(noon.getTime() + ahead * day))}T${at}`) ?? now;
}
