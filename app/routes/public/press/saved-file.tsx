import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import type { SavedFile as File } from "#contract/publishing/press";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

/** The link to the file of a piece, with its type and size. */
export function SavedFile({ id, file: { mime, bytes } }: { id: string; file: File }) {
  const { t } = useTranslation("press");
  const { locale } = usePage();
  const unit = bytes < 1_000_000 ? "kilobyte" : "megabyte";
  const value = Math.max(1, Math.round(bytes / (unit === "kilobyte" ? 1_000 : 100_000))) / (unit === "kilobyte" ? 1 : 10);
  const weight = new Intl.NumberFormat(locale, { style: "unit", unit }).format(value);
  const kind = (mime.split("/").at(-1) ?? "").toUpperCase();
  return (
    <p className="mt-2">
      <a className="more inline-flex items-center gap-2" href={pathIn(locale, `/press/${id}/file`)} download>
        <Icon of={Download} />
        {t("download", { file: `${kind}, ${weight}` })}
      </a>
    </p>
  );
}
