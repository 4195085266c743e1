import { Paperclip } from "lucide";
import { useTranslation } from "react-i18next";
import type { ThreadMessage } from "#contract/charity/threads";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

type Props = { file: NonNullable<ThreadMessage["file"]>; path: string };

/** The file of a message, as a download. */
export function MessageFile({ file, path }: Props) {
  const { t } = useTranslation("threads");
  const { locale } = usePage();
  return (
    <a className="mt-2 inline-flex min-h-11 max-w-full items-center gap-2 py-1 font-semibold" href={pathIn(locale, path)} download>
      <Icon of={Paperclip} className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{file.name}</span>
      <span className="muted whitespace-nowrap text-sm">{t("kilobytes", { count: Math.max(1, Math.round(file.bytes / 1000)) })}</span>
    </a>
  );
}
