import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import * as z from "zod";
import { endpoint, listQuery, pageOf } from "#contract/api/endpoint";
import { exportsApi } from "#contract/api/exports";
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
const loader = exportOf({ policy: "/dashboard/admin/pledges/export.csv", list, columns: [name], file: "pledges" });

/** A list with this number of rows. why: filling a real one of fifty thousand takes longer than the test. */
function listOf(rows: number, moved: (page: number) => number = () => 0, idsAt?: (page: number, read: number) => number[]) {
  const requests: { page: number; perPage: number }[] = [];
  const recorded: unknown[] = [];
  const call = async (called: object, { query, body }: { query: { page: number; perPage: number }; body: unknown }) => {
    if (called === exportsApi.record) return recorded.push(body);
    requests.push({ page: query.page, perPage: query.perPage });
    const from = (query.page - 1) * query.perPage - moved(query.page);
    const ids = idsAt?.(query.page, requests.length);
    const total = ids?.length ?? rows;
    const length = Math.max(0, Math.min(query.perPage, total - from));
    const items = Array.from({ length }, (_, at) => ids?.[from + at] ?? from + at).map((id) => ({ id: String(id), name: `n${id}` }));
    return { items, total: Math.min(total, 10_001), totalIsExact: total <= 10_000, page: query.page, perPage: query.perPage };
  };
  const context = {
    t: (key: string) => key,
    api: { call, withoutDeadline: () => undefined },
    locale: "fr",
    session: { user: async () => aUser({}) },
  };
  const request = new Request("http://localhost:3000/dashboard/admin/pledges/export.csv");
  const ask = () => loader({ request, context, params: {} } as unknown as LoaderFunctionArgs);
  return { requests, recorded, ask };
}

test("a list of one row too many is refused before its rows are read", async () => {
  const { requests, recorded, ask } = listOf(50_001);
  const refusal = await ask().catch((thrown: { init: ResponseInit }) => thrown.init);
  expect(refusal).toEqual({ status: 413 });
  expect([requests.length, recorded]).toEqual([2, []]);
});

test("a list within the limit is exported completely, and recorded with its number of rows", { timeout: 60_000 }, async () => {
  const { recorded, ask } = listOf(50_000);
  const rows = parse(Buffer.from(await (await ask()).arrayBuffer()), { bom: true }) as string[][];
  expect([rows.length, rows.at(-1)]).toEqual([50_001, ["n49999"]]);
  expect(recorded).toEqual([expect.objectContaining({ rows: 50_000 })]);
});

test("a row that moves to the next page while the list is read is exported once", async () => {
  const { recorded, ask } = listOf(150, (page) => (page > 1 ? 1 : 0));
  const rows = parse(Buffer.from(await (await ask()).arrayBuffer()), { bom: true }) as string[][];
  expect(rows.flat()).toEqual(["Nom", ...Array.from({ length: 150 }, (_, at) => `n${at}`)]);
  expect(recorded).toEqual([expect.objectContaining({ rows: 150 })]);
});

/** A list that changes once, after its first page was read. */
function listThatChanges(rows: number, change: (ids: number[]) => number[]) {
  const { ask, recorded, requests } = listOf(
    0,
    () => 0,
    (page, read) => {
      const all = Array.from({ length: rows }, (_, at) => at);
      return page === 1 && read === 1 ? all : change(all);
    },
  );
  return {
    requests,
    recorded,
    names: async () => (parse(Buffer.from(await (await ask()).arrayBuffer()), { bom: true }) as string[][]).flat(),
  };
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
