import { FaqTabs } from "~/subjects/faq/faq-tabs";
import { contentSubject, listTabs } from "./subject";

export const synonyms = contentSubject({
  api: () => import("#contract/publishing/synonyms").then(({ synonymsApi }) => synonymsApi.admin),
  fields: [
    { name: "words", kind: "text", localized: true, hint: true },
    { name: "also", kind: "text", localized: true, hint: true },
  ],
  columns: ["words", "also"],
  panels: [listTabs(FaqTabs)],
});
