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
function listOf(rows: number, moved: (page: number) => number = () => 0) {
  const requests: { page: number; perPage: number }[] = [];
  const recorded: unknown[] = [];
  const call = async (called: object, { query, body }: { query: { page: number; perPage: number }; body: unknown }) => {
    if (called === exportsApi.record) return recorded.push(body);
    requests.push({ page: query.page, perPage: query.perPage });
    const from = (query.page - 1) * query.perPage - moved(query.page);
    const length = Math.max(0, Math.min(query.perPage, rows - from));
    const items = Array.from({ length }, (_, at) => ({ id: String(from + at), name: `n${from + at}` }));
    return { items, total: Math.min(rows, 10_001), totalIsExact: rows <= 10_000, page: query.page, perPage: query.perPage };
  };
  const context = {
    t: (key: string) => key,
    api: { call, takeTime: () => undefined },
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
