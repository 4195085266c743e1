import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { stringify } from "csv-stringify/sync";
import writeXlsxFile from "write-excel-file/node";
import type { z } from "zod";
import type { PageOf } from "#contract/endpoint";
import { exportsApi } from "#contract/exports";
import { gate } from "~/access/gate.server";
import type { ProtectedPath } from "~/access/policies";
import type { Translate } from "~/i18n/translate";
import { readList } from "./list-request";

/** A column of an exported list. Times leave as France reads them, numbers as numbers. */
export type ExportColumn<Row> = { header: (t: Translate) => string; value: (row: Row, t: Translate) => string | number | Date | null };

type Query = { page: number; perPage: number };

type Export<Row, Q extends Query> = {
  policy: ProtectedPath;
  query: z.ZodType<Q>;
  /** One page of the list, as the screen asks for it. */
  list: (context: LoaderFunctionArgs["context"], query: Q) => Promise<PageOf<Row>>;
  columns: ExportColumn<Row>[];
  /** Name of the file, without its ending. */
  file: string;
};

const rowsAPage = 100;
/** A longer list is refused rather than cut: a file that lacks rows without saying so is worse than none. */
const maxRows = 50_000;

/** The loaders of a list's CSV and XLSX files: the list's own query, read page by page, logged before it leaves. */
export function exportsOf<Row, Q extends Query>(definition: Export<Row, Q>) {
  const rowsFor = async (args: LoaderFunctionArgs) => {
    await gate(args, definition.policy);
    const { t, api } = args.context;
    const query = readList(args.request, definition.query);
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const { items } = await definition.list(args.context, { ...query, page, perPage: rowsAPage });
      rows.push(...items);
      if (items.length < rowsAPage) break;
      if (rows.length >= maxRows) throw data(null, { status: 413 });
    }
    await api.call(exportsApi.record, {
      body: { list: definition.policy, query: new URL(args.request.url).search.slice(1), rows: rows.length },
    });
    const header = definition.columns.map((column) => column.header(t));
    return { header, cells: rows.map((row) => definition.columns.map((column) => column.value(row, t))) };
  };
  return {
    async csv(args: LoaderFunctionArgs) {
      const { header, cells } = await rowsFor(args);
      const text = stringify([header, ...cells], { bom: true, escape_formulas: true, cast: { date: inFrance, string: withoutControls } });
      return download(text, "text/csv; charset=utf-8", `${definition.file}.csv`);
    },
    async xlsx(args: LoaderFunctionArgs) {
      const { header, cells } = await rowsFor(args);
      const typed = cells.map((row) => row.map(typedCell));
      const bytes = await writeXlsxFile([header.map((value) => ({ value, fontWeight: "bold" as const })), ...typed]).toBuffer();
      return download(bytes, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", `${definition.file}.xlsx`);
    },
  };
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
function typedCell(value: string | number | Date | null) {
  if (value === null) return null;
  if (typeof value === "number") return { type: Number, value };
  return { type: String, value: value instanceof Date ? inFrance(value) : withoutControls(value) };
}
