type Unit = "years" | "months" | "days";

/** A formatted duration: whole years as years, other months as months, then days. */
export function durationIn(
  { months, days }: { months: number; days: number },
  text: (unit: Unit, count: number) => string,
  join: (long: string, short: string) => string,
): string {
  const long = months === 0 ? "" : months % 12 === 0 ? text("years", months / 12) : text("months", months);
  const short = days === 0 ? "" : text("days", days);
  return long && short ? join(long, short) : long || short;
}
