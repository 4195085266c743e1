import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listEndpoints } from "#backend/modules/saved-views/lists";
import { everyEndpoint } from "#tests/support/endpoints";
import { type Page, pages } from "~/pages";

const served: readonly Page[] = Object.values(pages).flat();

test("views are saved of every page that shows a list with them, and of no other one", async () => {
  const lists = served.filter(([, file]) => readFileSync(`app/${file}`, "utf8").includes("await loadList(")).map(([path]) => path);
  expect(lists.length).toBeGreaterThan(40);
  expect([...listEndpoints.keys()].sort()).toEqual(lists.sort());
  const endpoints = (await everyEndpoint()).filter(({ method }) => method === "GET").map(({ path }) => path);
  expect([...listEndpoints.values()].filter((path) => !endpoints.includes(path as never))).toEqual([]);
});
