import { Tags } from "lucide";
import { contentSubject } from "./subject";

export const articleThemes = contentSubject({
  api: () => import("#contract/publishing/article-themes").then(({ articleThemesApi }) => articleThemesApi.admin),
  tool: { name: "themes", icon: Tags, family: "writing" },
  fields: [{ name: "label", kind: "line", localized: true }],
  single: true,
  columns: ["label"],
  publicPage: "/news",
});
