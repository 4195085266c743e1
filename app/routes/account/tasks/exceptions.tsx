import { useTranslation } from "react-i18next";
import type { shownException } from "~/subjects/tasks/shown-task";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

/** What was not done, each with the reason and a link. */
export function Exceptions({ exceptions, underWay }: { exceptions: ReturnType<typeof shownException>[]; underWay: boolean }) {
  const { t } = useTranslation("tasks");
  if (exceptions.length === 0) return null;
  return (
    <Panel title={t(underWay ? "leftSoFar" : "left")}>
      <ul className="rows">
        {exceptions.map(({ id, name, path, reason }) => (
          <li key={id}>
            <div className="min-w-0 grow">
              {path && name ? (
                <Link to={path} className="font-semibold wrap-anywhere">
                  {name}
                </Link>
              ) : (
                <span className="font-semibold">{name ?? t("noName")}</span>
              )}
              <span className="block text-sm text-warning">{reason}</span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
