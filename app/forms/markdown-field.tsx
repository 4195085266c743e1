import { Bold, Heading2, type IconNode, Italic, Link as LinkIcon, List, Quote } from "lucide";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { controlProps, FieldFrame, type FieldProps } from "./fields";

type Tool = {
  name: "heading" | "bold" | "italic" | "list" | "quote" | "link";
  icon: IconNode;
  before: string;
  after?: string;
  line?: boolean;
};

const tools: Tool[] = [
  { name: "heading", icon: Heading2, before: "## ", line: true },
  { name: "bold", icon: Bold, before: "**", after: "**" },
  { name: "italic", icon: Italic, before: "_", after: "_" },
  { name: "list", icon: List, before: "- ", line: true },
  { name: "quote", icon: Quote, before: "> ", line: true },
  { name: "link", icon: LinkIcon, before: "[", after: "](https://)" },
];

/** A long text in Markdown. It is a plain field; with script, buttons add the markup around the selection. */
export function MarkdownField({ lang, rows = 16, ...frame }: FieldProps & { lang?: string; rows?: number }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const { field } = frame;
  return (
    <FieldFrame {...frame}>
      <div className="markdown-field">
        {scripted && <Toolbar area={area} />}
        <textarea
          ref={area}
          key={field.key}
          {...controlProps(frame)}
          className="control"
          rows={rows}
          lang={lang}
          defaultValue={typeof field.initialValue === "string" ? field.initialValue : undefined}
        />
      </div>
    </FieldFrame>
  );
}

function Toolbar({ area }: { area: RefObject<HTMLTextAreaElement> }) {
  const { t } = useTranslation("markdown");
  return (
    <div className="markdown-tools" role="toolbar" aria-label={t("toolbar")}>
      {tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          aria-label={t(`tool.${tool.name}`)}
          title={t(`tool.${tool.name}`)}
          onClick={() => mark(area.current, tool)}
        >
          <Icon of={tool.icon} />
        </button>
      ))}
    </div>
  );
}

/** Adds a tool's markup around the selection, or at the start of its line, with undo. */
function mark(area: HTMLTextAreaElement | null, { before, after = "", line }: Tool) {
  if (!area) return;
  area.focus();
  const { selectionStart, selectionEnd, value } = area;
  const start = line ? value.lastIndexOf("\n", selectionStart - 1) + 1 : selectionStart;
  const chosen = value.slice(start, selectionEnd);
  area.setSelectionRange(start, selectionEnd);
  // The deprecated command is the only way to edit a field and keep its undo history.
  document.execCommand("insertText", false, before + chosen + after);
}
