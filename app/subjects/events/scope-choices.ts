import type { SeriesDate } from "#contract/charity/event-series";
import { datesInScope, type SeriesScope, seriesScopes } from "#contract/charity/series-scopes";

type Counted = { scope: SeriesScope; dates: number; people: number };

/** What each scope of a change of one date concerns: how many dates, and how many registrations for them. A scope that adds no date is left out. */
export function scopeChoices(dates: readonly SeriesDate[], id: string): Counted[] {
  const counted = seriesScopes.map((scope) => {
    const chosen = datesInScope(dates, id, scope);
    return { scope, dates: chosen.length, people: chosen.reduce((sum, { people }) => sum + people, 0) };
  });
  return counted.filter(({ scope, dates: count }) => scope === "this" || count > 1);
}
