import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Cancellation, participantsApi, Reinstatement, RulesDraft } from "#contract/charity/event-participants";
import { eventSeriesApi, SeriesCancellation } from "#contract/charity/event-series";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { LocalizedText } from "~/ui/localized-text";
import { CancelEventForm } from "./cancel-event-form";
import { EventTabs } from "./event-tabs";
import { PlacesForm } from "./places-form";
import { ReinstateForm } from "./reinstate-form";

const path = "/dashboard/admin/events/{id}/places";
const list = "/dashboard/admin/events";

export const handle = { i18n: ["events", "event-series", "content", "documents"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const params = { id: args.params.id ?? "" };
  const [places, { series, dates }] = await Promise.all([
    api.call(participantsApi.places, { params }).catch(orNotFound),
    api.call(eventSeriesApi.get, { params }).catch(orNotFound),
  ]);
  return {
    places,
    dates: series && dates.length > 1 ? dates : [],
    submission: crypto.randomUUID(),
    rules: rulesOf({ places: RulesDraft, cancellation: Cancellation, reinstatement: Reinstatement }),
    isReinstatable: places.event.cancelled && places.event.status === "published" && Date.parse(places.event.startsAt) > Date.now(),
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, places.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

/** Saves the places, cancels the event, or undoes that. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `${list}/${params.id}/participants`;
  const form = await args.request.clone().formData();
  if (form.get("intent") === "cancelEvent") {
    if (form.has("scope"))
      return submit(args, SeriesCancellation, async (body) => {
        const { dates, notified } = await api.call(eventSeriesApi.cancel, { params, body });
        const title = t("event-series:cancel.done", { count: dates });
        return { to, toast: { title: `${title} ${t("events:done.eventCancelled", { count: notified })}` } };
      });
    return submit(args, Cancellation, async (body) => {
      const { notified } = await api.call(participantsApi.cancelEvent, { params, body });
      return { to, toast: { title: t("events:done.eventCancelled", { count: notified }) } };
    });
  }
  if (form.get("intent") === "reinstate")
    return submit(args, Reinstatement, async (body) => {
      const { notified } = await api.call(participantsApi.reinstate, { params, body });
      return { to: `${list}/${params.id}/places`, toast: { title: t("events:done.reinstated", { count: notified }) } };
    });
  return submit(args, RulesDraft, async (body) => {
    const { promoted, notified } = await api.call(participantsApi.setPlaces, { params, body });
    const ofNotices = notified ? ` ${t("events:done.notified", { count: notified })}` : "";
    const title = promoted ? t("events:done.promoted", { count: promoted }) : t("common:toasts.saved");
    return { to, toast: { title: title + ofNotices } };
  });
}

export default function Places() {
  const { places, dates, submission, isReinstatable } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("events");
  const cancels = answer?.result.initialValue?.intent === "cancelEvent";
  const { event, counts } = places;
  const people = ["pending", "confirmed", "waiting", "offered"].reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={event.title} mark />
      </h1>
      <EventTabs event={event} />
      {event.cancelled ? <p className="panel font-semibold">{t("cancelledEvent")}</p> : null}
      {isReinstatable && <ReinstateForm answer={answer} />}
      {!event.cancelled && <PlacesForm places={places} answer={cancels ? undefined : answer} submission={submission} />}
      {event.status === "published" && ["open", "full", "ended", "not_open", "none", "running"].includes(places.phase) && (
        <CancelEventForm people={people} id={event.id} dates={dates} answer={cancels ? answer : undefined} />
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
