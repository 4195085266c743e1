import { faqApi, faqAudiences, faqCategoriesApi } from "#contract/faq";
import { FaqTabs } from "~/faq/faq-tabs";
import { VotesPanel } from "~/faq/votes-panel";
import { contentPanel, contentSubject } from "../subject";

export const faqCategories = contentSubject({
  api: faqCategoriesApi.admin,
  fields: [{ name: "name", kind: "line", localized: true }],
  columns: ["name"],
});

export const faqQuestions = contentSubject({
  api: faqApi.admin,
  fields: [
    { name: "question", kind: "line", localized: true },
    { name: "answer", kind: "text", localized: true },
    { name: "categoryId", kind: "reference", of: "faq/categories" },
    { name: "audience", kind: "choice", values: faqAudiences },
  ],
  columns: ["question", "categoryId", "audience"],
  filters: ["categoryId", "audience"],
  publicPage: ({ id, audience }) => (audience === "public" ? `/contact?question=${id}#question-${id}` : null),
  OverList: FaqTabs,
  recordPanel: contentPanel({
    load: ({ context: { api } }, record) => api.call(faqApi.votes, { params: { id: record?.id ?? "" } }),
    Panel: VotesPanel,
  }),
});
