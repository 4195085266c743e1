import { Quote } from "lucide";
import { pressKinds } from "#contract/publishing/press";
import { contentSubject } from "./subject";

export const press = contentSubject({
  api: () => import("#contract/publishing/press").then(({ pressApi }) => pressApi.admin),
  tool: { name: "press", icon: Quote, family: "site" },
  fields: [
    { name: "title", kind: "line", localized: true },
    { name: "quote", kind: "text", localized: true, hint: true },
    { name: "outlet", kind: "line", width: "middle" },
    { name: "kind", kind: "choice", values: pressKinds },
    { name: "day", kind: "date" },
    { name: "url", kind: "url", hint: true },
    { name: "body", kind: "markdown", localized: true, hint: true },
    { name: "fileId", kind: "file", hint: true },
    { name: "featured", kind: "flag", hint: true },
  ],
  groups: [
    { name: "what", fields: ["title", "outlet", "kind", "day", "url", "featured"] },
    { name: "text", fields: ["quote", "body"] },
    { name: "file", fields: ["fileId"] },
  ],
  columns: ["title", "outlet", "kind", "day", "featured"],
  filters: ["kind", "featured", "day"],
  publicPage: "/press",
});
