import { sectorKinds } from "#contract/charity/sectors";
import { ClosingPanel } from "~/subjects/sectors/closing-panel";
import { CountingPanel } from "~/subjects/sectors/counting-panel";
import { SectorTabs } from "~/subjects/sectors/sector-tabs";
import { contentPanel, contentSubject, listTabs } from "./subject";

export const sectors = contentSubject({
  api: () => import("#contract/charity/sectors").then(({ sectorsApi }) => sectorsApi.admin),
  fields: [
    { name: "slogan", kind: "line", localized: true },
    { name: "presentation", kind: "markdown", localized: true },
    { name: "objectives", kind: "text", localized: true, hint: true },
    { name: "zones", kind: "line", localized: true, hint: true },
    { name: "bring", kind: "text", localized: true, hint: true },
    { name: "name", kind: "line" },
    { name: "kind", kind: "choice", values: sectorKinds },
    { name: "parentId", kind: "reference", of: "sectors" },
    { name: "addressLine", kind: "line" },
    { name: "postcode", kind: "line", width: "short" },
    { name: "city", kind: "line", width: "middle" },
    { name: "latitude", kind: "decimal" },
    { name: "longitude", kind: "decimal", hint: true },
    { name: "email", kind: "email" },
    { name: "phone", kind: "tel" },
  ],
  single: true,
  groups: [
    { name: "what", fields: ["name", "kind", "parentId", "slogan", "presentation"] },
    { name: "contact", fields: ["addressLine", "postcode", "city", "email", "phone"] },
    { name: "poster", fields: ["zones", "bring", "objectives"] },
    { name: "point", fields: ["latitude", "longitude"], folded: true },
  ],
  columns: ["name", "kind", "parentId", "city", "postcode"],
  filters: ["kind"],
  publicPage: "/team",
  overview: "/fiche",
  drawing: "bike",
  panels: [
    listTabs(SectorTabs),
    contentPanel("underForm", {
      async load({ context: { api } }, record) {
        const { sectorsApi } = await import("#contract/charity/sectors");
        return api.call(sectorsApi.merging, { params: { id: record?.id ?? "" }, query: {} });
      },
      Panel: ClosingPanel,
    }),
    contentPanel("underForm", {
      load: async (_, record) => (record?.kind === "local_team" ? { id: record.id } : null),
      Panel: CountingPanel,
    }),
  ],
});
