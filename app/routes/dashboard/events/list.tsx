import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PageOf } from "#contract/api/endpoint";
import { type ComingEvent, ComingEventsQuery, eventRegistrationsApi } from "#contract/charity/event-registrations";
import { eventTypes } from "#contract/charity/events";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { SearchForm } from "~/forms/search-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ListFoot, ListHead } from "~/lists/list-frame";
import { withQuery } from "~/lists/list-request";
import { PauseNotice } from "~/subjects/event-registrations/pause-notice";
import { daysOf, monthAfter, monthOf } from "~/subjects/events/month";
import { MonthTable } from "~/subjects/events/month-table";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";
import { ComingRow } from "./coming-row";
import { DayEvent } from "./day-event";

const path = "/dashboard/events";
const monthName = "month";

export const handle = { i18n: ["events", "content", "lists", "kits"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t } = args.context;
  const search = new URL(args.request.url).search;
  const query = ComingEventsQuery.parse(Object.fromEntries(new URLSearchParams(search)));
  const today = franceDay(new Date());
  const month = monthOf(new URLSearchParams(search).get(monthName), today);
  const [page, { pause }] = await Promise.all([
    api.call(eventRegistrationsApi.list, { query: (month ? ofMonth(query, month) : query) as never }),
    api.call(eventRegistrationsApi.pause),
  ]);
  return { page, pause, query, search, month, today, hasTeam: user.extraData.team !== null, title: t(`titles:${path}`) };
}

/** The whole of a month, with the filters of the list. */
function ofMonth(query: ComingEventsQuery, month: string): ComingEventsQuery {
  const { first, last } = daysOf(month);
  return { ...query, sort: "startsAt", order: "asc", startsAtFrom: first, startsAtTo: last, page: 1, perPage: 100 };
}

export default function Events() {
  const { page, pause, query, search, month, today, hasTeam } = useLoaderData<typeof loader>();
  const { t } = useTranslation("events");
  const { t: content } = useTranslation("content");
  const to = (change: Record<string, string | null>) => path + withQuery(search, { page: null, after: null, before: null, ...change });
  const isByDistance = !month && page.measured && query.sort === "distance";
  const saysDistances = isByDistance || (page.measured && page.items.some(({ km }) => km !== null));
  return (
    <div className="grid gap-5">
      <ListHead title={t("coming.title")} count={t("coming.count", { count: page.total })} />
      <PauseNotice pause={pause} />
      <SearchForm id="events" action={path} label={t("coming.search")} button={t("coming.searchButton")} value={query.q} />
      <Pills
        label={t("coming.filter")}
        links={[
          { to: to({ type: null, near: null, free: null }), label: t("coming.all"), current: !query.type && !query.near && !query.free },
          ...(hasTeam ? [{ to: to({ near: query.near ? null : "yes" }), label: t("coming.near"), current: query.near === "yes" }] : []),
          { to: to({ free: query.free ? null : "yes" }), label: t("coming.free"), current: query.free === "yes" },
          ...eventTypes.map((type) => ({
            to: to({ type: query.type === type ? null : type }),
            label: content(`events.choice.type.${type}`),
            current: query.type === type,
          })),
        ]}
      />
      <Pills
        label={t("month.views")}
        links={[
          { to: to({ [monthName]: null, sort: null }), label: t("month.list"), current: !month && !isByDistance },
          ...(saysDistances
            ? [{ to: to({ [monthName]: null, sort: "distance" }), label: t("distance.nearest"), current: isByDistance }]
            : []),
          { to: to({ [monthName]: month ?? today.slice(0, 7) }), label: t("month.view"), current: !!month },
        ]}
      />
      {month && <RestOfMonth month={month} page={page} to={to} />}
      {month ? (
        <MonthTable
          month={month}
          today={today}
          events={page.items}
          previous={month > today.slice(0, 7) ? to({ [monthName]: monthAfter(month, -1) }) : null}
          next={monthAfter(month, 1) === month ? null : to({ [monthName]: monthAfter(month, 1) })}
          legend={t("month.key")}
          inCell={(event) => <DayEvent event={event} />}
          inList={(event) => <ComingRow key={event.id} event={event} />}
        />
      ) : (
        <Listed events={page.items} isByDistance={isByDistance} />
      )}
      {!month && <ListFoot page={page} />}
    </div>
  );
}

type Rest = { month: string; page: Pick<PageOf<ComingEvent>, "items" | "total">; to: (change: Record<string, string | null>) => string };

/** That a month has more events than its table shows, with a link to the others in the list. */
function RestOfMonth({ month, page: { items, total }, to }: Rest) {
  const { t } = useTranslation("events");
  const last = items.at(-1);
  if (!last || total <= items.length) return null;
  const rest = { [monthName]: null, sort: null, startsAtFrom: franceDay(new Date(last.startsAt)), startsAtTo: daysOf(month).last };
  return (
    <p>
      {t("month.cut", { shown: items.length, total })} <Link to={to(rest)}>{t("month.rest")}</Link>
    </p>
  );
}

function Listed({ events, isByDistance }: { events: ComingEvent[]; isByDistance: boolean }) {
  const { t } = useTranslation("events");
  if (events.length === 0) return <EmptyState drawing="door" text={t("coming.empty")} action={{ to: path, label: t("coming.all") }} />;
  if (!isByDistance) return <EventsByMonth events={events} />;
  return (
    <Panel title={t("distance.nearest")}>
      <p className="muted mb-3">{t("distance.about")}</p>
      <ul className="rows">
        {events.map((event) => (
          <ComingRow key={event.id} event={event} />
        ))}
      </ul>
    </Panel>
  );
}

function EventsByMonth({ events }: { events: ComingEvent[] }) {
  const { locale } = usePage();
  const months = Map.groupBy(events, ({ startsAt }) => franceDay(new Date(startsAt)).slice(0, 7));
  return [...months].map(([month, inMonth]) => (
    <Panel key={month} title={capitalised(formatDate(locale, `${month}-15T12:00:00Z`, "month"))}>
      <ul className="rows">
        {inMonth.map((event) => (
          <ComingRow key={event.id} event={event} />
        ))}
      </ul>
    </Panel>
  ));
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const ErrorBoundary = OfficeError;
