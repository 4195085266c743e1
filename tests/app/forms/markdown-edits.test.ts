import { expect, test } from "vitest";
import { editWith, type MarkdownEdit, withParagraph } from "~/forms/markdown-edits";
import type { MarkdownTool } from "~/forms/markdown-tools";

/** A text after a tool was used on it; what is selected stands between ‹ and ›. */
function used(tool: MarkdownTool, written: string): string {
  return after(written, (selected) => editWith(tool, selected));
}

function after(written: string, edit: (selected: { value: string; start: number; end: number }) => MarkdownEdit): string {
  const start = written.indexOf("‹");
  const end = written.indexOf("›") - 1;
  const value = written.replace(/[‹›]/g, "");
  const { from, to, text, select } = edit({ value, start, end });
  const changed = value.slice(0, from) + text + value.slice(to);
  const [first, last] = [from + select[0], from + select[1]];
  return `${changed.slice(0, first)}‹${changed.slice(first, last)}›${changed.slice(last)}`;
}

test.each<[MarkdownTool, string, string]>([
  ["bold", "Douze ‹portes› ce soir", "Douze **‹portes›** ce soir"],
  ["bold", "Douze **‹portes›** ce soir", "Douze ‹portes› ce soir"],
  ["bold", "Douze‹ portes› ce soir", "Douze **‹portes›** ce soir"],
  ["bold", "Douze ‹›", "Douze **‹›**"],
  ["italic", "‹Le Monde›", "_‹Le Monde›_"],
  ["italic", "_‹Le Monde›_", "‹Le Monde›"],
])("%s marks what is selected, without spaces at its ends, and takes its marks away: %s", (tool, before, after) => {
  expect(used(tool, before)).toBe(after);
});

test.each<[MarkdownTool, string, string]>([
  ["heading", "Avant\nCe ‹›soir", "Avant\n## Ce soir‹›"],
  ["heading", "## Ce ‹›soir", "Ce soir‹›"],
  ["list", "‹pain\n\nlait›\nfin", "‹- pain\n\n- lait›\nfin"],
  ["list", "‹- pain\n- lait›", "‹pain\nlait›"],
  ["list", "‹pain\n›lait", "‹- pain›\nlait"],
  ["quote", "## Une ‹›phrase", "> Une phrase‹›"],
  ["list", "‹›", "- ‹›"],
])("%s marks whole lines: %s", (tool, before, after) => {
  expect(used(tool, before)).toBe(after);
});

test.each<[string, string]>([
  ["Voir ‹nos équipes›", "Voir [nos équipes](‹https://›)"],
  ["Voir ‹/team›", "Voir [‹›](/team)"],
  ["Voir ‹https://exemple.fr/a›", "Voir [‹›](https://exemple.fr/a)"],
  ["Voir ‹›", "Voir [‹›](https://)"],
])("a link leaves selected what is still to be written: %s", (before, after) => {
  expect(used("link", before)).toBe(after);
});

test.each<[string, string]>([
  ["‹›", "![a](b)‹›"],
  ["Avant‹›", "Avant\n\n![a](b)‹›"],
  ["Avant\n‹›\nAprès", "Avant\n\n![a](b)‹›\n\nAprès"],
  ["Avant\n\n‹›\n\nAprès", "Avant\n\n![a](b)‹›\n\nAprès"],
  ["Un ‹mot› après", "Un mot après\n\n![a](b)‹›"],
])("a picture is a paragraph of its own: %j", (before, expected) => {
  expect(after(before, (selected) => withParagraph(selected, "![a](b)"))).toBe(expected);
});
