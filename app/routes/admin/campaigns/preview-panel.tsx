import { Bell, Paperclip } from "lucide";
import { useTranslation } from "react-i18next";
import type { NoticeChannel } from "#contract/accounts/inbox";
import type { Locale } from "#contract/formats/locale";
import { InLanguages, LanguageSwitch } from "~/forms/language-panels";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { Mark } from "~/ui/logo";
import { usePage } from "~/ui/page-context";
import { RenderedText } from "~/ui/rendered-text";
import { printed } from "./attached-title";
import type { Preview } from "./saving.server";

type Props = { id: string; channels: NoticeChannel[]; preview: Record<Locale, Preview>; note?: string };

/** A campaign as it is saved, as each of its channels shows it, in both languages. */
export function PreviewPanel({ id, channels, preview, note }: Props) {
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
      <InLanguages>{(shown) => <OnePreview id={id} channels={channels} locale={shown} preview={preview[shown]} />}</InLanguages>
      {note && <p className="muted text-sm">{note}</p>}
    </section>
  );
}

function OnePreview({ id, channels, locale, preview }: Omit<Props, "preview" | "note"> & { locale: Locale; preview: Preview }) {
  const { t } = useTranslation("campaigns");
  const { locale: page } = usePage();
  const { title, sentence, html, bodyLocale, label, attachments, canStop } = preview;
  return (
    <div className="grid gap-4">
      {channels.includes("push") && (
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
      )}
      {channels.includes("inbox") && (
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
      )}
      {channels.includes("email") && (
        <div>
          <h3 className="campaign-device">{t("preview.mail")}</h3>
          <div className="campaign-mail">
            <div>
              <p className="campaign-mail-title" lang={title.locale}>
                {title.text}
              </p>
              <RenderedText html={html} lang={bodyLocale} className="campaign-mail-text" />
              {label && <span className="campaign-mail-button">{label}</span>}
              <Attachments attachments={attachments} />
              <small>{t(canStop ? "preview.footer" : "preview.footerOfEvent")}</small>
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
      )}
    </div>
  );
}

function Attachments({ attachments }: Pick<Preview, "attachments">) {
  const { t } = useTranslation("campaigns");
  if (attachments.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1" aria-label={t("form.attachments")}>
      {attachments.map(({ id, title, facts }) => (
        <li key={id} className="flex items-baseline gap-2 wrap-anywhere">
          <Icon of={Paperclip} className="size-3.5" />
          <span>
            <span lang={title.locale}>{printed(title)}</span> ({facts})
          </span>
        </li>
      ))}
    </ul>
  );
}
