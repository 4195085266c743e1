import { Check, Minus } from "lucide";
import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { isForLife } from "#contract/charity/lifetime";
import type { ArticleCard } from "#contract/publishing/articles";
import { ArticleFacts } from "~/subjects/articles/cards";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { ReachButtons } from "./reach-buttons";

export function NewsPanel({ articles }: { articles: ArticleCard[] }) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("news.title")} link={{ to: "/news", label: t("news.all") }}>
      <ul className="rows">
        {articles.map((article) => (
          <li key={article.id}>
            <div>
              <ArticleFacts article={article} />
              <Link to={`/news/${article.slug}`} className="row-title" lang={article.locale}>
                {article.title}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The person's team, with how to reach it. */
export function SectorPanel({ team, reach }: { team: NonNullable<Dashboard["team"]>; reach: boolean }) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("team.title")}>
      <p className="text-xl font-extrabold">{team.name}</p>
      {team.slogan && <p className="mt-1">{team.slogan}</p>}
      {team.people !== null && <p className="muted mt-2">{t("team.people", { count: team.people })}</p>}
      {reach && (
        <p className="actions mt-3">
          <ReachButtons team={team} variant="line" />
        </p>
      )}
    </Panel>
  );
}

/** The sectors that the person manages. */
export function SectorsPanel({ sectors }: { sectors: Dashboard["sectors"] }) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("sectors")}>
      <ul className="rows">
        {sectors.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/dashboard/my-sectors/${id}`} className="row-title">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The person's membership; the page of it is for those who work for the charity. */
export function MembershipPanel({ membership, opens }: { membership: Dashboard["membership"]; opens: boolean }) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  return (
    <Panel title={t("membership.title")} link={opens ? { to: "/account/membership", label: t("membership.open") } : undefined}>
      {membership ? (
        <Badge meaning="success" icon={Check}>
          {isForLife({ endDate: membership.until })
            ? t("membership.forLife")
            : t("membership.until", { date: formatDate(locale, `${membership.until}T12:00:00Z`, "full") })}
        </Badge>
      ) : (
        <Badge meaning="plain" icon={Minus}>
          {t("membership.none")}
        </Badge>
      )}
    </Panel>
  );
}
