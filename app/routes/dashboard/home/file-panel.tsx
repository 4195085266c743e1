import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { writtenDay } from "#contract/formats/france-time";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The state of a student's file and documents, and where help is. */
export function FilePanel({ file: { validUntil, toConfirm, document } }: { file: NonNullable<Dashboard["file"]> }) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const validity = validUntil ? t("file.valid", { day: writtenDay(locale, validUntil) }) : t("file.notValid");
  return (
    <Panel title={t("file.title")} link={{ to: "/dashboard/my-file", label: t("file.open") }}>
      <p>{toConfirm ? t("file.toConfirm") : validity}</p>
      {document && document !== "accepted" && <p className="muted mt-1">{t(`file.document.${document}`)}</p>}
      <ul className="mt-3 grid gap-1">
        <li>
          <Link to="/account/chat" className="inline-block py-1 font-semibold">
            {t("file.chat")}
          </Link>
        </li>
        <li>
          <Link to="/further-support#near-me" className="inline-block py-1 font-semibold">
            {t("file.near")}
          </Link>
        </li>
      </ul>
    </Panel>
  );
}
