import type { Locale } from "./locale.ts";

const steps = [
  { unit: "second", seconds: 1 },
  { unit: "minute", seconds: 60 },
  { unit: "hour", seconds: 3_600 },
] as const;

/** A delay in a readable unit: 90 seconds, then minutes, then hours. */
export function waitText(locale: Locale, seconds: number): string {
  const { unit, seconds: one } = steps.find((step) => seconds <= 90 * step.seconds) ?? steps[2];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / one));
}
