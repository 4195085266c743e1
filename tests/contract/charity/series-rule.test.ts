import { expect, test } from "vitest";
import { mostDates, readRrule, rruleOf, ruleFault, SeriesRule, seriesDays } from "#contract/charity/series-rule";

const rule = (given: Record<string, unknown>) => SeriesRule.parse({ frequency: "weekly", interval: 1, ...given });
const daysOf = (first: string, given: Record<string, unknown>) => seriesDays(rule(given), first);
const faultOf = (first: string, given: Record<string, unknown>) => ruleFault(rule(given), first);

test("a weekly series takes place on its weekdays, every so many weeks, its own day first", () => {
  // A Wednesday.
  expect(daysOf("2031-01-15", { count: 3 })).toEqual(["2031-01-15", "2031-01-22", "2031-01-29"]);
  expect(daysOf("2031-01-15", { weekdays: ["MO", "WE", "FR"], interval: 2, count: 5 })).toEqual([
    ...["2031-01-15", "2031-01-17", "2031-01-27", "2031-01-29", "2031-01-31"],
  ]);
  expect(daysOf("2031-01-15", { until: "2031-01-29" })).toHaveLength(3);
  expect(daysOf("2031-01-15", { until: "2031-01-28" })).toHaveLength(2);
});

test("a monthly series takes place on the same day, the same weekday, or the last one", () => {
  const monthly = { frequency: "monthly", count: 4 };
  expect(daysOf("2031-01-31", { ...monthly, monthly: "day" })).toEqual(["2031-01-31", "2031-03-31", "2031-05-31", "2031-07-31"]);
  expect(daysOf("2031-01-14", { ...monthly, monthly: "nth" })).toEqual(["2031-01-14", "2031-02-11", "2031-03-11", "2031-04-08"]);
  expect(daysOf("2031-01-25", { ...monthly, monthly: "last" })).toEqual(["2031-01-25", "2031-02-22", "2031-03-29", "2031-04-26"]);
  expect(daysOf("2031-01-15", { ...monthly, interval: 3, monthly: "day" })).toEqual([
    "2031-01-15",
    "2031-04-15",
    "2031-07-15",
    "2031-10-15",
  ]);
});

test("a rule without one end, without the day of the event, or with too many dates is refused at its field", () => {
  const field = (first: string, given: Record<string, unknown>) => faultOf(first, given)?.field;
  expect(field("2031-01-15", {})).toBe("count");
  expect(field("2031-01-15", { count: 3, until: "2031-02-15" })).toBe("count");
  expect(field("2031-01-15", { count: 3, weekdays: ["MO"] })).toBe("weekdays");
  expect(field("2031-01-15", { until: "2032-07-16" })).toBe("until");
  expect(field("2031-01-15", { until: "2032-07-15", weekdays: ["MO", "WE"] })).toBe("until");
  expect(field("2031-01-15", { until: "2031-01-20" })).toBe("until");
  expect(field("2031-01-29", { frequency: "monthly", monthly: "nth", count: 3 })).toBe("monthly");
  expect(field("2031-01-15", { frequency: "monthly", monthly: "last", count: 3 })).toBe("monthly");
  expect(faultOf("2031-01-15", { frequency: "monthly", count: 30 })?.message).toBe("event-series:error.tooFar?count=19");
  expect(faultOf("2031-01-15", { count: mostDates })).toBeNull();
});

test("a rule is stored as an RRULE in local time, and read again", () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ count: 3 }, "FREQ=WEEKLY;BYDAY=WE;COUNT=3"],
    [{ weekdays: ["FR", "WE"], interval: 2, until: "2031-03-01" }, "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR;UNTIL=20310301T235959"],
    [{ frequency: "monthly", monthly: "day", count: 4 }, "FREQ=MONTHLY;BYMONTHDAY=15;COUNT=4"],
    [{ frequency: "monthly", monthly: "nth", count: 4 }, "FREQ=MONTHLY;BYDAY=3WE;COUNT=4"],
    [{ frequency: "monthly", monthly: "last", count: 4 }, "FREQ=MONTHLY;BYDAY=-1WE;COUNT=4"],
  ];
  for (const [given, text] of cases) {
    expect(rruleOf(rule(given), "2031-01-15")).toBe(text);
    expect(seriesDays(readRrule(text), "2031-01-15")).toEqual(daysOf("2031-01-15", given));
  }
});
