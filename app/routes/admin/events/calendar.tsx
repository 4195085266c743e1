import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { eventsApi, eventTypes } from "#contract/charity/events";
import { franceDay, hourText, instantInFrance } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import type { ContentRow } from "#contract/publishing/content";
import { gate } from "~/access/gate.server";
import { eventPlaces } from "~/content/subjects/event-places";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { withQuery } from "~/lists/list-request";
import { DayBlock } from "~/subjects/events/day-block";
import { EventViews, eventCalendar } from "~/subjects/events/event-views";
import { daysOf, monthAfter, monthOf } from "~/subjects/events/month";
import { MonthTable } from "~/subjects/events/month-table";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Pills } from "~/ui/pills";
import { StatusBadge } from "~/ui/status-badge";

const list = "/dashboard/admin/events";
const monthName = "month";
/** How far back the months go. */
const monthsBefore = 24;

/** An event of the list, with the instant of its beginning, ISO and UTC. */
type Event = ContentRow & { title: Localized; startsAt: string };

export const handle = { i18n: ["events", "content"], crumb: { label: "content:events.list", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, eventCalendar);
  const { api, t } = args.context;
  const { search, searchParams } = new URL(args.request.url);
  const today = franceDay(new Date());
  const month = monthOf(searchParams.get(monthName), today, monthsBefore) ?? today.slice(0, 7);
  const { first, last } = daysOf(month);
  const type = eventTypes.find((one) => one === searchParams.get("type"));
  const query = { type, sort: "startsAt", order: "asc", startsAtFrom: first, startsAtTo: last, perPage: 100 };
  const { items, total } = await api.call(eventsApi.admin.list, { query: query as never });
  const events = items
    .map((row): Event => ({ ...row, startsAt: instantInFrance(String(row.startsAt))?.toISOString() ?? "" }))
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt));
  return { events, total, month, type, today, search, title: t(`titles:${eventCalendar}`) };
}

/** All events of staff in the months in which they begin, drafts and those that are over as well. */
export default function EventCalendar() {
  const { events, total, month, type, today, search, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("events");
  const { t: content } = useTranslation("content");
  const to = (change: Record<string, string | null>) => eventCalendar + withQuery(search, change);
  const turned = (by: number) => {
    const other = monthAfter(month, by);
    return monthOf(other, today, monthsBefore) === other ? to({ [monthName]: other }) : null;
  };
  const { first, last } = daysOf(month);
  return (
    <div className="grid gap-5">
      <h1 className="office-title">{title}</h1>
      <EventViews data={{ type, month: true }} />
      <Pills
        label={t("coming.filter")}
        links={[
          { to: to({ type: null }), label: t("coming.all"), current: !type },
          ...eventTypes.map((one) => ({ to: to({ type: one }), label: content(`events.choice.type.${one}`), current: type === one })),
        ]}
      />
      {total > events.length && (
        <p>
          {t("month.some", { shown: events.length, total })}{" "}
          <Link to={list + withQuery("", { type: type ?? null, startsAtFrom: first, startsAtTo: last })}>{t("month.inList")}</Link>
        </p>
      )}
      <MonthTable
        month={month}
        today={today}
        events={events}
        previous={turned(-1)}
        next={turned(1)}
        legend={t("month.officeKey")}
        inCell={(event) => <InCell event={event} />}
        inList={(event) => <InList key={event.id} event={event} />}
      />
    </div>
  );
}

/** Whether an event takes place and is announced. */
const isAnnounced = ({ status, cancelled }: Event) => status === "published" && !cancelled;

function InCell({ event }: { event: Event }) {
  const t = useTranslate();
  const { locale } = usePage();
  const places = eventPlaces.value(event, t, locale);
  return (
    <Link
      to={`${list}/${event.id}`}
      className={`block rounded-md px-2 py-1 leading-tight font-semibold no-underline ${isAnnounced(event) ? "bg-primary-soft text-primary" : "bg-beige text-ink"}`}
    >
      <span className="block">{hourText(locale, new Date(event.startsAt))}</span>
      <span className="block wrap-anywhere">
        <LocalizedText of={event.title} />
      </span>
      {event.status !== "published" && <span className="block font-normal">{t(`content:status.${event.status}`)}</span>}
      {places !== null && <span className="block font-normal">{String(places)}</span>}
    </Link>
  );
}

function InList({ event }: { event: Event }) {
  const t = useTranslate();
  const { locale } = usePage();
  return (
    <li className="items-start">
      <DayBlock startsAt={event.startsAt} />
      <div className="min-w-0 flex-1">
        <Link to={`${list}/${event.id}`} className="row-title">
          <LocalizedText of={event.title} />
        </Link>
        <small className="muted block">{hourText(locale, new Date(event.startsAt))}</small>
        {eventPlaces.cell?.(event, t, locale)}
      </div>
      <StatusBadge status={event.status} />
    </li>
  );
}

export const ErrorBoundary = OfficeError;
