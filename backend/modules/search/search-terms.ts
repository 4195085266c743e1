import { mostLetters } from "./tables.ts";

/** An address, or digits that may be a telephone number or a card's. */
const personal = /@|(?:\p{Nd}[^\p{Nd}\p{L}]*){5}/u;

/**
 * What someone looked for, as it is counted: small letters without accents and signs, at most {@link mostLetters}. Null when too little is
 * left to say anything, and when it may say who looked, or about whom.
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
  if (letters.length <= mostLetters) return letters.length < 2 ? null : words;
  const cut = letters.slice(0, mostLetters + 1).join("");
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)) || null;
}
