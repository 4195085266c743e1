import { franceDay } from "#contract/formats/france-time";

/** The calendar day in France, asked again and again. Days begin with a minute, so that it is enough to look once in each. */
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
