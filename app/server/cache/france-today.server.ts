import { franceDay } from "#contract/formats/france-time";

/** The calendar day in France, cached for frequent calls. Days begin on a full minute, so it is computed once a minute. */
export function franceToday(clock: () => number): () => string {
  let day = "";
  let until = 0;
  return () => {
    const now = clock();
    if (now >= until) {
      until = now - (now % 60_000) + 60_000;
      day = franceDay(new Date(now));
    }
    return day;
  };
}
