import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { franceDay, hourText } from "#contract/formats/france-time";
import { DayBlock } from "~/subjects/events/day-block";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = { dates: Dashboard["agenda"]; now: string; mayOpen: boolean };

/** The events of today and of the following week. */
export function AgendaPanel({ dates, now, mayOpen }: Props) {
  const { t } = useTranslation("dashboard");
  const today = franceDay(new Date(now));
  const isToday = ({ startsAt }: Props["dates"][number]) => franceDay(new Date(startsAt)) <= today;
  const parts = [
    { name: "today", rows: dates.filter(isToday) },
    { name: "week", rows: dates.filter((date) => !isToday(date)) },
  ] as const;
  return (
    <Panel title={t("agenda.title")} link={mayOpen ? { to: "/dashboard/admin/events", label: t("agenda.all") } : undefined}>
      {dates.length === 0 && <p className="muted">{t("agenda.empty")}</p>}
      {parts
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => (
          <div key={name} className="not-first:mt-4">
            <h3 className="muted mb-2 text-sm font-semibold">{t(`agenda.${name}`)}</h3>
            <ul className="rows">
              {rows.map((row) => (
                <AgendaRow key={row.id} date={row} mayOpen={mayOpen} />
              ))}
            </ul>
          </div>
        ))}
    </Panel>
  );
}

function AgendaRow({ date: { id, title, startsAt, placeName, team }, mayOpen }: { date: Props["dates"][number]; mayOpen: boolean }) {
  const { locale } = usePage();
  const name = <LocalizedText of={title} />;
  const when = [formatDate(locale, startsAt, "weekday"), hourText(locale, new Date(startsAt)), placeName, team];
  return (
    <li>
      <DayBlock startsAt={startsAt} />
      <span className="min-w-0 flex-1">
        {mayOpen ? (
          <Link to={`/dashboard/admin/events/${id}`} className="row-title">
            {name}
          </Link>
        ) : (
          <strong>{name}</strong>
        )}
        <small className="muted block first-letter:uppercase">{when.filter(Boolean).join(", ")}</small>
      </span>
    </li>
  );
}
