import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** The download of a request's copy for staff, and its expiry. */
export function CopyDownload({ id, until }: { id: string; until: string }) {
  const { t } = useTranslation("privacy");
  const { t: account } = useTranslation("account");
  const { locale } = usePage();
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
      <a className="btn" href={pathIn(locale, `/dashboard/admin/privacy/${id}/copy`)} download>
        {t("onBehalf.download")}
      </a>
      <span className="muted text-sm">
        {account("copy.until")} <LocalDate value={until} style="full" />
      </span>
    </p>
  );
}
