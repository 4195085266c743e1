import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import { usePage } from "~/ui/page-context";
import { controlProps, FieldFrame, type FieldProps } from "./fields";
import type { MarkdownEdit } from "./markdown-edits";
import { MarkdownToolbar, type ToolName } from "./markdown-toolbar";
import { type MarkdownTool, markdownTools, toolKeys } from "./markdown-tools";

// Loaded with the first use.
const edits = () => import("./markdown-edits");
const MarkdownPreview = lazy(async () => ({ default: (await import("./markdown-preview")).MarkdownPreview }));
const PictureDialog = lazy(async () => ({ default: (await import("./picture-dialog")).PictureDialog }));

type Props = FieldProps & {
  lang?: Locale;
  rows?: number;
  /** The path that stores pictures, for a text that may show some. */
  picturesTo?: `/${string}`;
};

/** A long text in Markdown. It is a plain field with a line of help; with script, a toolbar writes the marks, and its last tool previews the text. */
export function MarkdownField({ lang, rows = 16, picturesTo, ...frame }: Props) {
  const { t } = useTranslation("markdown");
  const { locale } = usePage();
  const area = useRef<HTMLTextAreaElement>(null);
  const [scripted, setScripted] = useState(false);
  const [open, setOpen] = useState({ preview: false, picture: false });
  useEffect(() => setScripted(true), []);
  const closePicture = useCallback(() => setOpen((now) => ({ ...now, picture: false })), []);
  const { field } = frame;
  const control = controlProps(frame);
  const help = `${control.id}-help`;
  const described = [control["aria-describedby"], !scripted && help].filter(Boolean).join(" ");
  const onUse = (tool: ToolName) => {
    if (tool === "preview" || tool === "picture") setOpen({ ...open, [tool]: !open[tool] });
    else apply(tool, area.current);
  };
  return (
    <FieldFrame {...frame}>
      <div className="markdown-field">
        {scripted ? (
          <MarkdownToolbar
            tools={[...markdownTools, ...(picturesTo ? (["picture"] as const) : []), "preview"]}
            controls={control.id}
            pressed={{ preview: open.preview }}
            onUse={onUse}
          />
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
            onKeyDown={(event) => onShortcut(event, area.current)}
          />
          {open.preview && (
            <Suspense>
              <MarkdownPreview area={area} lang={lang ?? locale} pictures={!!picturesTo} />
            </Suspense>
          )}
        </div>
      </div>
      {picturesTo && open.picture && (
        <Suspense>
          <PictureDialog uploadTo={picturesTo} onClose={closePicture} onPicture={(mark) => insert(mark, area.current)} />
        </Suspense>
      )}
    </FieldFrame>
  );
}

/** Ctrl or ⌘ with the key of a tool. */
function onShortcut(event: KeyboardEvent, area: HTMLTextAreaElement | null) {
  const tool = markdownTools.find((one) => toolKeys[one] === event.key.toLowerCase());
  if (!tool || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  apply(tool, area);
}

const selectedIn = ({ value, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement) => ({ value, start, end });

async function apply(tool: MarkdownTool, area: HTMLTextAreaElement | null) {
  const { editWith } = await edits();
  if (area) write(area, editWith(tool, selectedIn(area)));
}

async function insert(mark: string, area: HTMLTextAreaElement | null) {
  const { withParagraph } = await edits();
  if (area) write(area, withParagraph(selectedIn(area), mark));
}

/** Changes a text as if it had been typed: the browser's own undo takes it back. */
function write(area: HTMLTextAreaElement, { from, to, text, select: [start, end] }: MarkdownEdit) {
  area.focus();
  area.setSelectionRange(from, to);
  // The deprecated command is the only way to edit a field and keep its undo history.
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) area.setRangeText(text, from, to);
  area.setSelectionRange(from + start, from + end);
}
