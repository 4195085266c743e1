const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });

/** The calendar day in France at an instant, as YYYY-MM-DD. */
export function franceDay(instant: Date): string {
  return day.format(instant);
}
