import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import type { SavedFile as File } from "#contract/publishing/press";
import { pathIn } from "~/i18n/locale-of-path";
import { fileFacts } from "~/ui/file-facts";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

/** The link to the file of a piece, with its type and size. */
export function SavedFile({ id, file }: { id: string; file: File }) {
  const { t } = useTranslation("press");
  const { locale } = usePage();
  return (
    <p className="mt-2">
      <a className="more inline-flex items-center gap-2" href={pathIn(locale, `/press/${id}/file`)} download>
        <Icon of={Download} />
        {t("download", { file: fileFacts(locale, file) })}
      </a>
    </p>
  );
}
