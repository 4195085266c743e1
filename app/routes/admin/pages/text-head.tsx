import { useTranslation } from "react-i18next";
import type { PageTextsRecord } from "#contract/publishing/page-texts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Tabs } from "~/ui/tabs";

type Props = { title: string; record: PageTextsRecord; language: "fr" | "en"; conflict: boolean };

/** Which page, who changed it last, and its two languages. */
export function PageTextsHead({ title, record, conflict }: Props) {
  const { t } = useTranslation("pages");
  const { locale } = usePage();
  const base = `/dashboard/admin/pages/${record.page}`;
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1">
          {record.updatedAt
            ? t("changed", { version: record.version, name: record.updatedBy ?? "", date: formatDate(locale, record.updatedAt, "time") })
            : t("untouched")}
        </p>
      </div>
      <Tabs
        label={t("language")}
        tabs={[
          { to: base, label: t("french") },
          { to: `${base}?words=en`, label: t("english") },
        ]}
      />
      {conflict && (
        <p className="panel" role="alert">
          {t("conflict")}
        </p>
      )}
    </>
  );
}
