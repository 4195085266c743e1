import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";

/** The way to a file of a record, which is saved and never shown on our own address. */
export function RecordFileLink({ id }: { id: string }) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  return (
    <a href={pathIn(locale, `/dashboard/admin/files/${id}`)} download>
      {t("file.open")}
    </a>
  );
}
