import { CircleHelp, Tags } from "lucide";
import { faqAudiences } from "#contract/publishing/faq";
import { FaqTabs } from "~/subjects/faq/faq-tabs";
import { VotesPanel } from "~/subjects/faq/votes-panel";
import { contentPanel, contentSubject, listTabs } from "./subject";

export const faqCategories = contentSubject({
  api: () => import("#contract/publishing/faq").then(({ faqCategoriesApi }) => faqCategoriesApi.admin),
  tool: { name: "faqCategories", icon: Tags, family: "site" },
  fields: [{ name: "name", kind: "line", localized: true }],
  columns: ["name"],
});

export const faqQuestions = contentSubject({
  api: () => import("#contract/publishing/faq").then(({ faqApi }) => faqApi.admin),
  tool: { name: "faq", icon: CircleHelp, family: "site" },
  fields: [
    { name: "question", kind: "line", localized: true },
    { name: "answer", kind: "text", localized: true },
    { name: "categoryId", kind: "reference", of: "faq/categories" },
    { name: "audience", kind: "choice", values: faqAudiences },
  ],
  columns: ["question", "categoryId", "audience"],
  filters: ["categoryId", "audience"],
  publicPage: ({ id, audience }) => (audience === "public" ? `/contact?question=${id}#question-${id}` : null),
  panels: [
    listTabs(FaqTabs),
    contentPanel("besideForm", {
      async load({ context: { api } }, record) {
        const { faqApi } = await import("#contract/publishing/faq");
        return api.call(faqApi.votes, { params: { id: record?.id ?? "" } });
      },
      Panel: VotesPanel,
    }),
  ],
});
