import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FoundRecords } from "#contract/charity/office-search";
import { writtenDay } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import { Marked } from "~/search/marked";
import { markWordStarts } from "~/search/word-starts";
import { StatusBadge } from "~/subjects/articles/badges";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = { found: FoundRecords; q: string };

/** The events, articles and gifts that match the search, each with a link to its page. */
export function FoundRecordPanels({ found: { events, articles, pledges, payments }, q }: Props) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const titled = (title: Localized) => {
    const { text, locale: written } = readIn(locale, title);
    return <Marked text={markWordStarts(text, q)} locale={written} />;
  };
  return (
    <>
      {events.length > 0 && (
        <Panel title={t("nav.events")}>
          <ul className="rows">
            {events.map(({ id, title, startsAt, managed }) => (
              <FoundRow
                key={id}
                to={`${managed ? "/dashboard/admin/events" : "/dashboard/events"}/${id}`}
                title={titled(title)}
                about={formatDate(locale, startsAt, "full")}
              />
            ))}
          </ul>
        </Panel>
      )}
      {articles.length > 0 && (
        <Panel title={t("nav.articles")}>
          <ul className="rows">
            {articles.map(({ id, title, status }) => (
              <FoundRow key={id} to={`/dashboard/admin/news/${id}/view`} title={titled(title)} badge={<StatusBadge status={status} />} />
            ))}
          </ul>
        </Panel>
      )}
      {pledges.length + payments.length > 0 && (
        <Panel title={t("nav.donations")}>
          <ul className="rows">
            {pledges.map(({ id, reference, amountCents, at }) => (
              <FoundRow
                key={id}
                to={`/dashboard/admin/donations/pledges/${id}`}
                title={reference}
                about={`${t("search.pledge", { amount: formatEuros(locale, amountCents) })}, ${formatDate(locale, at, "full")}`}
              />
            ))}
            {payments.map(({ id, reference, signedCents, receivedOn }) => (
              <FoundRow
                key={id}
                to={`/dashboard/admin/donations/${id}`}
                title={reference}
                about={`${t("search.payment", { amount: formatEuros(locale, signedCents) })}, ${writtenDay(locale, receivedOn)}`}
              />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function FoundRow({ to, title, about, badge }: { to: string; title: ReactNode; about?: string; badge?: ReactNode }) {
  return (
    <li>
      <span className="min-w-0 flex-1">
        <Link to={to} className="row-title">
          {title}
        </Link>
        {about && <small className="muted block">{about}</small>}
      </span>
      {badge}
    </li>
  );
}
