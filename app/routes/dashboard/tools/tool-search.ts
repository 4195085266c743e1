import type { Translate } from "~/i18n/translate";
import { type ToolFamily, type ToolName, tools } from "~/layouts/office/tools";
import { hasWordStarts } from "~/search/word-starts";

/** A tool with its translated texts. */
export type ToolRow = { name: ToolName; family: ToolFamily; label: string; about: string };

/** The tools whose pages the person may open, with their texts. */
export function openTools(open: readonly string[], t: Translate): ToolRow[] {
  return tools
    .filter(({ to }) => open.includes(to))
    .map(({ name, family }) => ({ name, family, label: t(`dashboard:tool.${name}`), about: t(`dashboard:toolAbout.${name}`) }));
}

/** The tools whose name or description contains a word starting with each word of the search. */
export function toolsMatching(rows: readonly ToolRow[], typed: string): ToolRow[] {
  return rows.filter(({ label, about }) => hasWordStarts(`${label} ${about}`, typed));
}
