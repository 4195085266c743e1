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

/** The file of accounting entries: a line for each account of an entry, its fields separated by tabs, its texts in the language of `t`. */
export function fecOf(entries: JournalEntry[], t: Translate): Buffer {
  const rows = entries.flatMap((entry) => {
    const { journal, piece, text } = entryTexts(entry, t);
    const day = dayOf(entry.receivedOn);
    return linesOf(entry).map(({ account, debitCents, creditCents }) => [
      ...[journal, t(`payments:journal.name.${journal}`), String(entry.number), day, account, t(`payments:journal.account.${account}`)],
      ...["", "", piece, day, text, amountOf(debitCents), amountOf(creditCents), "", "", dayOf(entry.recordedOn), "", ""],
    ]);
  });
  return encoded([columns, ...rows].map((fields) => `${fields.map((field) => field.replaceAll(/\s/g, " ")).join("\t")}\r\n`).join(""));
}
