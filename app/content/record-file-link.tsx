import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";

/** The link to a record's file, which is downloaded and never shown inline on our origin. */
export function RecordFileLink({ id }: { id: string }) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  return (
    <a href={pathIn(locale, `/dashboard/admin/files/${id}`)} download>
      {t("file.open")}
    </a>
  );
}
