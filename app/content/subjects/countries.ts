import { Flag } from "lucide";
import { contentSubject } from "./subject";

export const countries = contentSubject({
  api: () => import("#contract/charity/countries").then(({ countriesApi }) => countriesApi.admin),
  tool: { name: "countries", icon: Flag, family: "control" },
  fields: [
    { name: "name", kind: "line", localized: true },
    { name: "iso2", kind: "line", hint: true, width: "short" },
    { name: "iso3", kind: "line", hint: true, width: "short" },
    { name: "dialCode", kind: "tel", hint: true },
  ],
  single: true,
  columns: ["name", "iso2", "iso3", "dialCode"],
});
