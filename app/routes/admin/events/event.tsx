import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Clock } from "lucide";
import { useTranslation } from "react-i18next";
import { hasPermission } from "#contract/accounts/roles";
import { ContactDraft, eventDayApi, Reopening } from "#contract/charity/event-day";
import { EventCopy, EventRecord, eventsApi } from "#contract/charity/events";
import { instantInFrance } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { useIsAdmin } from "~/layouts/office/use-is-admin";
import { pageMeta } from "~/layouts/page-meta";
import { notifyHelpers } from "~/subjects/event-registrations/helpers-act.server";
import { HelpersPanel } from "~/subjects/event-registrations/helpers-panel";
import { timeText } from "~/subjects/events/event-times";
import { JoinLink } from "~/subjects/events/join-link";
import { placeText } from "~/subjects/events/place-text";
import { remind } from "~/subjects/hours/remind.server";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EnglishBadge } from "~/ui/english-badge";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { Panel } from "~/ui/panel";
import { useRefreshWhile } from "~/ui/refresh-while";
import { StatusBadge } from "~/ui/status-badge";
import { ClosedEvent, CloseEvent } from "./close-event";
import { closeEvent } from "./closing.server";
import { ContactPanel } from "./contact-panel";
import { CopyEventForm } from "./copy-event-form";
import { AwayPeople, DayBand, DayTasks, doorOf, MissingPeople, SeekingPeople } from "./event-day";
import { EventTabs } from "./event-tabs";
import { QuotaBars } from "./quota-bars";

const path = "/dashboard/admin/events/{id}";
const list = "/dashboard/admin/events";

export const handle = { i18n: ["events", "content", "notified", "hours"] } as const satisfies PageHandle;

export const meta = pageMeta;

const instant = (wallTime: string) => (instantInFrance(wallTime) ?? new Date(0)).toISOString();

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t, locale } = args.context;
  const params = { id: args.params.id ?? "" };
  const [record, day, notified] = await Promise.all([
    api.call(eventsApi.admin.get, { params }).catch(orNotFound),
    api.call(eventDayApi.get, { params }).catch(orNotFound),
    user.role === "ADMIN" ? notifiedOf(args.context, params.id) : null,
  ]);
  const event = EventRecord.parse(record);
  const times = { startsAt: instant(event.startsAt), endsAt: instant(event.endsAt) };
  const title = `${readIn(locale, event.title).text} - ${t(`titles:${path}`)}`;
  return {
    event,
    day,
    notified,
    submission: crypto.randomUUID(),
    rules: rulesOf({ copy: EventCopy, reopening: Reopening, contact: ContactDraft }),
    mayReopen: hasPermission(user, "EVENTS_REOPEN"),
    when: timeText(locale, t, times, "whole"),
    over: times.endsAt <= new Date().toISOString(),
    title,
    crumb: crumb(t),
  };
}

const crumb = (t: LoaderFunctionArgs["context"]["t"]) => ({ label: t("content:events.list"), to: list });

/** Copies the event, closes it or opens it again, notifies volunteers that it needs people, or reminds those who have not confirmed their hours. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const form = await args.request.clone().formData();
  if (form.get("intent") === "copy")
    return submit(args, EventCopy, async (body) => {
      const copy = await api.call(eventsApi.copy, { params: { id }, body }).catch(orNotFound);
      return { to: `${list}/${copy.id}/edit`, toast: { title: t("events:copy.done") } };
    });
  if (form.get("intent") === "close") return closeEvent(args.context, { id, form, back: `${list}/${id}` });
  if (form.get("intent") === "contact")
    return submit(args, ContactDraft, async (body) => {
      await api.call(eventDayApi.setContact, { params: { id }, body });
      return { to: `${list}/${id}`, toast: { title: t("events:contact.done") } };
    });
  if (form.get("intent") === "reopen")
    return submit(args, Reopening, async (body) => {
      await api.call(eventDayApi.reopen, { params: { id }, body }).catch(orNotFound);
      return { to: `${list}/${id}`, toast: { title: t("events:close.reopened") } };
    });
  if (form.get("intent") === "remind") {
    await remind(args.context, { eventId: id });
    return redirect(`${list}/${id}`, 303);
  }
  return notifyHelpers(args.context, { id, form, back: `${list}/${id}` });
}

export default function Event() {
  const { event, day, notified, submission, when, over, mayReopen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? undefined;
  const answerOf = (intent: string) => (answer?.result.initialValue?.intent === intent ? answer : undefined);
  useRefreshWhile(day.stage === "running");
  const { t } = useTranslation("events");
  const { t: content } = useTranslation("content");
  const { title, summary, accessNotes, type, onlineUrl, status, visibility, english, id } = event;
  const isAdmin = useIsAdmin();
  const { sector, project, quotas, helpers, seriesDates } = day;
  const calls = day.missing.length > 0 || day.seeking.length > 0 || day.away.length > 0 || helpers !== null;
  const places = (
    <div className="max-lg:order-last">
      <Panel
        title={t("tabs.places")}
        link={{ to: `${list}/${id}/places`, label: t(quotas.length > 0 ? "participants.adjust" : "participants.open") }}
      >
        {quotas.length > 0 ? <QuotaBars quotas={quotas} /> : <p className="muted">{t("participants.none")}</p>}
      </Panel>
    </div>
  );
  const facts = [
    { label: t("office.when"), value: when },
    ...(seriesDates === null
      ? []
      : [
          {
            label: t("office.series"),
            value: <Link to={`${list}/${id}/series`}>{content("events.own.seriesDates", { count: seriesDates })}</Link>,
          },
        ]),
    { label: t("office.type"), value: content(`events.choice.type.${type}`) },
    { label: t("office.team"), value: sector ?? "–" },
    ...(project ? [{ label: t("office.project"), value: <ProjectName {...project} /> }] : []),
    {
      label: t("office.place"),
      value: <span className="block first-letter:uppercase">{placeText(t, { ...event, online: !!onlineUrl })}</span>,
    },
    ...(onlineUrl ? [{ label: t("online.link"), value: <JoinLink url={onlineUrl} /> }] : []),
    ...(accessNotes.fr ? [{ label: t("office.access"), value: <LocalizedText of={accessNotes} mark /> }] : []),
  ];
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={title} mark />
      </h1>
      <EventTabs event={{ id, type }} />
      <DayBand id={id} day={day} />
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <div className="contents lg:grid lg:gap-5">
          <DayTasks id={id} day={day} submission={submission} />
          {day.stage === "to_close" && <CloseEvent tasks={day.tasks} mayReopen={mayReopen} submission={submission} />}
          {day.closed && <ClosedEvent closed={day.closed} mayReopen={mayReopen} answer={answerOf("reopen")} submission={submission} />}
          {calls && places}
        </div>
        <div className="contents lg:grid lg:gap-5">
          <MissingPeople id={id} people={day.missing} total={day.counts.missing} />
          <AwayPeople id={id} people={day.away} total={day.counts.away} />
          <SeekingPeople id={id} people={day.seeking} total={day.counts.seeking} />
          <ContactPanel contact={day.contact} answer={answerOf("contact")} submission={submission} />
          {helpers && <HelpersPanel helpers={helpers} submission={submission} />}
          {!calls && places}
        </div>
      </div>
      <section className="panel grid gap-5" aria-label={t("office.about")}>
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={status} />
          <EnglishBadge state={english} />
          {over && (
            <Badge meaning="plain" icon={Clock}>
              {t("office.over")}
            </Badge>
          )}
        </p>
        {summary.fr && (
          <p className="max-w-2xl text-lg">
            <LocalizedText of={summary} mark />
          </p>
        )}
        <Facts facts={facts} className="grid gap-x-8 gap-y-4 sm:grid-cols-2" />
        <p className="actions">
          {status === "published" && visibility === "public" && (
            <ButtonLink variant="line" to={`/events/${id}`}>
              {content("seeOnSite")}
            </ButtonLink>
          )}
          {status !== "draft" && day.stage === "sign_up" && (
            <ButtonLink variant="line" to={doorOf(id, isAdmin)}>
              {t("openDoor")}
            </ButtonLink>
          )}
          <ButtonLink variant="line" to={`${list}/${id}/edit`}>
            {t("office.edit")}
          </ButtonLink>
        </p>
      </section>
      {notified && <NotifiedPanel notified={notified} />}
      <CopyEventForm answer={answerOf("copy")} submission={submission} />
    </div>
  );
}

function ProjectName({ id, name }: { id: string; name: Localized }) {
  const text = <LocalizedText of={name} />;
  return useIsAdmin() ? <Link to={`/dashboard/admin/projects/${id}/edit`}>{text}</Link> : text;
}

export const ErrorBoundary = OfficeError;
