import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "csv-parse/sync";
import { readSheet } from "read-excel-file/universal";
import { expect, test } from "vitest";
import * as z from "zod";
import { exportsApi, maxRowsInExportRequest } from "#contract/accounts/exports";
import { endpoint, listQuery, pageOf } from "#contract/api/endpoint";
import { aUser } from "#tests/support/people";
import { exportOf } from "~/lists/export.server";

const list = endpoint({
  method: "GET",
  path: "/api/admin/pledges",
  access: { roles: ["ADMIN"] },
  query: listQuery(["name"], {}),
  response: pageOf(z.object({ id: z.string(), name: z.string() })),
});
const name = { key: "name", header: () => "Nom", value: (row: { name: string }) => row.name };
const about = { policy: "/dashboard/admin/news/export.csv", list, columns: [name], file: "pledges" } as const;
const loader = exportOf({ ...about, columns: [name] });
const staying = exportOf({ ...about, columns: [name], rowsStay: true });

type Query = { page: number; perPage: number; after?: string };
type Page = { items: { id: string; name: string }[]; total: number; totalIsExact: boolean; next?: string | null };

const rowOf = (id: number) => ({ id: String(id), name: `n${id}` });

/** A site whose list answers these pages; `read` is how many were requested. */
function siteWith(pageAt: (query: Query, read: number) => Page, partSize = 2) {
  const requests: { page: number; perPage: number }[] = [];
  const recorded: unknown[] = [];
  const partFrom = (from: number) => Array.from({ length: partSize }, (_, at) => rowOf(from + at));
  const call = async (called: object, { query, body }: { query: Query & { from?: string }; body: unknown }) => {
    if (called === exportsApi.record) return recorded.push(body);
    if (called === exportsApi.start) {
      recorded.push(body);
      return { task: "one" };
    }
    if (called === exportsApi.rows)
      return { items: partFrom(Number(query.from ?? 0)), next: query.from === undefined ? String(partSize) : null };
    requests.push({ page: query.page, perPage: query.perPage });
    return { ...pageAt(query, requests.length), page: query.page, perPage: query.perPage };
  };
  const context = {
    t: (key: string) => key,
    api: { call, withoutDeadline: () => undefined },
    locale: "fr",
    session: { user: async () => aUser({}) },
  };
  const ask = (file = "csv?sort=name", of = loader) => {
    const request = new Request(`http://localhost:3000/dashboard/admin/news/export.${file}`);
    return of({ request, context, params: {} } as unknown as LoaderFunctionArgs);
  };
  const names = async (of = loader) =>
    (parse(Buffer.from(await (await ask(undefined, of)).arrayBuffer()), { bom: true }) as string[][]).flat();
  return { requests, recorded, ask, names };
}

/** A list with this number of rows. why: filling a real one of fifty thousand takes longer than the test. */
function listOf(rows: number, moved: (page: number) => number = () => 0, idsAt?: (page: number, read: number) => number[]) {
  return siteWith(({ page, perPage }, read) => {
    const from = (page - 1) * perPage - moved(page);
    const ids = idsAt?.(page, read);
    const total = ids?.length ?? rows;
    const length = Math.max(0, Math.min(perPage, total - from));
    const items = Array.from({ length }, (_, at) => rowOf(ids?.[from + at] ?? from + at));
    return { items, total: Math.min(total, 10_001), totalIsExact: total <= 10_000 };
  });
}

test("a longer list is read by a task, before its rows are read, and its file has them all", async () => {
  const { requests, recorded, ask } = listOf(maxRowsInExportRequest + 1);
  const redirected = await ask().catch((thrown: Response) => thrown);
  expect([redirected.status, redirected.headers.get("location")]).toEqual([303, "/account/tasks/one"]);
  expect(recorded).toEqual([
    expect.objectContaining({
      query: "sort=name",
      listQuery: { sort: "name" },
    }),
  ]);
  expect(requests.length).toBe(1);
});

test("the file of a task has its rows, part after part, under the columns of the list", async () => {
  const { requests, ask } = listOf(0);
  const rows = parse(Buffer.from(await (await ask("csv?task=one")).arrayBuffer()), { bom: true }) as string[][];
  expect([rows.flat(), requests]).toEqual([["Nom", "n0", "n1", "n2", "n3"], []]);
});

test("the workbook of a task has its rows, part after part, too", async () => {
  const cells = await readSheet(await (await listOf(0).ask("xlsx?task=one")).blob());
  expect(cells.flat()).toEqual(["Nom", "n0", "n1", "n2", "n3"]);
});

test("a list within the limit is exported completely, and recorded with its number of rows", { timeout: 60_000 }, async () => {
  const { recorded, ask } = listOf(maxRowsInExportRequest);
  const rows = parse(Buffer.from(await (await ask()).arrayBuffer()), { bom: true }) as string[][];
  expect([rows.length, rows.at(-1)]).toEqual([maxRowsInExportRequest + 1, [`n${maxRowsInExportRequest - 1}`]]);
  expect(recorded).toEqual([expect.objectContaining({ rows: maxRowsInExportRequest })]);
});

test("a row that moves to the next page while the list is read is exported once", async () => {
  const { recorded, ask } = listOf(150, (page) => (page > 1 ? 1 : 0));
  const rows = parse(Buffer.from(await (await ask()).arrayBuffer()), { bom: true }) as string[][];
  expect(rows.flat()).toEqual(["Nom", ...Array.from({ length: 150 }, (_, at) => `n${at}`)]);
  expect(recorded).toEqual([expect.objectContaining({ rows: 150 })]);
});

/** A list that changes once, after its first page was read. */
function listThatChanges(rows: number, change: (ids: number[]) => number[]) {
  return listOf(
    0,
    () => 0,
    (page, read) => {
      const all = Array.from({ length: rows }, (_, at) => at);
      return page === 1 && read === 1 ? all : change(all);
    },
  );
}

/** A search that many rows match: read from position to position, its total an estimate. It changes after its first page was read. */
function searchThatChanges(rows: number, change: (places: Map<number, number>) => void) {
  const places = new Map(Array.from({ length: rows }, (_, at) => [at, at]));
  return siteWith(({ page, after, perPage }) => {
    if (after !== undefined) change(places);
    const from = after === undefined ? Number.NEGATIVE_INFINITY : Number(after);
    const beyond = [...places].filter(([, place]) => place > from).sort(([, one], [, other]) => one - other);
    const offset = after === undefined ? (page - 1) * perPage : 0;
    const shown = beyond.slice(offset, offset + perPage);
    const next = shown.length > 0 && beyond.length > offset + shown.length ? String(shown.at(-1)?.[1]) : null;
    return { items: shown.map(([id]) => rowOf(id)), total: rows + 50, totalIsExact: false, next };
  });
}

test.each([
  ["a row that leaves the list pulls the others forward", 250, (ids: number[]) => ids.filter((id) => id !== 7), 100],
  ["a row that is edited moves to the beginning of the list", 250, (ids: number[]) => [170, ...ids.filter((id) => id !== 170)], 170],
])("while a list is read, %s: none is missing from the file", async (_, rows, change, pushed) => {
  const { names, recorded } = listThatChanges(rows, change);
  const left = await names();
  expect(left.filter((name) => name === `n${pushed}`)).toHaveLength(1);
  expect(new Set(left).size).toBe(left.length);
  expect([left.length, recorded]).toEqual([rows + 1, [expect.objectContaining({ rows })]]);
});

test("a list that nobody changes is read once", async () => {
  const { names, requests } = listThatChanges(250, (ids) => ids);
  expect([(await names()).length, requests.length]).toEqual([251, 3]);
});

test.each([
  ["nobody changes", () => undefined],
  ["has a row that moves from the unread part to the read one", (places: Map<number, number>) => void places.set(1_100, -1)],
  ["has a row that moves from the read part to the unread one", (places: Map<number, number>) => void places.set(7, 1_150.5)],
])("a search above the exact count that %s has each row once in its file", async (_, change) => {
  const { names, recorded } = searchThatChanges(1_200, change);
  const left = await names();
  expect(new Set(left)).toEqual(new Set(["Nom", ...Array.from({ length: 1_200 }, (_, at) => `n${at}`)]));
  expect([left.length, recorded]).toEqual([1_201, [expect.objectContaining({ rows: 1_200 })]]);
});

test("a list whose rows stay where they are is read once, however long", async () => {
  const { names, requests } = searchThatChanges(1_200, () => undefined);
  expect([(await names(staying)).length, requests.length]).toEqual([1_201, 13]);
});
