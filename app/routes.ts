import { existsSync } from "node:fs";
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";
import { type Page, pages } from "./pages.ts";

/** Parent pages: pages whose path continues theirs are nested in them. Access is decided by the nested pages. */
const frames = [
  { path: "/dashboard/admin", file: "routes/admin/section.tsx", other: "routes/admin/not-found.tsx" },
  { path: "/dashboard/admin/news/{id}", file: "routes/admin/news/record.tsx" },
  { path: "/dashboard/admin/users/donators/{id}", file: "routes/admin/people/person.tsx", id: "routes/admin/people/donator" },
  { path: "/dashboard/admin/users/{id}", file: "routes/admin/people/person.tsx" },
];

/** The routes of pages, each nested in the parent with the longest matching path. */
export function routesOf(rows: readonly Page[], around = ""): RouteConfigEntry[] {
  const below = (path: string, frame: string) => path.startsWith(`${frame}/`);
  const inside = frames.filter(({ path }) => below(path, around));
  const outermost = inside.filter(({ path }) => !inside.some((other) => below(path, other.path)));
  const framed = outermost.flatMap(({ path, file, id, other }) => {
    const children = routesOf(
      rows.filter(([one]) => below(one, path)),
      path,
    );
    if (children.length === 0) return [];
    if (other) children.push(route("*", other));
    return route(written(path, around), file, id ? { id } : {}, children);
  });
  const own = rows.filter(([path]) => !outermost.some((frame) => below(path, frame.path)));
  return [...own.map((row) => routeOf(row, around)), ...framed];
}

function routeOf([path, file, , id]: Page, around: string): RouteConfigEntry {
  if (!existsSync(new URL(file, import.meta.url))) throw new Error(`app/pages.ts: the page ${path} has no file app/${file}`);
  if (path === "/") return index(file);
  return route(written(path, around), file, id ? { id } : {});
}

/** A path in the router's notation, relative to its parent. */
function written(path: string, around: string): string {
  return path.slice(around.length + 1).replace(/\{(\w+)\}/g, ":$1");
}

const development = process.env.NODE_ENV === "production" ? [] : pages.development;

export default [
  layout("layouts/site/site-layout.tsx", [...routesOf(pages.site), route("*", "routes/system/not-found.tsx")]),
  layout("layouts/site/no-footer-layout.tsx", routesOf(pages.withoutFooter)),
  layout("layouts/office/office-layout.tsx", [
    ...routesOf([...pages.office, ...development]),
    route("dashboard/*", "routes/dashboard/not-found.tsx"),
  ]),
  ...pages.resources.map((page) => routeOf(page, "")),
] satisfies RouteConfig;
