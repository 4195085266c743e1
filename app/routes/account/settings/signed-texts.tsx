import { FileText } from "lucide";
import { useTranslation } from "react-i18next";
import type { OwnSignature } from "#contract/law/legal-editing";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The texts one has signed, each with one's own copy. */
export function SignedTexts({ signatures }: { signatures: OwnSignature[] }) {
  const { t } = useTranslation("account");
  const { locale } = usePage();
  return (
    <Panel title={t("signed.title")}>
      <ul className="rows">
        {signatures.map(({ id, title, number, signedAt }) => (
          <li key={id}>
            <div className="min-w-48 grow">
              <strong className="block">{title}</strong>
              <span className="muted text-sm">
                {t("signed.version", { number })}, {t("signed.on")} <LocalDate value={signedAt} style="full" />
              </span>
            </div>
            <a className="btn btn-line" href={pathIn(locale, `/account/settings/signed/${id}`)} download>
              <Icon of={FileText} />
              {t("signed.download")}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
