import { ExternalLink } from "lucide";
import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

/** A mail as plain text, with a link to its HTML on a separate page. */
export function MailText({ text, html }: { text: string; html: string }) {
  const { t } = useTranslation("outbox");
  const { locale } = usePage();
  return (
    <div className="grid gap-3">
      <pre className="panel max-w-3xl whitespace-pre-wrap break-words font-sans">{text}</pre>
      <p>
        <a className="inline-flex items-center gap-1 font-semibold" href={pathIn(locale, html)}>
          {t("html")}
          <Icon of={ExternalLink} className="size-4" />
        </a>
      </p>
    </div>
  );
}
