import { describe, expect, test } from "vitest";
import { lifetimeEnd } from "#contract/charity/lifetime";
import { lastDayOf, type PlanPeriod } from "#contract/charity/membership-plans";
import { stateOn } from "#contract/charity/membership-states";
import { franceDay } from "#contract/formats/france-time";

describe("the last day of a membership", () => {
  test.each<[PlanPeriod, number | null, string, string]>([
    ["rolling_12m", null, "2026-12-15", "2027-12-14"],
    ["rolling_12m", null, "2027-01-01", "2027-12-31"],
    // A year without 29 February has a whole February; a year with it has that day.
    ["rolling_12m", null, "2028-02-29", "2029-02-28"],
    ["rolling_12m", null, "2027-03-01", "2028-02-29"],
    ["rolling_12m", null, "2028-03-01", "2029-02-28"],
    ["months", 1, "2027-01-31", "2027-02-28"],
    ["months", 1, "2028-01-31", "2028-02-29"],
    ["months", 6, "2026-11-20", "2027-05-19"],
    ["civil_year", null, "2026-11-20", "2026-12-31"],
    ["civil_year", null, "2027-01-01", "2027-12-31"],
    ["school_year", null, "2026-08-31", "2026-08-31"],
    ["school_year", null, "2026-09-01", "2027-08-31"],
    ["school_year", null, "2027-02-10", "2027-08-31"],
    ["lifetime", null, "2026-11-20", lifetimeEnd],
  ])("of %s (%s), begun on %s, is %s", (period, months, start, last) => {
    expect(lastDayOf({ period, months }, start)).toBe(last);
  });

  test("is of the day in France: half past eleven at night on 31 December is still the old year", () => {
    const begun = (instant: string) => lastDayOf({ period: "civil_year", months: null }, franceDay(new Date(instant)));
    expect(begun("2026-12-31T22:30:00Z")).toBe("2026-12-31");
    expect(begun("2026-12-31T23:30:00Z")).toBe("2027-12-31");
  });
});

test("the state of an active membership follows from the day", () => {
  const period = { status: "active", startDate: "2026-01-01", endDate: "2026-12-31", validUntil: "2027-01-30" } as const;
  const states = ["2025-12-31", "2026-01-01", "2026-11-30", "2026-12-01", "2026-12-31", "2027-01-01", "2027-01-30", "2027-01-31"];
  expect(states.map((day) => stateOn(day, period))).toEqual(["coming", "valid", "valid", "ending", "ending", "grace", "grace", "expired"]);
  expect(stateOn("2026-06-01", { ...period, status: "refunded" })).toBe("refunded");
});
