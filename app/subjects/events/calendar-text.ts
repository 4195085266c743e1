/** A date as calendars keep it. One that is off has no words of its own. */
export type CalendarEntry = {
  /** The same for ever, whatever is changed: calendars know the date by it. */
  uid: string;
  /** Rises with each change. */
  sequence: number;
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description?: string;
  location?: string;
  url?: string;
  cancelled: boolean;
};

type Calendar = { product: string; language: string; name: string; entries: CalendarEntry[] };

/** Dates as an iCalendar file (RFC 5545), with times in UTC. */
export function calendarText({ product, language, name, entries }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${words(product)}//Calendar//${language.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${words(name)}`,
    `X-WR-CALNAME:${words(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    ...entries.flatMap((entry) => linesOf(entry, language)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function linesOf(entry: CalendarEntry, language: string): string[] {
  const { uid, sequence, changedAt, startsAt, endsAt, summary, description, location, url, cancelled } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${words(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY;LANGUAGE=${language}:${words(summary)}`,
    ...(description ? [`DESCRIPTION;LANGUAGE=${language}:${words(description)}`] : []),
    ...(location ? [`LOCATION:${words(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    "END:VEVENT",
  ];
}

const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** A text within a line: what would end it or begin another value is written otherwise, and no control sign is let through. */
function words(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, "");
}

const longest = 75;

/** A line goes on after 75 bytes at most on a next one that begins with a space, and no sign is cut in two. */
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
