const noBreak = "\u00A0";
const thinNoBreak = "\u202F";
const noBreakHyphen = "\u2011";

/** A verb before its subject, as a whole word: parts of addresses and of longer words (Noisy-le-Grand, rendez-vous) are left as they are. */
const inversion =
  /(?<![\p{L}\d/.:@_=’'-])(?!rendez-vous)(\p{L}[\p{L}’']*(?:-t)?)-((?:je|tu|ils?|elles?|on|nous|vous|ce)(?![\p{L}\d@/_-]|\.\p{L}))/giu;

/**
 * Sets the spaces and hyphens of French typography, so that authors type ordinary ones: U+00A0 before : » € % and after «,
 * U+202F before ; ! ? and between thousands, hours that stay together (18 h 30), and U+2011 between a verb and its subject (pouvons-nous).
 */
export function frenchSpaces(text: string): string {
  return text
    .replace(inversion, (_, verb: string, subject: string) => `${verb.replace("-", noBreakHyphen)}${noBreakHyphen}${subject}`)
    .replace(/ ([:»€%])/g, `${noBreak}$1`)
    .replace(/« /g, `«${noBreak}`)
    .replace(/ ([;!?])/g, `${thinNoBreak}$1`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${thinNoBreak}`)
    .replace(/(\d) h(?: (?=\d))?/g, (match, digit: string) =>
      match.endsWith(" ") ? `${digit}${noBreak}h${noBreak}` : `${digit}${noBreak}h`,
    );
}

/** The first day of a month is an ordinal in French: 1er décembre. */
export function firstOfMonth(date: string): string {
  return date.replace(/(?<!\d)1 (?=\p{L})/u, "1er ");
}

/** A text that someone typed, as it is printed: with typographic apostrophes, and French spaces where it is French. */
export function typeset(text: string, locale: string): string {
  const printed = text.replace(/(?<=\p{L})'(?=\p{L})/gu, "’");
  return locale === "fr" ? frenchSpaces(printed) : printed;
}

/** The same over every text of a tree of translations. */
export function frenchSpacesIn<T>(texts: T): T {
  if (typeof texts === "string") return frenchSpaces(texts) as T;
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, frenchSpacesIn(value)])) as T;
}
