import { pressApi, pressKinds } from "#contract/press";
import { contentSubject } from "../subject";

export const press = contentSubject({
  api: pressApi.admin,
  fields: [
    { name: "title", kind: "line", localized: true },
    { name: "quote", kind: "text", localized: true, hint: true },
    { name: "outlet", kind: "line" },
    { name: "kind", kind: "choice", values: pressKinds },
    { name: "day", kind: "date" },
    { name: "url", kind: "url" },
  ],
  columns: ["title", "outlet", "kind", "day"],
  filters: ["kind"],
  publicPage: "/press",
});
