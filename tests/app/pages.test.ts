import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { policies } from "~/access/policies";
import { type Page, type PagePath, pages } from "~/pages";
import routes, { routesOf } from "~/routes";
import { unbuiltRoutes } from "~/unbuilt-routes";

const served: readonly Page[] = Object.values(pages).flat();
type Entry = (typeof routes)[number];

const filesOf = (entries: readonly Entry[]): string[] => entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);

test("each page has one row, a file and an access", () => {
  const paths = [...served.map(([path]) => path), ...Object.keys(unbuiltRoutes)];
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  expect(served.filter(([, file]) => !existsSync(`app/${file}`))).toEqual([]);
  expect(paths.filter((path) => !policies[path as PagePath])).toEqual([]);
});

test("every row is a route, and a route without a row is a layout or the page of unknown paths", () => {
  const inRows = served.map(([, file]) => file);
  const inRoutes = filesOf(routes);
  expect(inRows.filter((file) => !inRoutes.includes(file))).toEqual([]);
  expect([...new Set(inRoutes.filter((file) => !inRows.includes(file)))].sort()).toEqual([
    "layouts/office/office-layout.tsx",
    "layouts/site/no-footer-layout.tsx",
    "layouts/site/site-layout.tsx",
    "routes/admin/news/record.tsx",
    "routes/admin/not-found.tsx",
    "routes/admin/people/person.tsx",
    "routes/admin/section.tsx",
    "routes/dashboard/not-found.tsx",
    "routes/system/not-found.tsx",
  ]);
});

test("a page without its file stops the build with its name", () => {
  expect(() => routesOf([["/nowhere", "routes/public/nowhere/nowhere.tsx", "public"]])).toThrow(
    "the page /nowhere has no file app/routes/public/nowhere/nowhere.tsx",
  );
});

test("a page is nested in the parent with the longest matching path", () => {
  const [section] = routesOf([["/dashboard/admin/news/{id}/edit", "routes/admin/news/edit.tsx", "authenticated"]]);
  expect([section?.path, section?.children?.map(({ path }) => path)]).toEqual(["dashboard/admin", ["news/:id", "*"]]);
  expect(section?.children?.[0]?.children).toEqual([expect.objectContaining({ path: "edit", file: "routes/admin/news/edit.tsx" })]);
});
