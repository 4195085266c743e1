import { Contact } from "lucide";
import { contentSubject } from "./subject";

export const portraits = contentSubject({
  api: () => import("#contract/publishing/portraits").then(({ portraitsApi }) => portraitsApi.admin),
  tool: { name: "portraits", icon: Contact, family: "people" },
  fields: [
    { name: "role", kind: "line", localized: true, hint: true },
    { name: "name", kind: "line", hint: true, width: "middle" },
    { name: "sectorId", kind: "reference", of: "sectors", hint: true },
    { name: "photoId", kind: "picture" },
    { name: "consentedOn", kind: "date", hint: true },
    { name: "consentFileId", kind: "file", hint: true },
  ],
  groups: [
    { name: "what", fields: ["name", "role", "sectorId"] },
    { name: "consent", fields: ["consentedOn", "consentFileId"] },
    { name: "picture", fields: ["photoId"], inRail: true },
  ],
  columns: ["name", "role", "sectorId", "consentedOn"],
  filters: ["sectorId"],
  async publicPage({ id, sectorId }, { api }) {
    const { portraitsApi } = await import("#contract/publishing/portraits");
    const { items } = await api.call(portraitsApi.list, { query: sectorId ? { sectorId: String(sectorId) } : {} });
    if (!items.some((one) => one.id === id)) return null;
    return sectorId ? `/team/${sectorId}#faces` : "/team#faces";
  },
  drawing: "door",
});
