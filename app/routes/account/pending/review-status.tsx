import { useTranslation } from "react-i18next";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

type Props = { since: string; reason: string | null; guardianWaiting: boolean; sector: string | null };

const usualDelay = 7 * 86_400_000;

/** When the file came, who reads it, how long it takes, and what is missing. */
export function ReviewStatus({ since, reason, guardianWaiting, sector }: Props) {
  const { t } = useTranslation("pending");
  const { locale } = usePage();
  const late = Date.now() - new Date(since).getTime() > usualDelay;
  return (
    <section className="grid gap-2 rounded-2xl bg-beige p-7">
      <p className="font-bold">{t("validation.received", { date: formatDate(locale, since, "full") })}</p>
      {sector && <p>{t("validation.team", { team: sector })}</p>}
      <p>{late ? t("validation.late") : t("validation.delay")}</p>
      {reason && <p className="font-bold">{t("validation.missing", { reason })}</p>}
      {guardianWaiting && <p className="font-bold">{t("validation.guardian")}</p>}
    </section>
  );
}
