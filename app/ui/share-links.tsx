import { Mail, Printer, Share2 } from "lucide";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon";

/** Links to share a page: by mail, by the device's dialog, by printing. `address` is the page's URL, in the language of its text. */
export function ShareLinks({ title, url }: { title: string; url: string }) {
  const { t } = useTranslation();
  const buttonClass =
    "flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-link bg-beige font-semibold text-ink hover:bg-primary hover:text-white";
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <button type="button" className={`${buttonClass} px-4`} data-share={url} data-copied={t("sharing.copied")} hidden>
        <Icon of={Share2} />
        <span aria-live="polite">{t("sharing.device")}</span>
      </button>
      <a
        className={buttonClass}
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
        aria-label={t("sharing.byMail")}
      >
        <Icon of={Mail} />
      </a>
      <button type="button" className={buttonClass} data-print="" aria-label={t("sharing.print")} hidden>
        <Icon of={Printer} />
      </button>
    </div>
  );
}
