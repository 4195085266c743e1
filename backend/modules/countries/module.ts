import type { Module } from "#backend/module";
import { countryRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const countries: Module = {
  notPersonal: { "countries.name": "a country" },
  parts: () => ({ endpoints: countryRoutes }),
  demo: tables.countries,
};
