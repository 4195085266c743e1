import { namedAlike } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { posterFile, publicSectorRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import * as tables from "./tables.ts";

export const sectors: Module = {
  auditNames: [namedAlike(tables.sectors, tables.sectors.name)],
  notPersonal: {
    "sectors.name": "a place or a team",
    "sectors.address_line": "a team's place",
    "sectors.postcode": "a team's place",
    "sectors.city": "a team's place",
    "sectors.email": "a team's mailbox",
    "sectors.phone": "a team's telephone",
  },
  otherEmails: { "sectors.email": "a team's mailbox" },
  searchSources: [searchSource],
  parts: (services) => ({ endpoints: publicSectorRoutes, routers: [posterFile(services)] }),
};
