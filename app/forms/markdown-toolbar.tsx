import { Bold, Eye, Heading2, type IconNode, Image, Italic, Link as LinkIcon, List, Quote } from "lucide";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { type MarkdownTool, toolKeys } from "./markdown-tools";

/** The tools that mark a text, then a picture, and the preview at the end of the row. */
export type ToolName = MarkdownTool | "picture" | "preview";

const icons: Record<ToolName, IconNode> = {
  heading: Heading2,
  bold: Bold,
  italic: Italic,
  list: List,
  quote: Quote,
  picture: Image,
  link: LinkIcon,
  preview: Eye,
};
/** Tools that are an icon alone, at any width. */
const iconAlone: readonly ToolName[] = ["bold", "italic", "list", "preview"];

type Props = {
  tools: readonly ToolName[];
  /** The id of the text. */
  controls: string;
  /** The tools that are on now, of those that stay on. */
  pressed: Partial<Record<ToolName, boolean>>;
  onUse: (tool: ToolName) => void;
};

/** The tools over a text: one stop of the Tab key, the arrow keys go from tool to tool. */
export function MarkdownToolbar({ tools, controls, pressed, onUse }: Props) {
  const { t } = useTranslation("markdown");
  const [stop, setStop] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stopAfter(event.key, stop, tools.length);
    if (to === undefined) return;
    event.preventDefault();
    setStop(to);
    row.current?.querySelectorAll<HTMLElement>("button")[to]?.focus();
  };
  return (
    <div ref={row} className="markdown-tools" role="toolbar" aria-label={t("toolbar")} aria-controls={controls} onKeyDown={onKeyDown}>
      {tools.map((tool, at) => {
        const name = t(`tool.${tool}`);
        const key = (toolKeys as Partial<Record<ToolName, string>>)[tool]?.toUpperCase();
        const alone = iconAlone.includes(tool);
        return (
          <button
            key={tool}
            type="button"
            className={tool === "preview" ? "ml-auto" : undefined}
            tabIndex={at === stop ? 0 : -1}
            title={key ? t("withKey", { name, key }) : name}
            aria-keyshortcuts={key && `Control+${key}`}
            aria-pressed={pressed[tool]}
            aria-haspopup={tool === "picture" ? "dialog" : undefined}
            onFocus={() => setStop(at)}
            onClick={() => onUse(tool)}
          >
            <Icon of={icons[tool]} className={alone ? undefined : "sm:hidden"} />
            <span className={alone ? "sr-only" : "max-sm:sr-only"}>{name}</span>
          </button>
        );
      })}
    </div>
  );
}

function stopAfter(key: string, stop: number, count: number): number | undefined {
  if (key === "ArrowRight") return (stop + 1) % count;
  if (key === "ArrowLeft") return (stop + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
