import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { stringify } from "csv-stringify/sync";
import type * as z from "zod";
import { exportsApi, longestExportQuery } from "#contract/exports";
import { gate } from "~/access/gate.server";
import type { ProtectedPath } from "~/access/policies";
import { orNotFound } from "~/errors/not-found.server";
import type { CellValue, Column } from "./column";
import { chosenColumns } from "./columns-shown";
import { type ListEndpoint, type ListState, pageOfList } from "./list-loader.server";
import { readList } from "./list-request";

type Export<Row, Query extends ListState> = {
  policy: ProtectedPath;
  /** The list's own endpoint. */
  list: ListEndpoint<Query, Row>;
  columns: Column<Row>[];
  /** Name of the file, without its ending. */
  file: string;
  /** Page that asks why, for a list that leaves with a reason alone; the answer comes back as `reason`. */
  why?: ProtectedPath;
};

const rowsAPage = 100;
/** A longer list is refused rather than cut: a file that lacks rows without saying so is worse than none. */
const maxRows = 50_000;

/** The loader of a list's files, `export.csv` and `export.xlsx`: the list's own query and columns, read page by page, logged before it leaves. */
export function exportOf<Row, Query extends ListState>({ policy, list, columns, file, why }: Export<Row, Query>) {
  return async (args: LoaderFunctionArgs) => {
    await gate(args, policy);
    const { t, api, locale } = args.context;
    const { pathname, search, searchParams } = new URL(args.request.url);
    // What left is written down with its whole query.
    if (search.length > longestExportQuery) throw data(null, { status: 414 });
    const reason = why && (searchParams.get("reason")?.trim().slice(0, 300) || undefined);
    if (why && !reason) throw redirect(why + search);
    const rows = await allRows(args, list);
    await api.call(exportsApi.record, { body: { list: policy, query: search.slice(1), rows: rows.length, reason } });
    const shown = chosenColumns(columns, searchParams);
    const header = shown.map((column) => column.header(t));
    const cells = rows.map((row) => shown.map((column) => column.value(row, t, locale)));
    return pathname.endsWith(".xlsx") ? excel(file, header, cells) : csv(file, header, cells);
  };
}

async function allRows<Row, Query extends ListState>({ request, context, params }: LoaderFunctionArgs, list: ListEndpoint<Query, Row>) {
  const query = readList(request, list.query as z.ZodType<Query>);
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await pageOfList(context, list, { ...query, page, perPage: rowsAPage }, params).catch(orNotFound);
    rows.push(...items);
    if (items.length < rowsAPage) return rows;
    if (rows.length >= maxRows) throw data(null, { status: 413 });
  }
}

function csv(file: string, header: string[], cells: CellValue[][]): Response {
  const text = stringify([header, ...cells], { bom: true, escape_formulas: true, cast: { date: inFrance, string: withoutControls } });
  return download(text, "text/csv; charset=utf-8", `${file}.csv`);
}

async function excel(file: string, header: string[], cells: CellValue[][]): Promise<Response> {
  const bold = header.map((value) => ({ value, fontWeight: "bold" as const }));
  const { default: writeXlsxFile } = await import("write-excel-file/node");
  const bytes = await writeXlsxFile([bold, ...cells.map((row) => row.map(typedCell))]).toBuffer();
  return download(bytes, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", `${file}.xlsx`);
}

function download(body: string | Uint8Array, type: string, name: string): Response {
  const headers = { "content-type": type, "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" };
  return new Response(body as BodyInit, { headers });
}

const frenchTime = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "short" });

function inFrance(date: Date): string {
  return frenchTime.format(date);
}

function withoutControls(text: string): string {
  return text.replace(/\0/g, "");
}

/** A cell with its type, so that no text is ever read as a formula. */
function typedCell(value: CellValue) {
  if (value === null) return null;
  if (typeof value === "number") return { type: Number, value };
  return { type: String, value: value instanceof Date ? inFrance(value) : withoutControls(value) };
}
