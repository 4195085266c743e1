import { maxLetters } from "./tables.ts";

/** An address, or digits that may be a telephone number or a card's. */
const personal = /@|(?:\p{Nd}[^\p{Nd}\p{L}]*){5}/u;

/**
 * A search in the form in which it is counted: lower case without accents and punctuation, at most {@link maxLetters}. Null when too little is
 * left, or when it may identify the searcher or another person.
 */
export function searchedWords(typed: string): string | null {
  const plain = typed
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("’", "'");
  if (personal.test(plain)) return null;
  const words = plain
    .replace(/[^\p{L}\p{N}'-]+/gu, " ")
    .replace(/(?<![\p{L}\p{N}])['-]+|['-]+(?![\p{L}\p{N}])/gu, "")
    .replace(/ +/g, " ")
    .trim();
  const letters = [...words];
  if (letters.length <= maxLetters) return letters.length < 2 ? null : words;
  const cut = letters.slice(0, maxLetters + 1).join("");
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)) || null;
}
