import { articleExports } from "./export.server";

export const loader = articleExports.xlsx;
