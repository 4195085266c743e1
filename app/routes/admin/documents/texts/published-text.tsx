import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import type { TextRecord } from "#contract/law/legal-editing";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { RenderedText, type SafeHtml } from "~/ui/rendered-text";

/** A published, immutable text, with the hash that each signature contains. */
export function PublishedText({ text, html, lang }: { text: TextRecord; html: SafeHtml; lang: Locale }) {
  const { t } = useTranslation("signing");
  const { publishedAt, frenchHash, englishHash, appliesTo, blocking } = text;
  const hash = (value: string) => <code className="break-all text-sm">{value}</code>;
  return (
    <>
      <section className="panel max-w-3xl">
        <Facts
          className="grid gap-3"
          facts={[
            ...(publishedAt ? [{ label: t("column.publishedAt"), value: <LocalDate value={publishedAt} style="full" /> }] : []),
            { label: t("column.appliesTo"), value: appliesTo.map((role) => t(`roles.${role}`)).join(", ") || "–" },
            { label: t("column.blocking"), value: t(`blocking.${blocking ? "yes" : "no"}`) },
            { label: t("hash.fr"), value: hash(frenchHash) },
            ...(englishHash ? [{ label: t("hash.en"), value: hash(englishHash) }] : []),
          ]}
        />
      </section>
      <article className="panel max-w-3xl" lang={lang}>
        <RenderedText html={html} lang={lang} />
      </article>
    </>
  );
}
