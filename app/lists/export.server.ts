import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type * as z from "zod";
import { maxExportRows, type PageOf } from "#contract/api/endpoint";
import { type ExportedList, exportsApi, longestExportQuery } from "#contract/api/exports";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PagePath } from "~/pages";
import type { Column } from "./column";
import { chosenColumns } from "./columns-shown";
import { type ListEndpoint, type ListState, pageOfList } from "./list-loader.server";
import { readList } from "./list-request";
import { csvOf, type Slices, workbookOf } from "./table-files.server";

type Export<Row, Query extends ListState> = {
  policy: ExportedList;
  /** The list's own endpoint. */
  list: ListEndpoint<Query, Row>;
  columns: Column<Row>[];
  /** Name of the file, without its ending. */
  file: string;
  /** The page that asks for a reason, for a list that requires one to be exported; the reason is passed as `reason`. */
  why?: PagePath;
};

const rowsPerPage = 100;

/** The loader of a list's exports, `export.csv` and `export.xlsx`: the list's own query and columns, read page by page, recorded before the first byte is sent. */
export function exportOf<Row extends { id: string }, Query extends ListState>({ policy, list, columns, file, why }: Export<Row, Query>) {
  return async (args: LoaderFunctionArgs) => {
    await gate(args, policy);
    const { t, api, locale } = args.context;
    const { pathname, search, searchParams } = new URL(args.request.url);
    // The export is recorded with its whole query.
    if (search.length > longestExportQuery) throw data(null, { status: 414 });
    const reason = why && (searchParams.get("reason")?.trim().slice(0, 300) || undefined);
    if (why && !reason) throw redirect(why + search);
    api.withoutDeadline();
    const shown = chosenColumns(columns, searchParams);
    let count = 0;
    async function* slices(): Slices {
      yield [shown.map((column) => column.header(t))];
      for await (const rows of pagesOf(args, list)) {
        count += rows.length;
        yield rows.map((row) => shown.map((column) => column.value(row, t, locale)));
      }
    }
    const type = fileTypes[pathname.endsWith(".xlsx") ? "xlsx" : "csv"];
    const bytes = await type.write(slices());
    await api.call(exportsApi.record, { body: { list: policy, query: search.slice(1), rows: count, reason } });
    return download(bytes, type.mime, `${file}.${type.ending}`);
  };
}

const fileTypes = {
  csv: { write: csvOf, mime: "text/csv; charset=utf-8", ending: "csv" },
  xlsx: { write: workbookOf, mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ending: "xlsx" },
};

/** The most times that a list is reread because it changed. */
const maxRounds = 4;

/**
 * All rows of a list, a page at a time, each once. A row added, moved or deleted during the reading shifts others to another page: the
 * list is then read again for the missed ones. Above the exact count, a deleted row is not noticed.
 */
async function* pagesOf<Row extends { id: string }, Query extends ListState>(
  args: LoaderFunctionArgs,
  list: ListEndpoint<Query, Row>,
): AsyncGenerator<Row[]> {
  const known = new Set<string>();
  for (let round = 1; round <= maxRounds; round += 1) {
    const before = known.size;
    let rows = 0;
    let counted: number | null = null;
    for await (const { items, total, totalIsExact } of pagesInOrder(args, list)) {
      if (rows === 0 && totalIsExact) counted = total;
      rows += items.length;
      yield items.filter(({ id }) => !known.has(id));
      for (const { id } of items) known.add(id);
    }
    const changed = round === 1 ? known.size < rows || (counted !== null && counted !== rows) : known.size > before;
    if (!changed) return;
  }
}

async function* pagesInOrder<Row, Query extends ListState>(
  { request, context, params }: LoaderFunctionArgs,
  list: ListEndpoint<Query, Row>,
): AsyncGenerator<PageOf<Row>> {
  const query = readList(request, list.query as z.ZodType<Query>);
  const read = (page: number, perPage: number) => pageOfList(context, list, { ...query, page, perPage }, params).catch(orNotFound);
  for (let page = 1; ; page += 1) {
    const found = await read(page, rowsPerPage);
    const isFull = found.items.length === rowsPerPage;
    // A longer list is refused rather than cut: a file that silently lacks rows is worse than none. Above the exact count, a row beyond the limit is requested by its position.
    if (page === 1 && !found.totalIsExact && isFull && (await read(maxExportRows + 1, 1)).items.length > 0)
      throw data(null, { status: 413 });
    yield found;
    if (!isFull) return;
  }
}

function download(body: Uint8Array, type: string, name: string): Response {
  const headers = { "content-type": type, "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" };
  return new Response(body as BodyInit, { headers });
}
