import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";
import { RenderedText, type SafeHtml } from "~/ui/rendered-text";

type Props = {
  area: RefObject<HTMLTextAreaElement>;
  lang: Locale;
  /** Whether the text may show pictures. */
  pictures: boolean;
};

const pause = 400;

/** The preview of a text, beside it: rendered by the server a moment after the last key. */
export function MarkdownPreview({ area, lang, pictures }: Props) {
  const { t } = useTranslation("markdown");
  const { locale } = usePage();
  const [html, setHtml] = useState<SafeHtml>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = new AbortController();
    const render = async () => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      const rendered = await renderedText(
        { text: element.value, language: lang, ...(pictures && { pictures: "yes" }) },
        locale,
        signal,
      ).catch(() => null);
      if (signal.aborted) return;
      setFailed(rendered === null);
      if (rendered !== null) setHtml(rendered);
    };
    const onInput = () => {
      clearTimeout(timer);
      timer = setTimeout(render, pause);
    };
    void render();
    element.addEventListener("input", onInput);
    return () => {
      clearTimeout(timer);
      request.abort();
      element.removeEventListener("input", onInput);
    };
  }, [area, lang, locale, pictures]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keys scroll what has the focus
    <section className="markdown-preview" aria-label={t("tool.preview")} tabIndex={0}>
      {failed && <p className="hint">{t("previewFailed")}</p>}
      {html && <RenderedText html={html} lang={lang} />}
    </section>
  );
}

async function renderedText(written: Record<string, string>, locale: Locale, signal: AbortSignal): Promise<SafeHtml> {
  const body = new URLSearchParams(written);
  const answer = await fetch(pathIn(locale, "/dashboard/markdown-preview"), { method: "POST", body, signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return ((await answer.json()) as { html: SafeHtml }).html;
}
