import { expect, test } from "vitest";
import * as z from "zod";
import { offsetOf } from "#backend/db/lists";
import { lastNumberedPage, listQuery, maxRowsByNumber } from "#contract/api/endpoint";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";

const query = listQuery(["name"], {});
const requestOf = (search: string) => new Request(`http://localhost:3000/dashboard/admin/people${search}`);
type Found = { perPage?: number; total?: number; rows?: number };
const found = (page: number, { perPage = 25, total = 1_000_000, rows = perPage }: Found = {}) => ({
  items: Array.from({ length: rows }, (_, at) => at),
  total,
  totalIsExact: total <= 10_000,
  page,
  perPage,
});

test.each([
  [60, 25, 3],
  [10_000, 25, 400],
  [1_000_000, 25, 400],
  [1_000_000, 100, 100],
  [0, 25, 0],
])("of %i rows, %i on a page, the last page with a number is %i", (total, perPage, last) => {
  expect(lastNumberedPage({ total, perPage })).toBe(last);
});

test("a page beyond the last number is parsed as the last one, and a query without pages is unchanged", () => {
  const pageOf = (search: string) => readList(requestOf(search), query).page;
  expect([pageOf("?page=400"), pageOf("?page=401"), pageOf("?page=1000000"), pageOf("?page=101&perPage=100")]).toEqual([
    400, 400, 400, 100,
  ]);
  expect(readList(requestOf("?near=31000"), z.object({ near: z.string() }))).toEqual({ near: "31000" });
});

const answerOf = (search: string, page: ReturnType<typeof found>) => {
  try {
    return withinPages(requestOf(search), page) === page ? "shown" : "another";
  } catch (thrown) {
    return (thrown as Response).headers.get("location");
  }
};

test("a URL beyond the numbered pages redirects to the last one, with the rest of its query", () => {
  expect(answerOf("?page=400", found(400))).toBe("shown");
  expect(answerOf("?page=10000&sort=name", found(400))).toBe("?page=400&sort=name");
  expect(answerOf("?page=999", found(400, { total: 60, rows: 0 }))).toBe("?page=3");
  expect(answerOf("?page=999", found(400, { total: 9_990 }))).toBe("?page=400");
  expect(answerOf("", found(1))).toBe("shown");
});

test("the backend reads as far as an export does and refuses pages beyond", () => {
  expect(offsetOf({ page: maxRowsByNumber + 1, perPage: 1 })).toBe(maxRowsByNumber);
  expect(() => offsetOf({ page: maxRowsByNumber + 2, perPage: 1 })).toThrow(expect.objectContaining({ code: "bad_request" }));
});
