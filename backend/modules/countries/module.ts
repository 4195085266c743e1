import type { Module } from "#backend/module";
import { countryRoutes } from "./routes.ts";

export const countries: Module = {
  notPersonal: { "countries.name": "a country" },
  parts: () => ({ endpoints: countryRoutes }),
  demo: () => import("./demo.ts"),
};
