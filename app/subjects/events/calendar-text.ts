/** An event for calendar programs. A cancelled one has no texts. */
export type CalendarEntry = {
  /** The stable id of the event. */
  uid: string;
  /** Incremented with each change. */
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
  const { uid, sequence, changedAt, startsAt, endsAt, summary, description, location, url, cancelled } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY;LANGUAGE=${language}:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION;LANGUAGE=${language}:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    "END:VEVENT",
  ];
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
