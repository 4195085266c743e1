import { lt, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import type { SearchSource } from "#backend/search/source";
import type { Localized } from "#contract/formats/localized";
import { wordsOf } from "./corrections.ts";
import { pageTexts } from "./site-pages.ts";
import { searchSynonyms, searchWords, searchWordsRead } from "./tables.ts";

/** How many records are read at a time, so that no other work waits for long. */
const recordsAtOnce = 200;
/** A transaction may end some time after the moment that its record says. */
const overlap = 5 * 60_000;
const firstId = "00000000-0000-0000-0000-000000000000";
const beginning = new Date(0);

/** Reads the words of what changed since the last time into `search_words`. */
export async function readNewWords(db: Db, sources: readonly SearchSource[], now: Date) {
  await readWords(db, sources, { now, seenBefore: beginning });
}

/** Reads all words again, and forgets those that no page has any more. */
export async function readAllWords(db: Db, sources: readonly SearchSource[], now: Date) {
  await db.delete(searchWordsRead);
  await readWords(db, sources, { now, seenBefore: now });
  await db.delete(searchWords).where(lt(searchWords.seenAt, now));
}

/** `seenBefore`: known words that were seen before this are marked as seen now. */
type Reading = { now: Date; seenBefore: Date };

async function readWords(db: Db, sources: readonly SearchSource[], reading: Reading) {
  for (const source of sources) while (await readSome(db, source, reading));
  const synonyms = await db
    .select({ words: searchSynonyms.words, also: searchSynonyms.also })
    .from(searchSynonyms)
    .where(onLine(searchSynonyms));
  const written = synonyms.flatMap(({ words, also }) => [words, also].flatMap(({ fr, en }: Localized) => [fr, en ?? ""]));
  await addWords(db, [...pageTexts(), ...written], reading);
}

type Read = { id: string; updated_at: string | Date; text: string | null };

/** Reads the next records of a kind that were changed; whether there may be more. */
async function readSome(db: Db, { kind, texts }: SearchSource, reading: Reading): Promise<boolean> {
  const { now } = reading;
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(searchWordsRead).where(sql`${searchWordsRead.kind} = ${kind}`).for("update");
    const from = known ?? { changedAt: beginning, recordId: firstId };
    const { rows } = await tx.execute<Read>(sql`
      select id, updated_at, text from (${texts(now)}) texts
      where (updated_at, id) > (${from.changedAt.toISOString()}::timestamptz, ${from.recordId}::uuid)
      order by updated_at, id limit ${recordsAtOnce}`);
    await addWords(
      tx,
      rows.map(({ text }) => text ?? ""),
      reading,
    );
    const full = rows.length === recordsAtOnce;
    const last = rows.at(-1);
    const settled = new Date(now.getTime() - overlap);
    const changedAt = last ? new Date(last.updated_at) : from.changedAt;
    // The last minutes are read again next time, unless there is more to read now.
    const next =
      full || changedAt < settled ? { changedAt, recordId: last?.id ?? from.recordId } : { changedAt: settled, recordId: firstId };
    if (next.changedAt > from.changedAt || next.recordId !== from.recordId)
      await tx
        .insert(searchWordsRead)
        .values({ kind, ...next })
        .onConflictDoUpdate({ target: searchWordsRead.kind, set: next });
    return full;
  });
}

async function addWords(db: Db, texts: readonly string[], { now, seenBefore }: Reading) {
  const words = new Set(texts.flatMap((text) => wordsOf(withoutUrlsAndEmails(text))).filter(({ length }) => length >= 3 && length <= 24));
  if (words.size === 0) return;
  // In one order, so that two processes never wait for each other.
  const rows = [...words].sort();
  await db.execute(sql`
    insert into ${searchWords} (word, seen_at)
    select word, ${now.toISOString()}::timestamptz from jsonb_array_elements_text(${JSON.stringify(rows)}::jsonb) with ordinality words (word, place) order by place
    on conflict (word) do update set seen_at = excluded.seen_at where ${searchWords.seenAt} < ${seenBefore.toISOString()}::timestamptz`);
}

/** Of e-mail, a page or a path: what has two slashes, as each link has. */
const isUrlOrEmail = (word: string) => word.includes("@") || word.split("/").length > 2;

const withoutUrlsAndEmails = (text: string) =>
  text
    .split(/\s/)
    .filter((word) => !isUrlOrEmail(word))
    .join(" ");
