import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { calendarFeedApi } from "#contract/charity/calendar-feed";
import { checkInsApi } from "#contract/charity/check-ins";
import { eventRegistrationsApi, ownEventLists } from "#contract/charity/event-registrations";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ListFoot } from "~/lists/list-frame";
import { CalendarFeedPanel } from "~/subjects/event-registrations/calendar-feed-panel";
import { actOnFeed } from "~/subjects/event-registrations/feed-act.server";
import { OfferBand } from "~/subjects/event-registrations/offer-band";
import { actOnOwn } from "~/subjects/event-registrations/own-act.server";
import { PauseNotice } from "~/subjects/event-registrations/pause-notice";
import { hasTicket, TicketLink } from "~/subjects/event-registrations/ticket-link";
import { placeText } from "~/subjects/events/place-text";
import { AwayButton } from "~/subjects/kit-orders/away-button";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";
import { ComingRow } from "./coming-row";

const path = "/dashboard/my-events";

export const handle = { i18n: ["events", "event-page", "lists", "kits"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await gate(args, path);
  const { api, t } = args.context;
  const query = new URL(args.request.url).searchParams;
  const which = ownEventLists.find((one) => one === query.get("which")) ?? "coming";
  const [page, { pause }, feed, doors] = await Promise.all([
    api.call(eventRegistrationsApi.mine, { query: { which, page: query.get("page") ?? "1" } as never }),
    api.call(eventRegistrationsApi.pause),
    api.call(calendarFeedApi.read),
    role === "VOLUNTEER" ? api.call(checkInsApi.doors) : { items: [] },
  ]);
  return { page, pause, which, feed, doors: doors.items, title: t(`titles:${path}`) };
}

/** Answers an offered place, of which a hidden field names the event; or makes or removes the secret address of the calendar. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const form = await args.request.clone().formData();
  const intent = form.get("intent");
  if (intent === "createFeed" || intent === "revokeFeed") return actOnFeed(args, intent, path);
  return actOnOwn(args, String(form.get("event") ?? ""), path);
}

export default function MyEvents() {
  const { page, pause, which, feed, doors } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const offered = page.items.filter(({ mine }) => mine?.status === "offered");
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="office-title">{t("mine.title")}</h1>
        <ButtonLink to="/dashboard/events">{t("mine.find")}</ButtonLink>
      </div>
      <PauseNotice pause={pause} />
      {offered.map((event) => (
        <OfferBand key={event.id} event={event} />
      ))}
      {doors.length > 0 && (
        <Panel title={t("doors")}>
          <ul className="rows">
            {doors.map(({ id, title, startsAt, placeName, online }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                <span>
                  <b>
                    <LocalizedText of={title} />
                  </b>
                  <span className="muted block">
                    {formatDate(locale, startsAt, "time")}, {placeText(t, { placeName, online })}
                  </span>
                </span>
                <ButtonLink to={`/dashboard/events/${id}/door`}>{t("openDoor")}</ButtonLink>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Pills
        label={t("mine.title")}
        links={[
          { to: path, label: t("mine.coming"), current: which === "coming" },
          { to: `${path}?which=past`, label: t("mine.past"), current: which === "past" },
        ]}
      />
      {page.items.length === 0 ? (
        <EmptyState drawing="door" text={t(`mine.empty.${which}`)} action={{ to: "/dashboard/events", label: t("mine.find") }} />
      ) : (
        <Panel title={t(`mine.${which}`)}>
          <ul className="rows">
            {page.items.map((event) => (
              <ComingRow key={event.id} event={event}>
                {which === "coming" && hasTicket(event) && <TicketLink id={event.id} />}
                {which === "coming" && <AwayButton event={event} />}
              </ComingRow>
            ))}
          </ul>
        </Panel>
      )}
      <ListFoot page={page} />
      <CalendarFeedPanel createdAt={feed.createdAt} url={made?.url} />
    </div>
  );
}

export const ErrorBoundary = OfficeError;
