import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { knownPhrases } from "./known-phrases.ts";
import { knownPlaces } from "./known-places.ts";

/** The fewest characters that count as a repetition. */
const shortestAgain = 4;

/** Text without accents, in small letters. */
export const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The lists of common and leaked passwords, of the words and first names of both languages, of what people count through (numbers, days, colours),
 * and of phrases and places that everybody knows, which the library also finds backwards; and the keyboards whose rows people walk along. A list for
 * each language: the work grows with their number.
 */
export async function loadChecker(): Promise<ZxcvbnFactory> {
  const { MatcherBaseClass, ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  const { dictionary: common, adjacencyGraphs: graphs } = await import("@zxcvbn-ts/language-common");
  const { dictionary: french } = await import("@zxcvbn-ts/language-fr");
  const { dictionary: english } = await import("@zxcvbn-ts/language-en");
  const { "commonWords-fr": frenchWords, "firstnames-fr": frenchNames, "lastnames-fr": _, "wikipedia-fr": __, ...frenchSequences } = french;
  const { "commonWords-en": words, "firstnames-en": names, "lastnames-en": ___, "wikipedia-en": ____, ...sequences } = english;
  const dictionary = {
    ...common,
    fr: byRank([frenchWords, frenchNames]),
    en: byRank([words, names]),
    // Under the name of one of them, the library looks for several in a row.
    cardinalNumbers: byRank([...Object.values(frenchSequences), ...Object.values(sequences)]),
    known: [...knownPhrases, ...knownPlaces()],
  };
  /** What occurs earlier in the same password, such as the second "paris" of "paris75001paris": the library's own finds immediate repeats alone. */
  class Again extends MatcherBaseClass {
    match({ password }: { password: string }) {
      const text = password.toLowerCase();
      return Array.from({ length: text.length }, (_, i) => i).flatMap((i) => {
        const length = lengthAgain(text, i);
        const j = i + length - 1;
        return length === 0 ? [] : [{ pattern: "again", i, j, token: password.slice(i, j + 1) } as never];
      });
    }
  }
  const again = {
    Matching: Again,
    scoring: ({ token }: { token: string }) => token.length,
    feedback: () => ({ warning: null, suggestions: [] }),
  };
  return new ZxcvbnFactory({ dictionary, graphs }, { again });
}

/** How many characters from an index on also occur before it, at least {@link shortestAgain}, or 0. */
function lengthAgain(text: string, from: number): number {
  let length = 0;
  for (let most = shortestAgain; from + most <= text.length && text.slice(0, from).includes(text.slice(from, from + most)); most += 1)
    length = most;
  return length;
}

/** One list of several, the most frequent words of each first, with and without accents. */
function byRank(lists: string[][]): string[] {
  const words = new Set<string>();
  const longest = Math.max(...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank += 1)
    for (const word of lists.map((list) => list[rank])) if (word) words.add(word).add(plain(word));
  return [...words];
}
