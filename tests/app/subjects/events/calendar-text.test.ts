import { expect, test } from "vitest";
import { eventsIn } from "#tests/support/calendar-file";
import { type CalendarEntry, calendarText } from "~/subjects/events/calendar-text";

const entry: CalendarEntry = {
  uid: "3f0d@maillon.example",
  sequence: 2,
  changedAt: new Date("2026-11-20T08:00:05.123Z"),
  startsAt: new Date("2026-11-28T17:30:00Z"),
  endsAt: new Date("2026-11-28T19:00:00Z"),
  summary: "Portes ouvertes",
  cancelled: false,
};
const textOf = (more: Partial<CalendarEntry> = {}) =>
  calendarText({ product: "Maillon", language: "fr", name: "Maillon – Lyon", entries: [{ ...entry, ...more }] });
const unfolded = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

test("an event has times in UTC, a stable id and a sequence number", () => {
  const lines = unfolded(textOf({ location: "Le local, 24 rue", url: "https://maillon.example/team/lyon" }));
  expect(lines).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maillon//Calendar//FR",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "NAME:Maillon – Lyon",
    "X-WR-CALNAME:Maillon – Lyon",
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "BEGIN:VEVENT",
    "UID:3f0d@maillon.example",
    "DTSTAMP:20261120T080005Z",
    "SEQUENCE:2",
    "DTSTART:20261128T173000Z",
    "DTEND:20261128T190000Z",
    "STATUS:CONFIRMED",
    "SUMMARY;LANGUAGE=fr:Portes ouvertes",
    "LOCATION:Le local\\, 24 rue",
    "URL:https://maillon.example/team/lyon",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
  expect(textOf({ cancelled: true })).toContain("\r\nSTATUS:CANCELLED\r\n");
});

test("lines have 75 bytes at most, no character is split, and no user input ends a line or starts a property", () => {
  const description = `${"é🚲".repeat(60)}; \\ fin\r\nEND:VEVENT\nX:1\u0007`;
  const text = textOf({ description });
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toMatch(/\ufffd|(?<!\r)\n|(?![\r\n])\p{Cc}/u);
  expect(unfolded(text)).toContain(`DESCRIPTION;LANGUAGE=fr:${"é🚲".repeat(60)}\\; \\\\ fin\\nEND:VEVENT\\nX:1`);
});

test("an uncertain event says so, a certain one reminds before it, and a cancelled one no longer does", () => {
  const alarm = { hours: 24, text: "Rappel ; demain" };
  const parts = unfolded(textOf({ alarm }));
  const from = parts.indexOf("BEGIN:VALARM");
  expect(parts.slice(from, from + 6)).toEqual([
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT24H",
    "DESCRIPTION:Rappel \\; demain",
    "END:VALARM",
    "END:VEVENT",
  ]);
  expect(textOf({ tentative: true })).toContain("\r\nSTATUS:TENTATIVE\r\n");
  expect(textOf({ alarm, cancelled: true, tentative: true })).not.toMatch(/VALARM|TENTATIVE/);
});

test("a calendar program reads the same event, whatever its texts hold, and cancelled or whole days alike", () => {
  const description = `${"é🚲".repeat(60)}; \\ fin, "oui":\r\nEND:VEVENT\nX:1`;
  const texts = { summary: "Tri ; collecte, suite: \\n", description, location: "Le local, 24 rue" };
  const [read] = eventsIn(textOf({ ...texts, alarm: { hours: 24, text: "Rappel ; demain" } }));
  expect(read).toEqual({
    ...{ uid: entry.uid, sequence: 2, status: "CONFIRMED" },
    ...{ ...texts, description: description.replace("\r\n", "\n"), alarm: "-PT24H Rappel ; demain" },
    ...{ startsAt: "2026-11-28T17:30:00Z", endsAt: "2026-11-28T19:00:00Z" },
  });
  expect(eventsIn(textOf({ cancelled: true }))).toMatchObject([{ status: "CANCELLED", alarm: null }]);
  const { startsAt: _, endsAt: __, ...dayless } = entry;
  const file = calendarText({ product: "M", language: "en", name: "Birthdays", entries: [{ ...dayless, day: "2028-02-29" }] });
  expect(eventsIn(file)).toMatchObject([{ startsAt: "2028-02-29", endsAt: "2028-03-01" }]);
});
