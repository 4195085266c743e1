import { expect, test } from "vitest";
import { editWith, type MarkdownTool } from "~/forms/markdown-tools";

/** A text after a tool was used on it; what is selected stands between ‹ and ›. */
function used(tool: MarkdownTool, written: string): string {
  const start = written.indexOf("‹");
  const end = written.indexOf("›") - 1;
  const value = written.replace(/[‹›]/g, "");
  const { from, to, text, select } = editWith(tool, { value, start, end });
  const after = value.slice(0, from) + text + value.slice(to);
  const [first, last] = [from + select[0], from + select[1]];
  return `${after.slice(0, first)}‹${after.slice(first, last)}›${after.slice(last)}`;
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
