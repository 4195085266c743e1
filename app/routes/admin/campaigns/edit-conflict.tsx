import { useTranslation } from "react-i18next";
import type { CampaignRecord } from "#contract/accounts/campaigns";
import { locales } from "#contract/formats/locale";
import { Disclosure } from "~/ui/disclosure";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** An edit conflict: the other version is shown here, one's own is in the form below and replaces it when it is saved again. */
export function EditConflict({ theirs }: { theirs: CampaignRecord }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  return (
    <section className="panel grid gap-4 border-warning" role="alert">
      <h2 className="panel-title">{t("conflict.title")}</h2>
      <p>{t("conflict.text", { name: theirs.updatedBy, date: formatDate(locale, theirs.updatedAt, "time") })}</p>
      <Disclosure summary={t("conflict.theirs")}>
        {locales.map((language) => (
          <div key={language} lang={language} className="mt-3">
            <strong>{theirs.title[language]}</strong>
            <p>{theirs.sentence[language]}</p>
            <p className="mt-2 whitespace-pre-wrap">{theirs.body[language]}</p>
          </div>
        ))}
      </Disclosure>
    </section>
  );
}
