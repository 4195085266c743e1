import { useTranslation } from "react-i18next";
import type { CriteriaRow } from "#contract/accounts/criteria-editing";
import { formatEuros } from "#contract/giving/money";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The versions before the one in force, each with a page of its own. */
export function EarlierVersions({ versions }: { versions: CriteriaRow[] }) {
  const { t } = useTranslation("criteria");
  const { locale } = usePage();
  const columns = (["number", "publishedAt", "publishedBy", "rule", "questions"] as const).map((name) => ({
    name,
    title: t(`earlier.${name}`),
  }));
  const labelOf = (name: (typeof columns)[number]["name"]) => t(`earlier.${name}`);
  return (
    <Panel title={t("earlier.title")}>
      {versions.length === 0 ? (
        <p>{t("earlier.none")}</p>
      ) : (
        <table className="list-table">
          <caption className="sr-only">{t("earlier.caption")}</caption>
          <thead>
            <tr>
              {columns.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.map(({ id, number, publishedAt, publishedBy, rule, questionCount }) => (
              <tr key={id}>
                <td>
                  <Link to={`/dashboard/admin/criteria/${id}`}>{t("version", { number })}</Link>
                </td>
                <td data-label={labelOf("publishedAt")}>
                  <LocalDate value={publishedAt} />
                </td>
                <td data-label={labelOf("publishedBy")}>{publishedBy ?? "–"}</td>
                <td data-label={labelOf("rule")}>
                  {t("earlier.bounds", { likely: formatEuros(locale, rule.likelyUpTo), doubt: formatEuros(locale, rule.doubtUpTo) })}
                </td>
                <td data-label={labelOf("questions")} className="tabular-nums">
                  {questionCount}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
