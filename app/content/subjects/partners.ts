import { Handshake } from "lucide";
import { partnerKinds } from "#contract/charity/partners";
import { contentSubject } from "./subject";

export const partners = contentSubject({
  api: () => import("#contract/charity/partners").then(({ partnersApi }) => partnersApi.admin),
  tool: { name: "partners", icon: Handshake, family: "site" },
  fields: [
    { name: "description", kind: "text", localized: true },
    { name: "logoAlt", kind: "line", localized: true, hint: true },
    { name: "name", kind: "line" },
    { name: "kind", kind: "choice", values: partnerKinds },
    { name: "since", kind: "number" },
    { name: "euroAtTill", kind: "flag" },
    { name: "towns", kind: "line", hint: true },
    { name: "url", kind: "url" },
    { name: "logoId", kind: "picture" },
    { name: "contact", kind: "text", hint: true },
  ],
  groups: [
    { name: "what", fields: ["name", "kind", "description", "url", "towns", "since", "euroAtTill"] },
    { name: "team", fields: ["contact"] },
    { name: "picture", fields: ["logoId", "logoAlt"], inRail: true },
  ],
  columns: ["name", "kind", "since", "euroAtTill"],
  filters: ["kind", "euroAtTill", "since"],
  publicPage: "/partners",
  drawing: "crate",
});
