import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";
import { paymentMethods, reversals } from "./payments.ts";
import { donorKinds } from "./pledge-donor.ts";
import { allocations } from "./pledges.ts";

/**
 * The accounts of the French chart for associations (ANC 2018-06) that payments are booked on, and the journal of each account of money. Cheques are
 * to be cashed until the statement of the bank says so, which the accountant books.
 */
export const moneyAccounts = { transfer: "512000", card: "512000", sepa_debit: "512000", cheque: "511200", cash: "530000" } as const;
export const giftAccounts = { person: "754100", company: "754200", member: "756000" } as const;
export const journalCodes = { "512000": "BQ", "511200": "CH", "530000": "CA" } as const;
export type MoneyAccount = keyof typeof journalCodes;
export type Account = MoneyAccount | (typeof giftAccounts)[keyof typeof giftAccounts];

/** A payment as the journal of its year has it; `number` counts them in the order in which they were recorded. */
export const JournalEntry = z.object({
  id: z.uuid(),
  number: z.int(),
  receivedOn: z.string(),
  recordedOn: z.string(),
  method: z.enum(paymentMethods),
  donor: z.enum([...donorKinds, "member"]),
  signedCents: z.int(),
  reversal: z.enum(reversals).nullable(),
  allocation: z.enum(allocations),
  project: Localized.nullable(),
  reference: z.string().nullable(),
  deposit: z.string().nullable(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export type JournalLine = { account: Account; debitCents: number; creditCents: number };

/** The two lines of an entry, equal in debit and credit: money against gifts, or against dues. What was taken back is the same, mirrored. */
export function linesOf({
  method,
  donor,
  signedCents,
}: Pick<JournalEntry, "method" | "donor" | "signedCents">): [JournalLine, JournalLine] {
  const cents = Math.abs(signedCents);
  const [money, gift] = [moneyAccounts[method], giftAccounts[donor]];
  const debit = { debitCents: cents, creditCents: 0 };
  const credit = { debitCents: 0, creditCents: cents };
  return signedCents > 0
    ? [
        { account: money, ...debit },
        { account: gift, ...credit },
      ]
    : [
        { account: gift, ...debit },
        { account: money, ...credit },
      ];
}

/** The journal of an entry, by the account of its money. */
export const journalOf = ({ method }: Pick<JournalEntry, "method">) => journalCodes[moneyAccounts[method]];

/** What a fund got by an account of money and one of gifts in a year, in cents. */
const JournalSum = JournalEntry.pick({ allocation: true, project: true }).extend({
  money: z.enum(Object.keys(journalCodes) as [MoneyAccount, ...MoneyAccount[]]),
  gift: z.enum(Object.values(giftAccounts)),
  payments: z.int(),
  cents: z.int(),
});
export type JournalSum = z.infer<typeof JournalSum>;

/**
 * Where the accountant books expenses that volunteers gave up: travel against "abandons de frais par les bénévoles" (ANC 2018-06). No money came of them,
 * so that they are no entries of the journal.
 */
export const expenseAccounts = { debit: "625000", credit: "754120" } as const;

/** An accounting year of the organisation, named by the year in which it ends. */
const year = z.coerce.number().int().min(2000).max(2199);

/** Which journal is exported, and as what: a table, or the file of accounting entries. */
export const JournalExport = z.object({ year: z.int().min(2000).max(2199), kind: z.enum(["csv", "txt"]) });

/** The most payments of a year that are exported, and of a part. */
export const largestJournal = 1_000_000;
export const journalPart = 500;

/** The last entry of a part of an export, after which the next part begins. */
const JournalPlace = z.object({
  number: z.int().min(1).max(largestJournal),
  // PostgreSQL has no year 0.
  recordedAt: z.iso
    .datetime()
    .max(30, { abort: true })
    .refine((instant) => instant >= "1970"),
  id: z.uuid(),
});
export type JournalPlace = z.infer<typeof JournalPlace>;

const access = { roles: ["ADMIN"] } as const;
const path = "/api/admin/payment-journal";

export const journalApi = {
  /** The sums of a year, by account and fund; of this year where none is given. `firstYear` is that of the first payment. */
  sums: endpoint({
    method: "GET",
    path,
    access,
    query: z.object({ year: year.optional().catch(undefined) }),
    readsMany: true,
    response: z.object({
      year: z.int(),
      /** Its days, both included. */
      from: z.iso.date(),
      to: z.iso.date(),
      thisYear: z.int(),
      firstYear: z.int(),
      sums: z.array(JournalSum),
      /** Accepted claims of expenses that volunteers gave up, by the day of the expense. */
      expenses: z.object({ claims: z.int(), cents: z.int() }),
    }),
  }),
  /** The entries of a year for a file, part after part; the first part is recorded as an export. A larger journal is refused rather than cut. */
  export: endpoint({
    method: "POST",
    path,
    access,
    readsMany: true,
    body: JournalExport.extend({ after: JournalPlace.optional() }),
    /** `lastDay`: of the year, which names the file of accounting entries. */
    response: z.object({ entries: z.array(JournalEntry), next: JournalPlace.nullable(), lastDay: z.iso.date() }),
  }),
};
