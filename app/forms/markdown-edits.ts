import type { MarkdownTool } from "./markdown-tools";

type Selected = { value: string; start: number; end: number };
/** `text` takes the place of `from` to `to`; then `select` is selected, counted from `from`. */
export type MarkdownEdit = { from: number; to: number; text: string; select: [start: number, end: number] };

/** What a tool does with the selected part of a text. Used again on what it marked, it takes the marks away. */
export function editWith(tool: MarkdownTool, selected: Selected): MarkdownEdit {
  switch (tool) {
    case "bold":
      return around(selected, "**");
    case "italic":
      return around(selected, "_");
    case "heading":
      return ofLines(selected, "## ");
    case "list":
      return ofLines(selected, "- ");
    case "quote":
      return ofLines(selected, "> ");
    case "link":
      return link(selected);
  }
}

function around({ value, start, end }: Selected, mark: string): MarkdownEdit {
  const chosen = value.slice(start, end);
  const inside = value.slice(start - mark.length, start) === mark && value.slice(end, end + mark.length) === mark;
  if (inside) return { from: start - mark.length, to: end + mark.length, text: chosen, select: [0, chosen.length] };
  // A mark beside a space is no mark.
  const trimmed = chosen.trim();
  const at = chosen.indexOf(trimmed);
  const text = chosen.slice(0, at) + mark + trimmed + mark + chosen.slice(at + trimmed.length);
  return { from: start, to: end, text, select: [at + mark.length, at + mark.length + trimmed.length] };
}

/** Whole lines, each with the mark; a line that has another mark of this kind changes it. */
function ofLines({ value, start, end }: Selected, mark: string): MarkdownEdit {
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const next = value.indexOf("\n", Math.max(start, end - 1));
  const to = next < 0 ? value.length : next;
  const lines = value.slice(from, to).split("\n");
  const marked = lines.every((line) => line.startsWith(mark) || (line === "" && lines.length > 1));
  const written = lines.map((line) => {
    const bare = line.replace(/^(#{1,6} |- |> )/, "");
    return marked || (line === "" && lines.length > 1) ? bare : mark + bare;
  });
  const text = written.join("\n");
  // Without a selection the caret goes to the end of the line, to write on.
  return { from, to, text, select: start === end ? [text.length, text.length] : [0, text.length] };
}

const webUrl = /^(https:\/\/|\/(?!\/))\S+$/;
const urlToWrite = "https://";

function link({ value, start, end }: Selected): MarkdownEdit {
  const chosen = value.slice(start, end);
  if (webUrl.test(chosen)) return { from: start, to: end, text: `[](${chosen})`, select: [1, 1] };
  const at = chosen.length + 3;
  const select: [number, number] = chosen === "" ? [1, 1] : [at, at + urlToWrite.length];
  return { from: start, to: end, text: `[${chosen}](${urlToWrite})`, select };
}

/** A mark as a paragraph of its own, after the line that the selection ends in. */
export function withParagraph({ value, end }: Selected, mark: string): MarkdownEdit {
  const next = value.indexOf("\n", end);
  const to = next < 0 ? value.length : next;
  const before = value.slice(0, to);
  const after = value.slice(to);
  const gapBefore = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const gapAfter = after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const at = gapBefore.length + mark.length;
  return { from: to, to, text: gapBefore + mark + gapAfter, select: [at, at] };
}
