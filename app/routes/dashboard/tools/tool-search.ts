import type { Translate } from "~/i18n/translate";
import { navigationTo } from "~/layouts/office/navigation";
import { type ToolFamily, type ToolName, tools } from "~/layouts/office/tools";
import type { PagePath } from "~/pages";
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

/** A list of the menu, under its entry. */
export type MenuRow = { to: PagePath; label: string; entry: string };

/** The lists of the menu that the person may open, with their texts. */
export function openLists(open: readonly PagePath[], t: Translate): MenuRow[] {
  const entries = navigationTo(open).flatMap((group) => group.entries);
  return entries.flatMap(({ label, tabs }) =>
    tabs.map((tab) => ({ to: tab.to, label: t(`dashboard:${tab.label}`), entry: t(`dashboard:${label}`) })),
  );
}

/** The lists whose name, or that of their entry, contains a word starting with each word of the search; none without a search. */
export function listsMatching(rows: readonly MenuRow[], typed: string): MenuRow[] {
  return typed.trim() ? rows.filter(({ label, entry }) => hasWordStarts(`${label} ${entry}`, typed)) : [];
}
