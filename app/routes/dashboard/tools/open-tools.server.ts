import type { Locale } from "#contract/formats/locale";
import { contentNames } from "#contract/publishing/content-names";
import { contentSubjects } from "~/content/subjects";
import type { Translate } from "~/i18n/translate";
import { type Tool, tools } from "~/layouts/office/tools";
import type { ToolRow } from "./tool-search";

const ofContent = contentNames.flatMap((name): Tool[] => {
  const { tool } = contentSubjects[name];
  return tool ? [{ ...tool, to: `/dashboard/admin/${name}` }] : [];
});

/** The tools whose pages the person may open, with their texts, in alphabetical order. */
export function openTools(open: readonly string[], t: Translate, locale: Locale): ToolRow[] {
  return [...tools, ...ofContent]
    .filter(({ to }) => open.includes(to))
    .map((tool) => ({ ...tool, label: t(`dashboard:tool.${tool.name}`), about: t(`dashboard:toolAbout.${tool.name}`) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
