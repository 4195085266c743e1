import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { filled, shortText, wholeNumber } from "../formats/validation.ts";
import { workingDaysAfter } from "../formats/working-days.ts";
import { SeriesOfYear } from "./fiscal-receipts.ts";
import { centsOf } from "./money.ts";

/**
 * The last day on which the receipts of a year are declared: the second working day after 1 May (article 222 bis), for an organisation whose financial
 * year is the calendar year.
 */
export const declarationDue = (year: number) => workingDaysAfter(`${year + 1}-05-01`, 2);

/** The newest year whose declaration is overdue on a day. */
export function newestOverdue(today: string): number {
  const year = Number(today.slice(0, 4)) - 1;
  return declarationDue(year) < today ? year : year - 1;
}

/** The most that is declared of a year, in cents: nearly a billion euros. */
const largestTotal = 99_999_999_999;

const typedTotal = shortText(20, "receipts:error.total").transform((text, { addIssue }) => {
  const total = centsOf(text, 9);
  if (total !== null) return total;
  addIssue({ code: "custom", message: "receipts:error.total" });
  return z.NEVER;
});

const declared = {
  year: z.int("receipts:error.year").min(2000, "receipts:error.year").max(2200, "receipts:error.year"),
  /** The day on which it was filed with the tax office. */
  filedOn: calendarDay("receipts:error.filedOn"),
  /** The number of the file or of the acknowledgement. */
  reference: filled("receipts:error.reference", 100),
  /** How many receipts it declares. */
  receipts: wholeNumber("receipts:error.count", 0, 10_000_000),
};

/** Without receipts there is no sum, and none without a sum. */
const agrees = (receipts: number, cents: number) => (receipts === 0) === (cents === 0);

export const DeclarationDraft = z
  .object({ ...declared, cents: z.int("receipts:error.total").min(0, "receipts:error.total").max(largestTotal, "receipts:error.total") })
  .refine(({ receipts, cents }) => agrees(receipts, cents), { path: ["cents"], message: "receipts:error.noTotal" });
export type DeclarationDraft = z.output<typeof DeclarationDraft>;

/** The form: the total as people type it. */
export const DeclarationForm = z
  .object({ ...declared, total: typedTotal })
  .refine(({ receipts, total }) => agrees(receipts, total), { path: ["total"], message: "receipts:error.noTotal" });

const Sums = z.object({ receipts: z.int(), cents: z.int() });

/** A declaration that was filed, with the sums that it declares. */
export const FiledDeclaration = Sums.extend({
  id: z.uuid(),
  filedOn: z.iso.date(),
  reference: z.string(),
  recordedAt: z.iso.datetime(),
  recordedBy: z.string().nullable(),
});
export type FiledDeclaration = z.infer<typeof FiledDeclaration>;

/** A year whose receipts are declared: what counts today, and what was filed, the last one first. */
export const DeclaredYear = Sums.extend({
  year: z.int(),
  /** Null where the financial year is not the calendar year. */
  dueOn: z.iso.date().nullable(),
  /** `none`: over, and no receipt counts. `changed`: the last declaration declares other sums than those of today. */
  state: z.enum(["running", "none", "due", "late", "filed", "changed"]),
  filed: z.array(FiledDeclaration),
});
export type DeclaredYear = z.infer<typeof DeclaredYear>;

const access = { roles: ["ADMIN"] } as const;

export const annualDeclarationsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/fiscal-receipt-declaration",
    access,
    /**
     * `financialYearEnd` (DD/MM) where it is not the end of the calendar year: the declaration is then of the last financial year, whose sums are not those of
     * a calendar year. No year is late or changed.
     */
    response: z.object({ items: z.array(SeriesOfYear), years: z.array(DeclaredYear), financialYearEnd: z.string().nullable() }),
    readsMany: true,
  }),
  /** Records that the declaration of a year that is over was filed. Again, it is a corrected one. */
  record: endpoint({
    method: "POST",
    path: "/api/admin/fiscal-receipt-declaration",
    access,
    body: DeclarationDraft,
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
};
