import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { writtenDay } from "#contract/formats/france-time";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const lists: Record<Dashboard["runningOut"][number]["kind"], string> = {
  documentsExpired: "/dashboard/admin/users/drivers?papers=expired",
  documentsSoon: "/dashboard/admin/users/drivers?papers=soon",
  memberships: "/dashboard/admin/memberships?state=ending",
};

/** What ends soon or has ended, each with the list of those whom it concerns. */
export function RunningOutPanel({ rows }: { rows: Dashboard["runningOut"] }) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  return (
    <Panel title={t("runningOut.title")}>
      <ul className="rows">
        {rows.map(({ kind, count, first }) => (
          <li key={kind}>
            <span className="min-w-0 flex-1">
              <Link to={lists[kind]} className="row-title">
                {t(`runningOut.${kind}`, { count })}
              </Link>
              <small className="muted block">{t("runningOut.first", { day: writtenDay(locale, first) })}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
