import { expect, test } from "vitest";
import { dueReminder, reminderAt } from "#backend/modules/event-registrations/reminders";

test.each([
  ["in winter", "2027-01-14T17:30:00Z", "2027-01-13T17:30:00.000Z"],
  ["the day on which summer time begins", "2027-03-28T16:30:00Z", "2027-03-27T17:30:00.000Z"],
  ["the day after", "2027-03-29T16:30:00Z", "2027-03-28T16:30:00.000Z"],
  ["before clocks change that night", "2027-03-28T00:30:00Z", "2027-03-27T00:30:00.000Z"],
  ["at an hour that the day before skipped", "2027-03-29T00:30:00Z", "2027-03-28T01:30:00.000Z"],
  ["the day on which it ends", "2026-10-25T17:30:00Z", "2026-10-24T16:30:00.000Z"],
  ["in the second of two same hours", "2026-10-25T01:30:00Z", "2026-10-24T00:30:00.000Z"],
  ["the day after", "2026-10-26T17:30:00Z", "2026-10-25T17:30:00.000Z"],
])("the reminder of the day before is at the same time of clocks in France: %s", (_, startsAt, at) => {
  expect(reminderAt(new Date(startsAt), "day").toISOString()).toBe(at);
});

test.each([
  ["2027-03-28T01:30:00Z", "2027-03-27T23:30:00.000Z"],
  ["2026-10-25T01:30:00Z", "2026-10-24T23:30:00.000Z"],
])("the reminder of two hours before is two hours before, whatever clocks do: %s", (startsAt, at) => {
  expect(reminderAt(new Date(startsAt), "two_hours").toISOString()).toBe(at);
});

test("only the last reminder whose time has come is due, from its moment until the beginning", () => {
  const startsAt = new Date("2027-01-14T17:30:00Z");
  const due = (now: string) => dueReminder({ startsAt }, { reminders: ["two_hours", "day", "three_days"] }, new Date(now))?.reminder;
  expect(due("2027-01-11T17:29:59Z")).toBeUndefined();
  expect(due("2027-01-11T17:30:00Z")).toBe("three_days");
  expect(due("2027-01-13T17:30:00Z")).toBe("day");
  expect(due("2027-01-14T15:29:59Z")).toBe("day");
  expect(due("2027-01-14T15:30:00Z")).toBe("two_hours");
  expect(due("2027-01-14T17:29:59Z")).toBe("two_hours");
  expect(due("2027-01-14T17:30:00Z")).toBeUndefined();
});
