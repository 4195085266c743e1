import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

export type RouteRow = { path: string; layout: string; access: string; title_fr: string; title_en: string; note: string };

const read = (name: string) => parse(readFileSync(`docs/specification/${name}.csv`), { columns: true, bom: true });

/** The client's 111 routes, as they gave them. */
export const specifiedRoutes = read("routes") as RouteRow[];
