import { TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import { locales } from "#contract/formats/locale";
import type { ArticleRecord } from "#contract/publishing/articles";
import { ButtonLink } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/**
 * An edit conflict: the other version is shown here, one's own is still in the form below. Saving the form
 * again overwrites theirs, because it now starts from their version.
 */
export function EditConflict({ theirs }: { theirs: ArticleRecord }) {
  const { t } = useTranslation("articles");
  const { locale } = usePage();
  return (
    <section className="panel grid gap-4 border-warning" role="alert">
      <h2 className="panel-title flex items-center gap-2">
        <Icon of={TriangleAlert} className="text-warning" />
        {t("conflict.title")}
      </h2>
      <p>{t("conflict.text", { name: theirs.updatedBy, date: formatDate(locale, theirs.updatedAt, "time") })}</p>
      <Disclosure summary={t("conflict.theirs")}>
        {locales.map((language) => (
          <div key={language} lang={language} className="mt-3">
            <strong>{theirs.title[language]}</strong>
            <p>{theirs.lead[language]}</p>
            <pre className="mt-2 font-sans whitespace-pre-wrap">{theirs.body[language]}</pre>
          </div>
        ))}
      </Disclosure>
      <p className="actions">
        <ButtonLink variant="line" to={`/dashboard/admin/news/${theirs.id}/edit`}>
          {t("conflict.takeTheirs")}
        </ButtonLink>
      </p>
    </section>
  );
}
