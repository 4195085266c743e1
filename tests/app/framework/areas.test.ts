import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { buildOf } from "~/framework/areas.server";

const build = (routes: { id: string; path?: string; parentId?: string }[]) => {
  const byId = Object.fromEntries(routes.map((route) => [route.id, route]));
  return { routes: byId, assets: { routes: byId } } as unknown as ServerBuild;
};
const whole = build([
  { id: "root", path: "" },
  { id: "layouts/office/office-layout", parentId: "root" },
  { id: "routes/admin/audit/list", path: "dashboard/admin/audit", parentId: "layouts/office/office-layout" },
  { id: "routes/public/in-the-wrong-folder", path: "dashboard/admin/misplaced", parentId: "layouts/office/office-layout" },
  { id: "routes/admin/news/record", path: "dashboard/admin/news/:id", parentId: "layouts/office/office-layout" },
  { id: "routes/admin/news/view", path: "view", parentId: "routes/admin/news/record" },
  { id: "routes/public/news/list", path: "news", parentId: "root" },
  { id: "routes/public/team/sector", path: "team/:slug", parentId: "root" },
]);

test("a route belongs to the area of its path, in whatever folder its file is, and its children with it", () => {
  expect(Object.keys(buildOf(whole, { area: "admin", section: "", basename: "/" }).routes)).toEqual([
    "root",
    "layouts/office/office-layout",
    "routes/admin/audit/list",
    "routes/public/in-the-wrong-folder",
    "routes/admin/news/record",
    "routes/admin/news/view",
  ]);
  expect(Object.keys(buildOf(whole, { area: "public", section: "news", basename: "/" }).routes)).toContain("routes/public/news/list");
  expect(Object.keys(buildOf(whole, { area: "public", section: "news", basename: "/" }).routes)).not.toContain("routes/public/team/sector");
});
