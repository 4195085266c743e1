import { LifeBuoy, Tags } from "lucide";
import { needIcons, supportLanguages, supportReaches } from "#contract/charity/further-support";
import { contentSubject } from "./subject";

export const furtherSupportCategories = contentSubject({
  api: () => import("#contract/charity/further-support").then(({ furtherSupportCategoriesApi }) => furtherSupportCategoriesApi.admin),
  tool: { name: "supportCategories", icon: Tags, family: "site" },
  fields: [
    { name: "name", kind: "line", localized: true },
    { name: "icon", kind: "choice", values: needIcons, hint: true },
  ],
  columns: ["name", "icon"],
  publicPage: "/further-support",
});

export const furtherSupport = contentSubject({
  api: () => import("#contract/charity/further-support").then(({ furtherSupportApi }) => furtherSupportApi.admin),
  tool: { name: "support", icon: LifeBuoy, family: "site" },
  fields: [
    { name: "description", kind: "text", localized: true },
    { name: "hours", kind: "line", localized: true },
    { name: "name", kind: "line", aliases: ["structure", "organisme", "organisation", "title", "titre"] },
    { name: "categoryId", kind: "reference", of: "further-support/categories" },
    { name: "phone", kind: "tel", aliases: ["tel", "telephone", "numero", "phone number"] },
    { name: "url", kind: "url" },
    { name: "reach", kind: "choice", values: supportReaches, hint: true },
    { name: "address", kind: "line" },
    { name: "postcode", kind: "line", aliases: ["cp", "zip", "zip code", "postal code"], hint: true, width: "short" },
    { name: "latitude", kind: "decimal" },
    { name: "longitude", kind: "decimal", hint: true },
    { name: "languages", kind: "choices", values: supportLanguages },
    { name: "free", kind: "flag" },
    { name: "emergency", kind: "flag", hint: true },
    { name: "checkedOn", kind: "date", staleAfterMonths: 6, hint: true },
  ],
  groups: [
    { name: "what", fields: ["name", "categoryId", "description", "languages", "free", "emergency"] },
    { name: "contact", fields: ["phone", "hours", "url"] },
    { name: "place", fields: ["reach", "postcode", "address"] },
    { name: "checked", fields: ["checkedOn"] },
    { name: "point", fields: ["latitude", "longitude"], folded: true },
  ],
  columns: ["name", "categoryId", "checkedOn"],
  filters: ["categoryId", "reach", "emergency", "checkedOn"],
  publicPage: ({ id, emergency }) => `/further-support#${emergency ? "urgent" : "service"}-${String(id).slice(0, 8)}`,
  matched: true,
  drawing: "door",
});
