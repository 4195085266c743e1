import { readFileSync } from "node:fs";
import type { ServerBuild } from "@remix-run/node";
import { parse } from "csv-parse/sync";
import { servedPages } from "./served-pages";

export type RouteRow = { path: string; layout: string; access: string; title_fr: string; title_en: string; note: string };

const read = (name: string) => parse(readFileSync(`docs/specification/${name}.csv`), { columns: true, bom: true });

/** The client's 111 routes, as they gave them. */
export const specifiedRoutes = read("routes") as RouteRow[];

/** Rows of the table, or of one layout, that the build does not serve. A rule about every row is not proven while there are any. */
export function missingRows(build: ServerBuild, layout?: string): string[] {
  const served = new Set(servedPages(build).map(({ path }) => path));
  return specifiedRoutes.filter((row) => (!layout || row.layout === layout) && !served.has(row.path)).map(({ path }) => path);
}

/** The same as docs/conformance.md tells it: a row is missing in the open, or a test fails. */
export function listedAsMissing(layout?: string): string[] {
  const rows = readFileSync("docs/conformance.md", "utf8").matchAll(/^\| `([^`]+)` \| ([\w-]+) \| .* \| \*\*missing\*\* \|/gm);
  return [...rows].flatMap(([, path = "", of]) => (!layout || of === layout ? [path] : []));
}
