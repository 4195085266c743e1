import { Bold, Eye, Heading2, type IconNode, Italic, Link as LinkIcon, List, Quote } from "lucide";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { controlProps, FieldFrame, type FieldProps } from "./fields";
import { MarkdownPreview } from "./markdown-preview";
import { editWith, type MarkdownEdit, type MarkdownTool, markdownTools, toolKeys } from "./markdown-tools";

type Area = RefObject<HTMLTextAreaElement>;

/** A long text in Markdown. It is a plain field with a line of help; with script, a toolbar writes the marks, and its last tool previews the text. */
export function MarkdownField({ lang, rows = 16, ...frame }: FieldProps & { lang?: Locale; rows?: number }) {
  const { t } = useTranslation("markdown");
  const area = useRef<HTMLTextAreaElement>(null);
  const [scripted, setScripted] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const { locale } = usePage();
  useEffect(() => setScripted(true), []);
  const { field } = frame;
  const control = controlProps(frame);
  const help = `${control.id}-help`;
  const described = [control["aria-describedby"], !scripted && help].filter(Boolean).join(" ");
  return (
    <FieldFrame {...frame}>
      <div className="markdown-field">
        {scripted ? (
          <Toolbar area={area} controls={control.id} previewed={previewed} onPreview={() => setPreviewed(!previewed)} />
        ) : (
          <p className="markdown-help" id={help}>
            {t("help")}
          </p>
        )}
        <div className="markdown-panes">
          <textarea
            ref={area}
            key={field.key}
            {...control}
            aria-describedby={described || undefined}
            className="control"
            rows={rows}
            lang={lang}
            defaultValue={typeof field.initialValue === "string" ? field.initialValue : undefined}
            onKeyDown={(event) => onShortcut(event, area)}
          />
          {previewed && <MarkdownPreview area={area} lang={lang ?? locale} />}
        </div>
      </div>
    </FieldFrame>
  );
}

const icons: Record<MarkdownTool, IconNode> = { heading: Heading2, bold: Bold, italic: Italic, list: List, quote: Quote, link: LinkIcon };
/** Tools that are an icon alone, at any width. */
const iconAlone: readonly MarkdownTool[] = ["bold", "italic", "list"];

type ToolbarProps = { area: Area; controls: string; previewed: boolean; onPreview: () => void };

/** The tools over a text: one stop of the Tab key, the arrow keys go from tool to tool. */
function Toolbar({ area, controls, previewed, onPreview }: ToolbarProps) {
  const { t } = useTranslation("markdown");
  const [stop, setStop] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stopAfter(event.key, stop, markdownTools.length + 1);
    if (to === undefined) return;
    event.preventDefault();
    setStop(to);
    row.current?.querySelectorAll<HTMLElement>("button")[to]?.focus();
  };
  return (
    <div ref={row} className="markdown-tools" role="toolbar" aria-label={t("toolbar")} aria-controls={controls} onKeyDown={onKeyDown}>
      {markdownTools.map((tool, at) => {
        const name = t(`tool.${tool}`);
        const key = toolKeys[tool]?.toUpperCase();
        return (
          <button
            key={tool}
            type="button"
            tabIndex={at === stop ? 0 : -1}
            title={key ? t("withKey", { name, key }) : name}
            aria-keyshortcuts={key && `Control+${key}`}
            onFocus={() => setStop(at)}
            onClick={() => apply(tool, area.current)}
          >
            <Icon of={icons[tool]} className={iconAlone.includes(tool) ? undefined : "sm:hidden"} />
            <span className={iconAlone.includes(tool) ? "sr-only" : "max-sm:sr-only"}>{name}</span>
          </button>
        );
      })}
      <button
        type="button"
        className="ml-auto"
        tabIndex={stop === markdownTools.length ? 0 : -1}
        title={t("tool.preview")}
        aria-pressed={previewed}
        onFocus={() => setStop(markdownTools.length)}
        onClick={onPreview}
      >
        <Icon of={Eye} />
        <span className="sr-only">{t("tool.preview")}</span>
      </button>
    </div>
  );
}

function stopAfter(key: string, stop: number, count: number): number | undefined {
  if (key === "ArrowRight") return (stop + 1) % count;
  if (key === "ArrowLeft") return (stop + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/** Ctrl or ⌘ with the key of a tool. */
function onShortcut(event: KeyboardEvent, area: Area) {
  const tool = markdownTools.find((one) => toolKeys[one] === event.key.toLowerCase());
  if (!tool || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  apply(tool, area.current);
}

function apply(tool: MarkdownTool, area: HTMLTextAreaElement | null) {
  if (area) write(area, editWith(tool, { value: area.value, start: area.selectionStart, end: area.selectionEnd }));
}

/** Changes a text as if it had been typed: the browser's own undo takes it back. */
function write(area: HTMLTextAreaElement, { from, to, text, select: [start, end] }: MarkdownEdit) {
  area.focus();
  area.setSelectionRange(from, to);
  // The deprecated command is the only way to edit a field and keep its undo history.
  const done = document.execCommand(text ? "insertText" : "delete", false, text);
  if (!done && from + text.length !== to) area.setRangeText(text, from, to);
  area.setSelectionRange(from + start, from + end);
}
