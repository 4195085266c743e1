import { useMemo } from "react";
import { trustedMarkup } from "~/trusted-types/pages-policy";

/** HTML that `renderMarkdown` made and filtered: the type prevents other strings from being inserted as markup. */
export type SafeHtml = string & { readonly safeHtml: unique symbol };

/** A text by staff, rendered. */
export function RenderedText({ html, lang, className = "prose" }: { html: SafeHtml; lang: string; className?: string }) {
  const markup = useMemo(() => trustedMarkup(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: filtered by renderMarkdown, as its type says
  return <div className={className} lang={lang} dangerouslySetInnerHTML={{ __html: markup }} />;
}
