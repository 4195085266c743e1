import { useTranslation } from "react-i18next";
import type { shownException } from "~/subjects/tasks/shown-task";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

type Props = { exceptions: ReturnType<typeof shownException>[]; underWay: boolean; path: string; more: boolean; after?: string };

/** What was not done, each with the reason and a link, some at a time. */
export function Exceptions({ exceptions, underWay, path, more, after }: Props) {
  const { t } = useTranslation("tasks");
  const last = exceptions.at(-1);
  if (!last && !after) return null;
  return (
    <Panel title={t(underWay ? "leftSoFar" : "left")}>
      <ul className="rows">
        {exceptions.map(({ id, name, path: page, reason }) => (
          <li key={id}>
            <div className="min-w-48 grow">
              <span className="font-semibold wrap-anywhere">{name ?? t("noName")}</span>
              <span className="block text-sm text-warning">{reason}</span>
            </div>
            {page && name && (
              <Link to={page} className="btn btn-line btn-small">
                {t("openOne")} <span className="sr-only">{name}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {(more || after) && (
        <p className="actions mt-4">
          {more && last && (
            <ButtonLink to={`${path}?after=${last.position}`} variant="line">
              {t("moreExceptions")}
            </ButtonLink>
          )}
          {after && <Link to={path}>{t("firstExceptions")}</Link>}
        </p>
      )}
    </Panel>
  );
}
