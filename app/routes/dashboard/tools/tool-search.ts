import type { Translate } from "~/i18n/translate";
import { navigationTo } from "~/layouts/office/navigation";
import type { Tool } from "~/layouts/office/tools";
import type { PagePath } from "~/pages";
import { hasWordStarts } from "~/search/word-starts";

/** A tool with its translated texts. */
export type ToolRow = Tool & { label: string; about: string };

/** The tools whose name or description contains a word starting with each word of the search. */
export function toolsMatching<Row extends Pick<ToolRow, "label" | "about">>(rows: readonly Row[], typed: string): Row[] {
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
