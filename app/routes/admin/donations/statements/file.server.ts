import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { sheetLimits, sheetsApi } from "#contract/accounts/imports";
import {
  camtColumns,
  type StatementImport,
  statementLimits,
  statementsApi,
  type TableColumn,
  tableColumns,
} from "#contract/giving/statements";
import { ApiError } from "~/api/api-error";
import { columnField, mappingIn, proposedMapping } from "~/content/import/columns.server";
import { storeLines } from "~/content/import/import-pages.server";
import { type FileReader, readFile } from "~/content/import/read-file.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import type { Translate } from "~/i18n/translate";

type Context = LoaderFunctionArgs["context"];

const path = "/dashboard/admin/donations/statements";

const reader: FileReader = {
  worker: import.meta.env.DEV ? "app/content/import/statement-worker.ts" : "build/server/statement-worker.js",
  bytes: statementLimits.bytes,
};

/** What else banks call their columns, without accents and in small letters. */
const aliases: Record<TableColumn, string[]> = {
  day: [
    "date operation",
    "date de l operation",
    "date d operation",
    "date comptable",
    "date de comptabilisation",
    "booking date",
    "date op",
  ],
  amount: ["montant eur", "montant en euros", "montant de l operation", "amount eur", "amount in euros"],
  credit: ["credit euros", "credit eur", "montant credit", "money in", "paid in"],
  debit: ["debit euros", "debit eur", "montant debit", "money out", "paid out"],
  text: ["libelle operation", "libelle de l operation", "libelle complet", "communication", "motif", "description", "narrative"],
  details: ["informations complementaires", "details de l ecriture", "libelle complementaire", "reference", "memo"],
  name: ["nom de la contrepartie", "contrepartie", "emetteur", "donneur d ordre", "counterparty", "payer"],
  account: ["numero de compte", "compte", "iban", "account number"],
};

/** Those that a table must have: the amount may also be in two columns. */
const needed: TableColumn[] = ["day", "text"];

const targetsOf = tableColumns.map((key) => ({
  key,
  aliases: aliases[key],
  label: (t: Translate) => t(`statements:columns.${key}`),
}));

const Upload = z.object({ file: z.instanceof(File, { error: "content:import.file.missing" }) });

/** The limits that the form states: megabytes of XML and of a table, and lines. */
export const uploadLimits = {
  xml: statementLimits.bytes / 1024 / 1024,
  table: sheetLimits.bytes / 1024 / 1024,
  lines: statementLimits.lines,
};

/** Reads the sent file: CAMT.053 is imported, a table is stored until somebody has confirmed its columns. */
export function uploadStatement(args: ActionFunctionArgs) {
  return submit(args, Upload, async ({ file }) => {
    const { api } = args.context;
    api.withoutDeadline();
    const { columns, format, parts } = await readFile(file, reader);
    // The form stays on the page after a refused file, and may be sent with another.
    api.idempotencyKey &&= await keyWith(api.idempotencyKey, file);
    const { id } = await api.call(sheetsApi.keep, {
      body: { subject: statementsApi.import.path, fileName: file.name.slice(0, 200), columns },
    });
    // Sent twice, the file may be imported and removed by now: the import then answers the same.
    await storeLines(api, id, parts).catch(ignoreGone);
    if (format !== "camt053") return { to: `${path}?sheet=${id}` };
    const mapping = Object.fromEntries(camtColumns.map((column, at) => [column, at]));
    return importFile(args.context, { sheet: id, format, mapping }, "file");
  });
}

/** The key of a form together with its file: the same form with another file is another change. */
async function keyWith(key: string, file: File): Promise<string> {
  return createHash("sha256")
    .update(key)
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("base64url");
}

function ignoreGone(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** Imports the stored table by the chosen columns. */
export function importTable(args: ActionFunctionArgs, sheet: string) {
  return submit(args, z.object({ sheet: z.uuid().default(sheet) }), async (_, form) => {
    args.context.api.withoutDeadline();
    const file = await args.context.api.call(sheetsApi.get, { params: { id: sheet } }).catch(orNotFound);
    const mapping = mappingIn(form, targetsOf, file.columns.length);
    return importFile(args.context, { sheet, format: "table", mapping }, "sheet");
  });
}

/** Errors of the columns or of their lines are shown at a field of the form. */
async function importFile({ api, t }: Context, body: StatementImport, field: "file" | "sheet") {
  const { id, matched, waiting, known, reversed } = await api.call(statementsApi.import, { body }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.body.fieldErrors) throw error;
    throw new ApiError(error.status, { ...error.body, fieldErrors: { [field]: Object.values(error.body.fieldErrors).flat() } });
  });
  const done = [
    t("statements:done.matched", { count: matched }),
    ...(waiting > 0 ? [t("statements:done.waiting", { count: waiting })] : []),
    ...(known > 0 ? [t("statements:done.known", { count: known })] : []),
    ...(reversed > 0 ? [t("statements:statement.reversed", { count: reversed })] : []),
  ];
  return { to: `${path}/${id}`, toast: { title: done.join(" ") } };
}

const exampleLength = 30;

/** The columns of a stored table, each with an example, and what each is taken for. */
export async function columnsOf({ api, t }: Context, id: string) {
  const sheet = await api.call(sheetsApi.get, { params: { id } }).catch(orNotFound);
  if (sheet.subject !== statementsApi.import.path) throw new Response(null, { status: 404 });
  const { lines } = await api.call(sheetsApi.lines, { params: { id }, query: { after: 0 } });
  const proposed = proposedMapping(targetsOf, sheet.columns, sheet.remembered);
  return {
    file: sheet.fileName,
    count: sheet.count,
    columns: sheet.columns.map((column, at) => ({
      column,
      example: (lines.find(({ cells }) => cells[at])?.cells[at] ?? "").slice(0, exampleLength),
    })),
    targets: targetsOf.map(({ key, label }) => ({
      ...{ key, field: columnField + key, label: label(t), needed: needed.includes(key), column: proposed[key] ?? null },
    })),
  };
}
