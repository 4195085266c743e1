import { dayAfter } from "#contract/formats/france-time";

/** An event for calendar programs. A cancelled one has no texts. */
export type CalendarEntry = {
  /** The stable id of the event. */
  uid: string;
  /** Incremented with each change. */
  sequence: number;
  changedAt: Date;
  summary: string;
  description?: string;
  location?: string;
  url?: string;
  cancelled: boolean;
  /** Whether it is not certain yet. */
  tentative?: boolean;
  /** A reminder with its text, so many hours before. */
  alarm?: { hours: number; text: string };
} & Time;

/** Hours, or a whole day (YYYY-MM-DD), which is private and keeps nobody busy. */
type Time = { startsAt: Date; endsAt: Date } | { day: string };

type Calendar = { product: string; language: string; name: string; entries: CalendarEntry[] };

/** Events as an iCalendar file (RFC 5545), with times in UTC. */
export function calendarText({ product, language, name, entries }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(product)}//Calendar//${language.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    ...entries.flatMap((entry) => linesOf(entry, language)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function linesOf(entry: CalendarEntry, language: string): string[] {
  const { uid, sequence, changedAt, summary, description, location, url, cancelled, tentative, alarm } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    ...timeOf(entry),
    `STATUS:${cancelled ? "CANCELLED" : tentative ? "TENTATIVE" : "CONFIRMED"}`,
    `SUMMARY;LANGUAGE=${language}:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION;LANGUAGE=${language}:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    ...(alarm && !cancelled
      ? ["BEGIN:VALARM", "ACTION:DISPLAY", `TRIGGER:-PT${alarm.hours}H`, `DESCRIPTION:${escaped(alarm.text)}`, "END:VALARM"]
      : []),
    "END:VEVENT",
  ];
}

function timeOf(entry: Time): string[] {
  if (!("day" in entry)) return [`DTSTART:${utc(entry.startsAt)}`, `DTEND:${utc(entry.endsAt)}`];
  const dateOf = (day: string) => day.replaceAll("-", "");
  const dates = [`DTSTART;VALUE=DATE:${dateOf(entry.day)}`, `DTEND;VALUE=DATE:${dateOf(dayAfter(entry.day))}`];
  return [...dates, "TRANSP:TRANSPARENT", "CLASS:PRIVATE"];
}

const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Escapes a text value: delimiters and line breaks are escaped, and control characters are removed. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, "");
}

const longest = 75;

/** Folds a line after 75 bytes at most, without splitting a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const sign of line) {
    const more = Buffer.byteLength(sign);
    if (bytes + more > longest) {
      parts.push(part);
      part = " ";
      bytes = 1;
    }
    part += sign;
    bytes += more;
  }
  return [...parts, part].join("\r\n");
}
