import { createHash } from "node:crypto";
import { fieldRefusal } from "#backend/refusal";
import { maskedIban } from "#contract/giving/bank-codes";
import { firstBookedDay, largestPayment, type ReferencePrefix, writtenReference } from "#contract/giving/payments";
import type { StatementMapping } from "#contract/giving/statements";

type Cells = { line: number; cells: string[] };

/** Money that came, as the bank says it: the day as YYYY-MM-DD, the amount in cents above zero. */
export type Credit = {
  place: number;
  day: string;
  amountCents: number;
  name: string | null;
  text: string;
  /** The references of pledges and of memberships that it may have. */
  references: string[];
  dues: string[];
  isReversal: boolean;
  fingerprint: string;
};

/** The credits of a file, how many lines are debits, how many take an earlier credit back, and how many are not booked. */
export type ReadStatement = { credits: Credit[]; debits: number; reversed: number; unbooked: number };

/** The most of each text that is stored, in characters. */
const longest = { text: 500, name: 160 } as const;
/** How many faulty lines an error names. */
const named = 5;

/**
 * Reads the lines of a file by their columns. A line without day and amount is none. One of which either cannot be read refuses the file:
 * an error at the field `mapping` names the lines.
 */
export function readLines(rows: Cells[], mapping: StatementMapping, today: string): ReadStatement {
  const read: ReadStatement = { credits: [], debits: 0, reversed: 0, unbooked: 0 };
  const faulty: number[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of rows) {
    const cell = (column: keyof StatementMapping) => cells[mapping[column] ?? -1]?.trim() ?? "";
    const typed = [cell("day"), cell("amount") || cell("credit") || cell("debit")];
    if (typed.every((text) => text === "")) continue;
    // What is not booked may have no day yet.
    if (cell("kind") === "pending") {
      read.unbooked += 1;
      continue;
    }
    const day = dayOf(typed[0] ?? "");
    const cents = amountOf(cell("amount"), cell("credit"), cell("debit"));
    if (!day || day > today || !isAmount(cents)) faulty.push(line);
    else if (cents <= 0) read[leftOutAs(cents, cell("kind"))] += 1;
    else read.credits.push(creditOf({ place: line, day, amountCents: cents }, cell, seen));
  }
  if (faulty.length > 0)
    throw fieldRefusal("mapping", `statements:error.lines?${new URLSearchParams({ lines: faulty.slice(0, named).join(", ") })}`);
  return read;
}

const isAmount = (cents: number | null): cents is number => cents !== null && Math.abs(cents) <= largestPayment;

/** What a line that is no credit is counted as. A debit that reverses an entry takes an earlier credit back. */
const leftOutAs = (cents: number, kind: string) => (cents === 0 ? "unbooked" : kind === "reversal" ? "reversed" : "debits");

function creditOf(
  came: Pick<Credit, "place" | "day" | "amountCents">,
  cell: (column: keyof StatementMapping) => string,
  seen: Map<string, number>,
): Credit {
  const text = [cell("text"), cell("details")].filter(Boolean).join(" ");
  const name = cell("name");
  // Two equal lines of a file are two; the same lines of another file have the same places among their equals.
  // The bank's reference is not enough: some banks write the same word, as NONREF, on all of them.
  const texts = [cell("reference"), signs(text), signs(name)].slice(cell("reference") ? 0 : 1);
  const label = JSON.stringify([signs(cell("account")), came.day, came.amountCents, texts]);
  const ordinal = seen.get(label) ?? 0;
  seen.set(label, ordinal + 1);
  return {
    ...{ ...came, isReversal: cell("kind") === "reversal" },
    name: cut(withoutAccounts(name), longest.name) || null,
    text: cut(withoutAccounts(text), longest.text),
    references: referencesOf([text, name], "DON"),
    dues: referencesOf([text, name], "ADH"),
    fingerprint: createHash("sha256").update(`${label} ${ordinal}`).digest("hex"),
  };
}

/** The letters and digits of a text: banks cut and space the same text in several ways. */
const signs = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();

const referencesOf = (parts: string[], prefix: ReferencePrefix) => [...new Set(parts.flatMap((part) => referencesIn(part, prefix)))];

/** All that may be a reference with a prefix in a text, whatever is written between its signs. */
export function referencesIn(text: string, prefix: ReferencePrefix): string[] {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const found: string[] = [];
  for (let at = plain.indexOf(prefix); at >= 0; at = plain.indexOf(prefix, at + 1)) {
    const reference = writtenReference(prefix, plain.slice(at, at + 11));
    if (reference) found.push(reference);
  }
  return found;
}

/** A text in which of each IBAN only the country and the last four digits are left. */
export function withoutAccounts(text: string): string {
  return text.replaceAll(/(?<![A-Z0-9])[A-Z]{2}\d{2}[ -]?(?:[A-Z0-9]{4}[ -]?){2,7}[A-Z0-9]{1,4}(?![A-Z0-9])/gi, (account) => {
    const digits = account.replaceAll(/[ -]/g, "");
    return digits.length >= 15 && /\d{4,}/.test(digits.slice(4)) ? maskedIban(digits) : account;
  });
}

/** A day as banks write it (`31/12/2026`, `31.12.26`, `2026-12-31`, with or without a time) as YYYY-MM-DD; null for none and for one before the accounts. */
export function dayOf(typed: string): string | null {
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(typed);
  const french = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/.exec(typed);
  const [year, month, day] = iso ? iso.slice(1) : (french?.slice(1).toReversed() ?? []);
  if (!year || !month || !day) return null;
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${written}T00:00:00Z`);
  return written >= firstBookedDay && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null;
}

/** The amount of a line in cents, below zero for a debit: from one column, or from those of credits and debits. Null when it is none. */
function amountOf(amount: string, credit: string, debit: string): number | null {
  if (amount) return signedCentsOf(amount);
  const came = credit ? signedCentsOf(credit) : 0;
  const left = debit ? signedCentsOf(debit) : 0;
  if (came === null || left === null || (came !== 0 && left !== 0)) return null;
  return came !== 0 ? came : -Math.abs(left);
}

/** An amount as banks write it, `1 234,56`, `-1.234,56`, `12.5`, `+45 EUR`, in cents; null when it is none. */
export function signedCentsOf(typed: string): number | null {
  const amount = typed.replaceAll(/[\s'’]|€|EUR/gi, "").replace(/^\u2212/, "-");
  const [, sign = "", digits = "", after = ""] = /^([+-]?)([\d.,]{1,20})(-?)$/.exec(amount) ?? [];
  // The last separator is the decimal one, unless it is followed by three digits as between thousands, which have one and the same.
  const [, whole = "", point = "", decimals = ""] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(digits) ?? [];
  const isWhole = /^(?:\d+|[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*))$/.test(whole);
  if (!isWhole || (point && whole.includes(point))) return null;
  const cents = Number(whole.replaceAll(/[.,]/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? ((sign || after) === "-" ? -cents : cents) : null;
}
