import { ReadableStream as WebStream } from "node:stream/web";
import { setImmediate as otherWork } from "node:timers/promises";
import { type JournalEntry, linesOf } from "#contract/giving/journal";
import type { Translate } from "~/i18n/translate";
import { entryTexts } from "./journal-texts.server";

/** The columns of article A47 A-1 of the « Livre des procédures fiscales », in its order. */
const columns = [
  ...["JournalCode", "JournalLib", "EcritureNum", "EcritureDate", "CompteNum", "CompteLib", "CompAuxNum", "CompAuxLib", "PieceRef"],
  ...["PieceDate", "EcritureLib", "Debit", "Credit", "EcritureLet", "DateLet", "ValidDate", "Montantdevise", "Idevise"],
];

const dayOf = (day: string) => day.replaceAll("-", "");
const amountOf = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;

/** Signs of French outside Latin 1, by their place in ISO 8859-15, and those that it lacks by others. */
const signs: Record<string, string> = { "€": "\u00a4", Œ: "\u00bc", œ: "\u00bd", Ÿ: "\u00be", "’": "'", "–": "-" };

/** Text in ISO 8859-15, as the article requires; a sign that it lacks is a question mark. */
const encoded = (text: string) =>
  Buffer.from(
    text.replaceAll(/[\u{100}-\u{10ffff}]/gu, (sign) => signs[sign] ?? "?"),
    "latin1",
  );

/** The entries of a journal, some at a time. */
export type JournalParts = AsyncIterable<JournalEntry[]>;

/**
 * The file of accounting entries, sent as it is made: a line for each account of an entry, its fields separated by tabs, its texts in the language
 * of `t`. Other requests are answered after each part.
 */
export const fecStream = (parts: JournalParts, t: Translate) => WebStream.from(fecOf(parts, t)) as ReadableStream<Uint8Array>;

async function* fecOf(parts: JournalParts, t: Translate): AsyncGenerator<Uint8Array> {
  yield linesOfFile([columns]);
  for await (const entries of parts) {
    yield linesOfFile(entries.flatMap((entry) => rowsOf(entry, t)));
    await otherWork();
  }
}

function rowsOf(entry: JournalEntry, t: Translate): string[][] {
  const { journal, piece, text } = entryTexts(entry, t);
  const day = dayOf(entry.receivedOn);
  return linesOf(entry).map(({ account, debitCents, creditCents }) => [
    ...[journal, t(`payments:journal.name.${journal}`), String(entry.number), day, account, t(`payments:journal.account.${account}`)],
    ...["", "", piece, day, text, amountOf(debitCents), amountOf(creditCents), "", "", dayOf(entry.recordedOn), "", ""],
  ]);
}

const linesOfFile = (rows: string[][]) =>
  encoded(rows.map((fields) => `${fields.map((field) => field.replaceAll(/\s/g, " ")).join("\t")}\r\n`).join(""));
