import type { TFunction } from "i18next";
import { Check } from "lucide";
import { useTranslation } from "react-i18next";
import type { Role } from "#contract/accounts/roles";
import type { Dashboard } from "#contract/charity/dashboard";
import { franceDay, hourText } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { useTranslate } from "~/i18n/use-translate";
import { OwnStatus } from "~/subjects/event-registrations/registration-state";
import { DayBlock } from "~/subjects/events/day-block";
import { placeText } from "~/subjects/events/place-text";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = { dates: Dashboard["agenda"]; now: string; role: Role };

/** The folder of an event's page for each role; donors read the public ones. */
const folders: Record<Role, "/dashboard/admin/events" | "/dashboard/events" | "/events"> = {
  ADMIN: "/dashboard/admin/events",
  VOLUNTEER: "/dashboard/events",
  BENEFICIARY: "/dashboard/events",
  DONATOR_MERCHANT: "/events",
  DONATOR_INDIVIDUAL: "/events",
};

/** The events of today and of the following week; without any, the next one. */
export function AgendaPanel({ dates, now, role }: Props) {
  const { t } = useTranslation("dashboard");
  const folder = folders[role];
  const today = franceDay(new Date(now));
  const lastDay = addDays(today, 7);
  const dayOf = ({ startsAt }: Props["dates"][number]) => franceDay(new Date(startsAt));
  const parts = [
    { name: "today", rows: dates.filter((date) => dayOf(date) <= today) },
    { name: "week", rows: dates.filter((date) => dayOf(date) > today && dayOf(date) <= lastDay) },
    { name: "next", rows: dates.filter((date) => dayOf(date) > lastDay) },
  ] as const;
  return (
    <Panel title={t("agenda.title")} link={folder === "/events" ? undefined : { to: folder, label: t("agenda.all") }}>
      {dates.length === 0 && <p className="muted">{t("agenda.empty")}</p>}
      {parts
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => (
          <div key={name} className="not-first:mt-4">
            <h3 className="muted mb-2 text-sm font-semibold">{t(`agenda.${name}`)}</h3>
            <ul className="rows">
              {rows.map((row) => (
                <AgendaRow key={row.id} date={row} folder={folder} />
              ))}
            </ul>
          </div>
        ))}
    </Panel>
  );
}

function AgendaRow({ date, folder }: { date: Props["dates"][number]; folder: string }) {
  const { locale } = usePage();
  const { t } = useTranslation("dashboard");
  const translate = useTranslate();
  const { id, title, startsAt, placeName, online, team, mine, places } = date;
  const when = [
    formatDate(locale, startsAt, "weekday"),
    hourText(locale, new Date(startsAt)),
    placeText(translate, { placeName, online }),
    team,
  ];
  const isFull = places?.capacity != null && places.taken >= places.capacity;
  return (
    <li>
      <DayBlock startsAt={startsAt} />
      <span className="min-w-0 flex-[1_1_11rem]">
        <Link to={`${folder}/${id}`} className="row-title">
          <LocalizedText of={title} />
        </Link>
        <small className="muted block first-letter:uppercase">{when.filter(Boolean).join(", ")}</small>
        {places && <small className="muted block">{placesText(places, t)}</small>}
      </span>
      {(isFull || mine) && (
        <span className="flex flex-wrap gap-1.5 max-sm:basis-full max-sm:pl-[4.875rem]">
          {isFull && (
            <Badge meaning="success" icon={Check}>
              {t("agenda.full")}
            </Badge>
          )}
          {mine && <OwnStatus status={mine} />}
        </span>
      )}
    </li>
  );
}

function placesText({ taken, capacity }: NonNullable<Props["dates"][number]["places"]>, t: TFunction<"dashboard">): string {
  return capacity === null ? t("agenda.taken", { count: taken }) : t("agenda.fill", { taken, count: capacity });
}
