import { useTranslation } from "react-i18next";
import { type Locale, locales } from "#contract/formats/locale";
import { RenderedText, type SafeHtml } from "~/ui/rendered-text";

type Preview = Record<Locale, { title: string; lead: string; html: SafeHtml }>;

/** The preview of the form's unsaved texts, above the form. */
export function PreviewPanel({ answer }: { answer: object | undefined }) {
  const { t } = useTranslation("articles");
  const preview = answer && "preview" in answer ? (answer.preview as Preview | undefined) : undefined;
  if (!preview) return null;
  return (
    <section className="panel grid gap-4" aria-labelledby="preview">
      <div>
        <h2 id="preview" className="panel-title">
          {t("form.preview")}
        </h2>
        <p className="muted">{t("form.previewNote")}</p>
      </div>
      {locales.map((locale) => preview[locale].title && <PreviewText key={locale} locale={locale} text={preview[locale]} />)}
    </section>
  );
}

function PreviewText({ locale, text: { title, lead, html } }: { locale: Locale; text: Preview[Locale] }) {
  return (
    <div className="border-line border-t pt-4" lang={locale}>
      <h3 className="text-xl">{title}</h3>
      <p className="mt-1 font-semibold">{lead}</p>
      <RenderedText html={html} lang={locale} className="prose mt-3" />
    </div>
  );
}
