import { Check, Clock, type IconNode, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { writtenDay } from "#contract/formats/france-time";
import { Badge, type BadgeMeaning } from "~/ui/badge";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { shownNumber, telephone } from "~/ui/telephone";
import type { OwnNames } from "./own-names.server";

type File = NonNullable<Dashboard["file"]>;
type State = File["documents"][number]["state"];

const badges: Record<State, { meaning: BadgeMeaning; icon: IconNode }> = {
  pending: { meaning: "warning", icon: Clock },
  accepted: { meaning: "success", icon: Check },
  rejected: { meaning: "danger", icon: X },
};

/** The state of a student's file and of the latest documents in it. */
export function FilePanel({ file: { validUntil, toConfirm, documents }, names }: { file: File; names: OwnNames }) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const validity = validUntil ? t("file.valid", { day: writtenDay(locale, validUntil) }) : t("file.notValid");
  return (
    <Panel title={t("file.title")} link={{ to: "/dashboard/my-file", label: t("file.open") }}>
      <p>{toConfirm ? t("file.toConfirm") : validity}</p>
      {documents.length > 0 && (
        <ul className="rows mt-3">
          {documents.map(({ kind, state, at }) => (
            <li key={`${kind} ${at}`}>
              <span className="min-w-0 flex-1">
                <strong className="block">{names.documents[kind]}</strong>
                <small className="muted">
                  {t("file.sent")} <LocalDate value={at} />
                </small>
              </span>
              <Badge {...badges[state]}>{t(`file.document.${state}`)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3">
        <Link to="/account/chat" className="inline-block py-1 font-semibold">
          {t("file.chat")}
        </Link>
      </p>
    </Panel>
  );
}

/** The services that are nearest to a student, and the way to the others. */
export function NearPanel({ services }: { services: File["near"] }) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("near.title")} link={{ to: "/further-support#near-me", label: t("near.all") }}>
      {services.length === 0 && <p>{t("near.none")}</p>}
      <ul className="rows">
        {services.map(({ id, name, phone }) => (
          <li key={id}>
            <strong className="min-w-0 flex-1 wrap-anywhere">{name}</strong>
            {phone && (
              <a className="inline-block whitespace-nowrap py-1 font-semibold" href={telephone(phone)}>
                {shownNumber(phone)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
