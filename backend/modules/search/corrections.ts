import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { searchWords } from "./tables.ts";

/** How many words of a search are compared. */
const maxWords = 6;
/** How many words like each are read, the most alike first. */
const maxCandidates = 40;

type Candidate = { typed: string; word: string };

/**
 * What was typed with each unknown word replaced by the most similar word of what visitors find, one or two letters away. Null where there is
 * nothing to replace. What is between quotation marks or excluded is meant as it is typed.
 */
export async function correctedSearch(db: Db, typed: string): Promise<string | null> {
  const text = typed.normalize("NFC");
  if (/["“”«»]|(^|\s)-/.test(text)) return null;
  const words = [...new Set(wordsOf(text))].filter((word) => lettersChanged(word) > 0).slice(0, maxWords);
  if (words.length === 0) return null;
  const { word } = searchWords;
  const { rows } = await db.execute<Candidate>(sql`
    select typed.word as typed, near.word
    from (values ${sql.join(
      words.map((one) => sql`(${one}::text)`),
      sql`, `,
    )}) typed (word)
    cross join lateral (
      select ${word} as word from ${searchWords}
      where searched_text(typed.word) <% searched_text(${word}) and length(${word}) between length(typed.word) - 2 and length(typed.word) + 2
      order by similarity(searched_text(typed.word), searched_text(${word})) desc, ${word}
      limit ${maxCandidates}
    ) near`);
  const best = new Map(
    words.map((one) => [
      one,
      bestOf(
        one,
        rows.flatMap((row) => (row.typed === one ? row.word : [])),
      ),
    ]),
  );
  const corrected = text.replace(eachWord, (written) => best.get(written.toLowerCase()) ?? written);
  return corrected === text ? null : corrected;
}

const eachWord = /[\p{L}\p{M}]+/gu;

/** The words of a text in lower case, as they are compared. */
export function wordsOf(text: string): string[] {
  return (text.normalize("NFC").match(eachWord) ?? []).map((word) => word.toLowerCase());
}

/** How many letters of a word may be wrong: of a short one, another would be meant. */
function lettersChanged({ length }: string): number {
  if (length < 4 || length > 24) return 0;
  return length < 6 ? 1 : 2;
}

/** The nearest of the words that are alike; none when the typed one is among them, or all are too different. */
function bestOf(typed: string, candidates: string[]): string | undefined {
  const most = lettersChanged(typed);
  let best: { word: string; distance: number } | undefined;
  for (const word of candidates) {
    const distance = letterDistance(plain(typed), plain(word), most);
    if (distance === 0) return undefined;
    if (distance <= most && distance < (best?.distance ?? most + 1)) best = { word, distance };
  }
  return best?.word;
}

const plain = (word: string) =>
  word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae");

/** How many letters are missing, added, wrong or exchanged with the next one; more than `most` is not counted to its end. */
export function letterDistance(one: string, other: string, most: number): number {
  const [from, to] = [[...one], [...other]];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let last = to.map((_, at) => at).concat(to.length);
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const same = from[row - 1] === to[at - 1];
      const exchanged = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      now.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (now[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (same ? 0 : 1),
          exchanged ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...now) > most) return most + 1;
    [before, last] = [last, now];
  }
  return last[to.length] ?? most + 1;
}
