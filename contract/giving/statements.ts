import * as z from "zod";
import { EarlierQuery } from "../api/earlier.ts";
import { endpoint } from "../api/endpoint.ts";
import { filled, shortText } from "../formats/validation.ts";
import { givenReference, typedCents } from "./payments.ts";
import { allocations, rhythms } from "./pledges.ts";

/** Limits of a file from the bank: bytes of XML, and lines. */
export const statementLimits = { bytes: 20 * 1024 * 1024, lines: 10_000 } as const;

/** A table is a CSV file or a workbook. */
export const statementFormats = ["table", "camt053"] as const;

/** A line waits for a person, has its payments, or is no gift. */
export const lineStates = ["waiting", "matched", "ignored"] as const;
export type LineState = (typeof lineStates)[number];

/** Why a line was not matched by itself. */
export const lineDoubts = ["no_reference", "several_references", "other_amount", "already", "cancelled", "reversal"] as const;
export type LineDoubt = (typeof lineDoubts)[number];

/** What a column of a table may be. Amounts are in one column, or in one for credits and one for debits. */
export const tableColumns = ["day", "amount", "credit", "debit", "text", "details", "name", "account"] as const;
export type TableColumn = (typeof tableColumns)[number];
/** Those that the reader of CAMT.053 adds: the bank's reference of a line, and whether it is not booked or reverses another. */
export const camtColumns = ["day", "amount", "text", "name", "account", "reference", "kind"] as const;
const columns = [...tableColumns, "reference", "kind"] as const;

/** Where the columns of a file are, counted from zero. */
const StatementMapping = z
  .partialRecord(z.enum(columns), z.int().min(0).max(99))
  .refine(({ day }) => day !== undefined, { path: ["day"], error: "statements:error.dayColumn" })
  .refine(({ amount, credit }) => amount !== undefined || credit !== undefined, {
    path: ["amount"],
    error: "statements:error.amountColumn",
  });
export type StatementMapping = z.infer<typeof StatementMapping>;

const Statement = z.object({
  id: z.uuid(),
  fileName: z.string(),
  format: z.enum(statementFormats),
  importedAt: z.iso.datetime(),
  importedBy: z.string().nullable(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** How many lines are in each state, and what is no line of it. */
  waiting: z.int(),
  matched: z.int(),
  ignored: z.int(),
  known: z.int(),
  debits: z.int(),
  /** Credits of an earlier day that the bank took back. */
  reversed: z.int(),
  unbooked: z.int(),
  /** The day of the oldest line that waits. */
  waitsSince: z.string().nullable(),
});
export type Statement = z.infer<typeof Statement>;

const StatementLine = z.object({
  id: z.uuid(),
  day: z.string(),
  amountCents: z.int(),
  name: z.string().nullable(),
  text: z.string(),
  state: z.enum(lineStates),
  doubt: z.enum(lineDoubts).nullable(),
  reason: z.string().nullable(),
  wasUndone: z.boolean(),
  /** What it was given to, without what was recorded by mistake. */
  payments: z.array(z.object({ id: z.uuid(), name: z.string(), amountCents: z.int(), reference: z.string().nullable() })),
});
export type StatementLine = z.infer<typeof StatementLine>;

const Suggestion = z.object({
  reference: z.string(),
  name: z.string(),
  rhythm: z.enum(rhythms),
  amountCents: z.int(),
  receivedCents: z.int(),
  /** Whether the line names its reference; otherwise name and amount are alike. */
  isNamed: z.boolean(),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** A membership whose reference a line has. */
const NamedMembership = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Null once only its dues remain. */
  name: z.string().nullable(),
  /** What of its dues is still to be paid. */
  leftCents: z.int(),
  /** Why none of it is recorded yet: its proof was not accepted, or a debit or a renewal is on its way. */
  obstacle: z.enum(["unproven", "held"]).nullable(),
});
export type NamedMembership = z.infer<typeof NamedMembership>;

/** Lines on a page. */
export const linesOfPage = 50;
/** Statements on a page. */
export const statementsOfPage = 25;

const StatementRecord = Statement.extend({
  lines: z.array(StatementLine),
  hasMore: z.boolean(),
  /** The line that is to be decided, with pledges that it may be for, and memberships that it names. */
  open: StatementLine.extend({ suggestions: z.array(Suggestion), memberships: z.array(NamedMembership) }).nullable(),
});
export type StatementRecord = z.infer<typeof StatementRecord>;

const submission = z.uuid();
const given = {
  reference: givenReference.nullish(),
  secondReference: givenReference.nullish(),
  donorName: shortText(160, "payments:error.name").nullish(),
  allocation: z.enum(allocations).default("any"),
  submission,
};

type Given = { reference?: string | null; secondReference?: string | null; donorName?: string | null };

function refuseUnfit(
  { reference, secondReference, donorName, second }: Given & { second?: number | null },
  { addIssue }: Pick<z.RefinementCtx, "addIssue">,
) {
  const refuse = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
  if (!reference && !donorName) refuse("donorName", "payments:error.who");
  if (secondReference && !second) refuse("secondAmount", "payments:error.secondAmount");
  if (second && !secondReference) refuse("secondReference", "payments:error.secondReference");
  if (second && !reference) refuse("reference", "payments:error.reference");
}

const together = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

const RecordedLine = z
  .object({ ...given, secondCents: z.int().min(1).nullish() })
  .superRefine((value, context) => refuseUnfit({ ...value, second: value.secondCents }, context));
export type RecordedLine = z.output<typeof RecordedLine>;

/** The form: all of a line for a pledge, for two, or for none. */
export const RecordedLineForm = z
  .object({ ...given, secondAmount: typedCents.nullish() })
  .superRefine((value, context) => refuseUnfit({ ...value, second: value.secondAmount }, context), together);

export const IgnoredLineForm = z.object({ reason: filled("statements:error.reason", 300), submission });

export const DuesOfLine = z.object({ membershipId: z.uuid("statements:error.membership"), submission });
export type DuesOfLine = z.output<typeof DuesOfLine>;

/** The file to import, by the columns that were chosen; `camt053` has its own. */
const StatementImport = z.object({ sheet: z.uuid(), format: z.enum(statementFormats), mapping: StatementMapping });
export type StatementImport = z.output<typeof StatementImport>;

const admins = { roles: ["ADMIN"] } as const;
const path = "/api/admin/bank-statements";
const lines = "/api/admin/bank-statement-lines";
const byId = z.object({ id: z.uuid() });
const OfStatement = z.object({ statementId: z.uuid() });

export const statementsApi = {
  /** The newest first, from one on that the last page ended with. */
  list: endpoint({
    method: "GET",
    path,
    access: admins,
    query: EarlierQuery,
    response: z.object({ items: z.array(Statement), hasMore: z.boolean() }),
  }),
  /** How many lines wait for a person, and the day of the oldest of them. */
  waiting: endpoint({
    method: "GET",
    path: `${path}/waiting`,
    access: admins,
    response: z.object({ lines: z.int(), since: z.string().nullable() }),
  }),
  get: endpoint({
    method: "GET",
    path: `${path}/:id`,
    access: admins,
    params: byId,
    query: z.object({
      state: z.enum(lineStates).optional().catch(undefined),
      /** The line that the last page ended with. */
      after: z.uuid().optional().catch(undefined),
      /** The line to decide; the first that waits, without it. */
      line: z.uuid().optional().catch(undefined),
    }),
    response: StatementRecord,
  }),
  /** Imports a file that was stored by `sheetsApi`: the same file again answers what the first time did. */
  import: endpoint({
    method: "POST",
    path,
    access: admins,
    body: StatementImport,
    response: z.object({ id: z.uuid(), matched: z.int(), waiting: z.int(), known: z.int(), reversed: z.int() }),
    status: 201,
  }),
  give: endpoint({
    method: "POST",
    path: `${lines}/:id/payments`,
    access: admins,
    params: byId,
    body: RecordedLine,
    response: OfStatement,
  }),
  /** All of a line as dues of a membership. */
  dues: endpoint({
    method: "POST",
    path: `${lines}/:id/dues`,
    access: admins,
    params: byId,
    body: DuesOfLine,
    response: OfStatement,
  }),
  ignore: endpoint({
    method: "POST",
    path: `${lines}/:id/ignored`,
    access: admins,
    params: byId,
    body: IgnoredLineForm,
    response: OfStatement,
  }),
  /** Takes the payments of a line back as mistakes, or what was set aside; it waits again. */
  undo: endpoint({
    method: "POST",
    path: `${lines}/:id/undo`,
    access: admins,
    params: byId,
    body: z.object({ submission }),
    response: OfStatement,
  }),
};
