import type { Excerpt } from "#contract/publishing/search";

/** A text in lower case without accents. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** The words of a text as they are compared. */
const plainWords = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a text has, for each word of the search, a word that starts with it. */
export function hasWordStarts(text: string, typed: string): boolean {
  const own = plainWords(text);
  return plainWords(typed).every((word) => own.some((one) => one.startsWith(word)));
}

/** A text whose words are marked as far as they are those of the search. */
export function markWordStarts(text: string, typed: string): Excerpt {
  const starts = plainWords(typed).sort((a, b) => b.length - a.length);
  const pieces: Excerpt = [];
  const add = (part: string, hit: boolean) => {
    const last = pieces.at(-1);
    if (last && last.hit === hit) last.text += part;
    else if (part) pieces.push({ text: part, hit });
  };
  for (const [word = ""] of text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)) {
    const start = starts.find((one) => plain(word).startsWith(one));
    const matched = start ? startOf(word, start) : "";
    add(matched, true);
    add(word.slice(matched.length), false);
  }
  return pieces;
}

/** The beginning of a word that is compared as these letters. */
function startOf(word: string, letters: string): string {
  let start = "";
  for (const sign of word) {
    if (plain(start).length >= letters.length && !/^\p{M}$/u.test(sign)) break;
    start += sign;
  }
  return start;
}
