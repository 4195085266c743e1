/** Which dates of a series a change or a cancellation is about: the one at hand, also those that begin after it, or all. */
export const seriesScopes = ["this", "following", "all"] as const;
export type SeriesScope = (typeof seriesScopes)[number];

type Dated = { id: string; startsAt: Date | string; open: boolean };

/** The dates of a scope, the one at hand included; of the others, only those that are still to come. */
export function datesInScope<One extends Dated>(dates: readonly One[], id: string, scope: SeriesScope): One[] {
  const own = dates.find((date) => date.id === id);
  if (!own) return [];
  return dates.filter(
    (date) => date.id === id || (date.open && scope !== "this" && (scope === "all" || new Date(date.startsAt) > new Date(own.startsAt))),
  );
}
