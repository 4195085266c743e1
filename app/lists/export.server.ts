import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type * as z from "zod";
import { type ExportedList, type ExportRequest, exportsApi, longestExportQuery, maxRowsInExportRequest } from "#contract/accounts/exports";
import type { PageOf } from "#contract/api/endpoint";
import { cut } from "#contract/formats/cut";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PagePath } from "~/pages";
import type { Column } from "./column";
import { chosenColumns } from "./columns-shown";
import { type ListEndpoint, type ListState, pageOfList } from "./list-loader.server";
import { oneOrMany, pageParameters, readList, withoutPage } from "./list-request";
import { bytesOf, csvParts, type Slices, streamOf, workbookParts } from "./table-files.server";

type Export<Row, Query extends ListState> = {
  policy: ExportedList;
  /** The list's own endpoint. */
  list: ListEndpoint<Query, Row>;
  /** Columns that differ from one list to the next are read first. */
  columns: Column<Row>[] | ((args: LoaderFunctionArgs) => Promise<Column<Row>[]>);
  /** Name of the file, without its ending. */
  file: string;
  /** The page that asks for a reason, for a list that requires one to be exported; the reason is passed as `reason`. */
  why?: PagePath;
  /** Whether the rows of a list stay where they are, so that it is read once also where its total is an estimate. */
  rowsStay?: boolean;
};

const rowsPerPage = 100;

/**
 * The loader of a list's exports, `export.csv` and `export.xlsx`: the list's own query and columns, read page by page, recorded before the
 * first byte is sent. Longer lists are read by a task, whose rows come back here as `task`.
 */
export function exportOf<Row extends { id: string }, Query extends ListState>(about: Export<Row, Query>) {
  const { policy, list, columns, file, why, rowsStay = false } = about;
  return async (args: LoaderFunctionArgs) => {
    await gate(args, policy);
    const { t, api, locale } = args.context;
    const { pathname, searchParams } = new URL(args.request.url);
    const search = searchOf(args.request);
    // The export is recorded with its whole query.
    if (search.length > longestExportQuery) throw data(null, { status: 414 });
    const task = searchParams.get("task");
    const reason = why && (cut(searchParams.get("reason")?.trim() ?? "", 300) || undefined);
    if (why && !reason && !task) throw redirect(why + search);
    api.withoutDeadline();
    const shown = chosenColumns(typeof columns === "function" ? await columns(args) : columns, searchParams);
    let count = 0;
    async function* slicesOf(pages: AsyncIterable<Row[]>): Slices {
      yield [shown.map((column) => column.header(t))];
      for await (const rows of pages) {
        count += rows.length;
        yield rows.map((row) => shown.map((column) => column.value(row, t, locale)));
      }
    }
    const kind = pathname.endsWith(".xlsx") ? "xlsx" : "csv";
    const { mime, partsOf } = fileTypes[kind];
    if (task) return download(streamOf(partsOf(slicesOf(await pagesOfTask<Row>(args, task)))), mime, `${file}.${kind}`);
    const beyond = () => startExport(args, about, reason);
    const pages = pagesOf(args, list, { most: maxRowsInExportRequest, rowsStay, beyond });
    const bytes = await bytesOf(partsOf(slicesOf(pages)));
    await api.call(exportsApi.record, { body: { list: policy, query: search.slice(1), rows: count, reason } });
    return download(bytes, mime, `${file}.${kind}`);
  };
}

const fileTypes = {
  csv: { partsOf: csvParts, mime: "text/csv; charset=utf-8" },
  xlsx: { partsOf: workbookParts, mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
};

/** The query of a list that is exported: a file has all pages. */
function searchOf({ url }: Request): string {
  const { search, searchParams } = new URL(url);
  return pageParameters.some((name) => searchParams.has(name)) ? `?${new URLSearchParams(withoutPage([...searchParams]))}` : search;
}

/** Starts the task that reads the list, and leads to its page. */
async function startExport(
  { request, context, params }: LoaderFunctionArgs,
  { policy }: { policy: ExportedList },
  reason: string | undefined,
): Promise<never> {
  const search = searchOf(request);
  const searchParams = new URLSearchParams(search);
  const listQuery = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, oneOrMany(searchParams.getAll(name))]));
  const given = Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const body: ExportRequest = { list: policy, query: search.slice(1), reason, params: given, listQuery };
  const { task } = await context.api.call(exportsApi.start, { body });
  throw redirect(`/account/tasks/${task}`, 303);
}

/** The rows that a task has read. The first are fetched before anything is sent, so that a refusal is a page. */
async function pagesOfTask<Row>({ context: { api } }: LoaderFunctionArgs, task: string): Promise<AsyncIterable<Row[]>> {
  const read = (from?: string) => api.call(exportsApi.rows, { params: { id: task }, query: { from } });
  const first = await read().catch(orNotFound);
  return (async function* () {
    let part = first;
    for (;;) {
      yield part.items as Row[];
      if (part.next === null) return;
      part = await read(part.next);
    }
  })();
}

/** How many rows are read in the request, and what happens to a longer list. */
type Limits = { most: number; beyond: () => unknown };

/** The most times that a list is reread because it changed. */
const maxRounds = 4;

/**
 * All rows of a list, a page at a time, each once. A row added, moved or deleted during the reading shifts others to another page: the
 * list is then read again for the missed ones. Where the total is an estimate, nothing tells that a row moved from the unread pages to the
 * read ones: such a list is always read again, unless its rows stay where they are.
 */
async function* pagesOf<Row extends { id: string }, Query extends ListState>(
  args: LoaderFunctionArgs,
  list: ListEndpoint<Query, Row>,
  limits: Limits & { rowsStay: boolean },
): AsyncGenerator<Row[]> {
  const known = new Set<string>();
  for (let round = 1; round <= maxRounds; round += 1) {
    const before = known.size;
    let rows = 0;
    let counted: number | null = null;
    for await (const { items, total, totalIsExact } of pagesInOrder(args, list, limits)) {
      if (rows === 0 && totalIsExact) counted = total;
      rows += items.length;
      yield items.filter(({ id }) => !known.has(id));
      for (const { id } of items) known.add(id);
    }
    const isWhole = counted === null ? limits.rowsStay : counted === rows;
    const changed = round === 1 ? known.size < rows || !isWhole : known.size > before;
    if (!changed) return;
  }
}

async function* pagesInOrder<Row, Query extends ListState>(
  { request, context, params }: LoaderFunctionArgs,
  list: ListEndpoint<Query, Row>,
  { most, beyond }: Limits,
): AsyncGenerator<PageOf<Row>> {
  const query = readList(request, list.query as z.ZodType<Query>);
  const read = (page: number, perPage: number, after?: string | null) =>
    pageOfList(context, list, { ...query, page, perPage, after: after ?? undefined, before: undefined }, params).catch(orNotFound);
  // Where a row has no position that a URL can hold, the page after it is read by its number.
  let next: string | null | undefined;
  for (let page = 1; ; page += 1) {
    const found = await read(page, rowsPerPage, next);
    next = found.next;
    const isFull = found.items.length === rowsPerPage;
    // Where the total is an estimate, the row beyond the limit is requested by its number.
    const isLong = async () => (found.totalIsExact ? found.total > most : isFull && (await read(most + 1, 1)).items.length > 0);
    if (page === 1 && (await isLong())) await beyond();
    yield found;
    if (next === null || !isFull) return;
  }
}

/** A file; one that is sent as it is made is not compressed, which would hold all of it. */
export function download(body: Uint8Array | ReadableStream<Uint8Array>, type: string, name: string): Response {
  const caching = body instanceof ReadableStream ? "no-store, no-transform" : "no-store";
  const headers = { "content-type": type, "content-disposition": `attachment; filename="${name}"`, "cache-control": caching };
  return new Response(body as BodyInit, { headers });
}
