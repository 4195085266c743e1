import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { shortText } from "../formats/validation.ts";
import { bookedDay } from "./payments.ts";

/** Notes and coins of the euro, in cents, the largest first. */
export const denominations = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1] as const;
/** From here down they are coins. */
export const largestCoin = 200;

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });
const submission = z.uuid();

export const Cheque = z.object({
  id: z.uuid(),
  receivedOn: z.string(),
  name: z.string(),
  amountCents: z.int(),
  number: z.string().nullable(),
  bank: z.string().nullable(),
  reference: z.string().nullable(),
});
export type Cheque = z.infer<typeof Cheque>;

/** The most cheques of one slip. */
export const maxCheques = 100;

const Deposit = z.object({ id: z.uuid(), number: z.string(), depositedOn: z.string(), cheques: z.int(), totalCents: z.int() });
export type Deposit = z.infer<typeof Deposit>;
export const DepositRecord = Deposit.extend({ items: z.array(Cheque), preparedBy: z.string().nullable() });
export type DepositRecord = z.infer<typeof DepositRecord>;

export const DepositForm = z.object({
  depositedOn: bookedDay(),
  cheques: z.array(z.uuid()).min(1, "payments:error.cheques").max(maxCheques, "payments:error.cheques"),
  submission,
});
export const DepositDraft = z.object({
  depositedOn: bookedDay(),
  cheques: z.array(z.uuid()).min(1).max(maxCheques),
  submission,
});
export type DepositDraft = z.infer<typeof DepositDraft>;

/** Slips for the bank: each cheque is on one of them at most. */
export const depositsApi = {
  /** The cheques that are on no slip, the oldest first, and the newest slips. */
  list: endpoint({
    method: "GET",
    path: "/api/admin/cheque-deposits",
    access: admins,
    readsMany: true,
    response: z.object({ waiting: z.array(Cheque), waitingCents: z.int(), waitingTotal: z.int(), deposits: z.array(Deposit) }),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/cheque-deposits/:id", access: admins, params: byId, response: DepositRecord }),
  create: endpoint({
    method: "POST",
    path: "/api/admin/cheque-deposits",
    access: admins,
    body: DepositDraft,
    response: z.object({ id: z.uuid(), number: z.string() }),
    status: 201,
  }),
};

/** How many of a note or coin there are, by its value in cents. */
const Pieces = z.partialRecord(z.enum(denominations.map(String) as [string, ...string[]]), z.int().min(0).max(100_000));
export type Pieces = z.infer<typeof Pieces>;

/** What notes and coins are worth together, in cents. */
export const countedCents = (pieces: Pieces): number => denominations.reduce((sum, value) => sum + value * (pieces[String(value)] ?? 0), 0);

const CashCount = z.object({
  id: z.uuid(),
  countedOn: z.string(),
  countedCents: z.int(),
  /** The cash payments that it covers, less what was given back in cash. */
  recordedCents: z.int(),
  /** What was corrected since of what it covers: below zero where payments were recorded by mistake. */
  correctedCents: z.int(),
  payments: z.int(),
  note: z.string().nullable(),
  countedBy: z.string().nullable(),
});
export type CashCount = z.infer<typeof CashCount>;

const count = { countedOn: bookedDay(), note: shortText(300, "payments:error.note").nullish(), submission };
export const CashDraft = z.object({ ...count, pieces: Pieces });
export type CashDraft = z.infer<typeof CashDraft>;

const piece = z.union([shortText(6, "payments:error.pieces"), z.undefined()]).transform((text, { addIssue }) => {
  if (!text) return 0;
  if (/^\d{1,5}$/.test(text)) return Number(text);
  addIssue({ code: "custom", message: "payments:error.pieces" });
  return z.NEVER;
});
type PieceField = `piece${(typeof denominations)[number]}`;
/** The form has a field for each note and coin: `piece5000`. */
export const pieceField = (value: (typeof denominations)[number]) => `piece${value}` as PieceField;
const pieceFields = Object.fromEntries(denominations.map((value) => [pieceField(value), piece])) as Record<PieceField, typeof piece>;
export const CashForm = z.object({ ...count, ...pieceFields });

/** Cash is counted: each cash payment is covered by one count at most. */
export const cashApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/cash-counts",
    access: admins,
    readsMany: true,
    /** The cash that is recorded and covered by no count yet, and the newest counts. */
    response: z.object({ expectedCents: z.int(), payments: z.int(), counts: z.array(CashCount) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/admin/cash-counts",
    access: admins,
    body: CashDraft,
    response: z.object({ id: z.uuid(), differenceCents: z.int() }),
    status: 201,
  }),
};
