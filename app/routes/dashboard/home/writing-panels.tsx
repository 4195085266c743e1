import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { StatusBadge } from "~/subjects/articles/badges";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

type Writing = NonNullable<Dashboard["writing"]>;

/** The person's own unpublished articles. */
export function MyArticlesPanel({ articles }: { articles: Writing["mine"] }) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("mine.title")} link={{ to: "/dashboard/admin/news/create", label: t("mine.cta") }}>
      {articles.length === 0 ? (
        <p>{t("mine.empty")}</p>
      ) : (
        <ul className="rows">
          {articles.map(({ id, title, status, updatedAt }) => (
            <li key={id}>
              <span className="min-w-0 flex-[1_1_11rem]">
                <Link to={`/dashboard/admin/news/${id}/edit`} className="row-title">
                  {title}
                </Link>
                <small className="muted block">
                  {t("mine.updated")} <LocalDate value={updatedAt} />
                </small>
              </span>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
