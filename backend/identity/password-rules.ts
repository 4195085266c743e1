import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { Services } from "#backend/http/services";
import { fieldRefusal } from "#backend/refusal";
import { type Locale, localeDetails, locales } from "#contract/formats/locale";
import { loadChecker, plain } from "./password-checker.ts";

type Settings = Services["settings"];

/** Guesses that an attacker needs at least, as a power of ten: below it, a password falls to a list of leaked ones and a few rules. */
const guessesNeeded = 9;
/** Characters of a long password that are checked; the work grows faster than its length. */
const longestChecked = 64;
/** The number of characters that must remain without the person's own words. */
const leftAtLeast = 8;
/** A number of so few digits is a telephone number, a date, or the number of an identity document. */
const longestNumber = 15;

let checker: Promise<ZxcvbnFactory> | undefined;

const lettersAndDigits = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, "");
const without = (words: readonly string[], text: string) => words.reduce((left, word) => left.replaceAll(word, ""), text);

/**
 * Refuses a new password that others would guess: common and leaked ones, rows of a keyboard, sequences and repetitions, phrases that everybody knows,
 * telephone numbers and dates, and those that are hardly more than the words that anybody knows of the person or of the site. What cannot be seen
 * counts for nothing, and neither do spaces and signs between words. Throws a refusal of the field `password`.
 */
export async function refuseGuessable(password: string, about: { email: string; names: (string | null | undefined)[] }) {
  const own = ownWords(about);
  const seen = password.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const rest = without(own, plain(seen));
  if (rest.length < Math.min(leftAtLeast, seen.length)) throw fieldRefusal("password", "register:error.ownWords");
  if (isNumber(seen)) throw fieldRefusal("password", "register:error.number");
  const joined = lettersAndDigits(seen);
  const common = fieldRefusal("password", "register:error.common");
  checker ??= loadChecker();
  const ready = await checker;
  const isCommon = (text: string) => ready.check(text.slice(0, longestChecked), own).guessesLog10 < guessesNeeded;
  if (isCommon(seen) || (joined && isCommon(joined))) throw common;
}

const dateParts = new Set(locales.flatMap(namesInDates));

/** A telephone number, a date with or without words, or another short number. */
function isNumber(text: string): boolean {
  const words = plain(text).match(/\p{L}+|\p{N}+/gu) ?? [];
  const rest = words.filter((word) => !dateParts.has(word)).join("");
  return /^\d+$/.test(rest) && rest.length <= longestNumber;
}

/** The names of months and days of a language, with what follows the number of a day. */
function namesInDates(locale: Locale): string[] {
  const { tag } = localeDetails[locale];
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month)));
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, day + 1)));
  const named = (times: Date[], part: Intl.DateTimeFormatOptions) =>
    times.map((time) => plain(new Intl.DateTimeFormat(tag, { ...part, timeZone: "UTC" }).format(time)));
  return [
    ...named(months, { month: "long" }),
    ...named(days, { weekday: "long" }),
    ...["le", "du", "er", "the", "of", "st", "nd", "rd", "th"],
  ];
}

/** The words of an address and of names, the longest first. */
function ownWords({ email, names }: { email: string; names: (string | null | undefined)[] }): string[] {
  const whole = [email, email.split("@")[0] ?? "", ...names.map((name) => name ?? "")].map(plain);
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...whole, ...parts])].filter((word) => word.length >= 3).sort((one, other) => other.length - one.length);
}

/** What the site is called: no secret to anybody. */
export const siteNames = ({ organisation, publicUrl }: Pick<Settings, "organisation" | "publicUrl">) => [
  organisation,
  "Maillon",
  new URL(publicUrl).hostname.split(".").at(-2),
];
