import { Bell } from "lucide";
import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import { InLanguages, LanguageSwitch } from "~/forms/language-panels";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { Mark } from "~/ui/logo";
import { usePage } from "~/ui/page-context";
import { RenderedText } from "~/ui/rendered-text";
import type { Preview } from "./saving.server";

/** A campaign as it is saved, on a locked phone, in the inbox and as a mail, in both languages. */
export function PreviewPanel({ id, preview, note }: { id: string; preview: Record<Locale, Preview>; note?: string }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  return (
    <section className="panel language-panels grid gap-4" aria-labelledby="campaign-preview">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="campaign-preview" className="panel-title">
          {t("preview.title")}
        </h2>
        <LanguageSwitch id="preview" label={t("preview.language")} initial={locale} notes={{}} />
      </div>
      <InLanguages>{(shown) => <OnePreview id={id} locale={shown} preview={preview[shown]} />}</InLanguages>
      {note && <p className="muted text-sm">{note}</p>}
    </section>
  );
}

function OnePreview({ id, locale, preview }: { id: string; locale: Locale; preview: Preview }) {
  const { t } = useTranslation("campaigns");
  const { locale: page } = usePage();
  const { title, sentence, html, bodyLocale, label } = preview;
  return (
    <div className="grid gap-4">
      <div>
        <h3 className="campaign-device">{t("preview.phone")}</h3>
        <div className="campaign-phone">
          <div className="campaign-push">
            <Mark />
            <strong lang={title.locale}>{title.text}</strong>
            <span lang={sentence.locale}>{sentence.text}</span>
          </div>
        </div>
      </div>
      <div>
        <h3 className="campaign-device">{t("preview.inbox")}</h3>
        <div className="campaign-row">
          <span className="notice-mark">
            <Icon of={Bell} className="size-3.5" />
          </span>
          <p className="min-w-0">
            <strong lang={title.locale} className="block wrap-anywhere">
              {title.text}
            </strong>
            <span lang={sentence.locale} className="muted wrap-anywhere">
              {sentence.text}
            </span>
          </p>
        </div>
      </div>
      <div>
        <h3 className="campaign-device">{t("preview.mail")}</h3>
        <div className="campaign-mail">
          <div>
            <p className="campaign-mail-title" lang={title.locale}>
              {title.text}
            </p>
            <RenderedText html={html} lang={bodyLocale} className="campaign-mail-text" />
            {label && <span className="campaign-mail-button">{label}</span>}
            <small>{t("preview.footer")}</small>
          </div>
        </div>
        <p className="mt-2">
          <a
            href={pathIn(page, `/dashboard/admin/notifications/${id}/mail?in=${locale}`)}
            target="_blank"
            rel="noreferrer"
            className="font-semibold"
          >
            {t("preview.whole")}
          </a>
        </p>
      </div>
    </div>
  );
}
