import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { checkInsApi } from "#contract/charity/check-ins";
import { eventDayApi } from "#contract/charity/event-day";
import {
  type EventForPerson,
  eventRegistrationsApi,
  type OfferedPlace,
  RegistrationDraft,
  TakeOverDraft,
  withoutPlaceStatuses,
} from "#contract/charity/event-registrations";
import { KitDetails, type KitForm, KitOrderDraft, KitSlot, kitOrdersApi } from "#contract/charity/kit-orders";
import { isKitKind } from "#contract/charity/kit-states";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AgainHint } from "~/subjects/event-registrations/again-hint";
import { Colleagues } from "~/subjects/event-registrations/colleagues";
import { ContactText } from "~/subjects/event-registrations/contact-text";
import { notifyHelpers } from "~/subjects/event-registrations/helpers-act.server";
import { HelpersPanel } from "~/subjects/event-registrations/helpers-panel";
import { OfferBand } from "~/subjects/event-registrations/offer-band";
import { actOnOwn, takeOver } from "~/subjects/event-registrations/own-act.server";
import { OwnRegistrationPanel } from "~/subjects/event-registrations/own-registration";
import { RegistrationForm } from "~/subjects/event-registrations/registration-form";
import { OwnState } from "~/subjects/event-registrations/registration-state";
import { namedPlace, OfferedPlaces, openQuestions, TakeOverForm } from "~/subjects/event-registrations/replacement";
import { distanceText } from "~/subjects/events/distance-text";
import { timeText } from "~/subjects/events/event-times";
import { JoinLink } from "~/subjects/events/join-link";
import { placeText } from "~/subjects/events/place-text";
import { OrderForm } from "~/subjects/kit-orders/order-form";
import { OwnKitPanel } from "~/subjects/kit-orders/own-kit";
import { ButtonLink } from "~/ui/button";
import { type Fact, Facts } from "~/ui/facts";
import { LocalizedText } from "~/ui/localized-text";
import { Panel } from "~/ui/panel";

const path = "/dashboard/events/{id}";

export const handle = { i18n: ["events", "event-questions", "content", "kits", "register", "documents"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t, locale } = args.context;
  const params = { id: args.params.id ?? "" };
  const event = await api.call(eventRegistrationsApi.get, { params }).catch(orNotFound);
  const mayScan = user.role !== "BENEFICIARY" && (await api.call(checkInsApi.mayScan, { params })).scan;
  const { helpers } = user.role === "VOLUNTEER" ? await api.call(eventDayApi.helpers, { params }) : { helpers: null };
  const kit = user.role === "BENEFICIARY" && isKitKind(event.type) ? await api.call(kitOrdersApi.form, { params }) : null;
  return {
    event,
    ...namedPlace(event, new URL(args.request.url).searchParams.get("replacement")),
    mayScan,
    helpers,
    kit,
    when: timeText(locale, t, event, "whole"),
    rules: rulesOf({
      registration: RegistrationDraft,
      takeOver: TakeOverDraft,
      kit: KitOrderDraft,
      kitDetails: KitDetails,
      kitSlot: KitSlot,
    }),
    submission: crypto.randomUUID(),
    crumb: { label: t("titles:/dashboard/events"), to: "/dashboard/events" },
    title: `${readIn(locale, event.title).text} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const here = `/dashboard/events/${id}`;
  const sent = await args.request.clone().formData();
  const intent = sent.get("intent");
  const params = { id };
  if (intent === "change") {
    return submit(args, KitDetails, async (body) => {
      await api.call(kitOrdersApi.change, { params, body });
      return { to: here, toast: { title: t("kits:done.changed") } };
    });
  }
  if (intent === "slot") {
    return submit(args, KitSlot, async (body) => {
      await api.call(kitOrdersApi.changeSlot, { params, body });
      return { to: here, toast: { title: t("kits:done.slot") } };
    });
  }
  if (intent === "helpers") return notifyHelpers(args.context, { id, form: sent, back: here });
  if (intent === "takeOver") return takeOver(args, id, here);
  if (intent !== "register" && intent !== "order") return actOnOwn(args, id, here);
  return submit(args, intent === "order" ? KitOrderDraft : RegistrationDraft, async (body) => {
    const { status } =
      "needsShared" in body
        ? await api.call(kitOrdersApi.order, { params, body })
        : await api.call(eventRegistrationsApi.register, { params, body });
    const toast = status === "confirmed" ? "registered" : status === "pending" ? "requested" : "waiting";
    return { to: here, toast: { title: t(`events:done.${toast}`) } };
  });
}

export default function Event() {
  const { event, gone, taking, when, submission, mayScan, helpers, kit } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("events");
  const { t: content } = useTranslation("content");
  const { t: kits } = useTranslation("kits");
  const { title, summary, type, sector, cancelled, cancelReason, mine } = event;
  const facts = [
    { label: t("office.when"), value: when },
    ...useWhere(event, kit?.kind === "delivery"),
    { label: t("office.type"), value: content(`events.choice.type.${type}`) },
    ...(sector ? [{ label: t("office.team"), value: sector }] : []),
    ...(event.contact ? [{ label: t("contact.title"), value: <ContactText of={event.contact} /> }] : []),
  ];
  const isLive = mine && ["pending", "confirmed", "waiting", "attended", "no_show"].includes(mine.status);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">
          <LocalizedText of={title} mark />
        </h1>
        {mayScan && (
          <p className="actions">
            <ButtonLink variant="line" to={`/dashboard/events/${event.id}/door`}>
              {t("openDoor")}
            </ButtonLink>
            {isKitKind(type) && <ButtonLink to={`/dashboard/events/${event.id}/kits`}>{kits("office.open")}</ButtonLink>}
          </p>
        )}
      </div>
      {cancelled && cancelReason && (
        <p className="panel bg-danger-soft font-semibold text-danger" role="status">
          {t("cancelledBecause")} <LocalizedText of={cancelReason} mark />
        </p>
      )}
      {mine?.status === "offered" && <OfferBand event={event} />}
      <OfferedPlaces event={event} gone={gone} />
      {helpers && <HelpersPanel helpers={helpers} submission={submission} />}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <Panel title={t("office.about")}>
          {summary.fr && (
            <p className="mb-4 max-w-2xl text-lg">
              <LocalizedText of={summary} mark />
            </p>
          )}
          <Facts facts={facts} className="grid gap-x-8 gap-y-4 sm:grid-cols-2" />
        </Panel>
        {isLive ? (
          <div className="grid gap-5">
            {mine.kit && kit && (
              <OwnKitPanel event={event} mine={mine} kit={mine.kit} form={kit} answer={answer ?? undefined} submission={submission} />
            )}
            <OwnRegistrationPanel event={event} mine={mine} />
            <Colleagues people={event.colleagues} />
          </div>
        ) : (
          mine?.status !== "offered" && (
            <div className="grid gap-5">
              {mine && withoutPlaceStatuses.some((status) => status === mine.status) && (
                <Panel title={t("mine.registration")}>
                  <OwnState mine={mine} />
                  <AgainHint mine={mine} />
                </Panel>
              )}
              <TakeForm event={event} taking={taking} kit={kit} answer={answer ?? undefined} submission={submission} />
            </div>
          )
        )}
      </div>
    </div>
  );
}

/** Where somebody goes for an event, and how they get there. A kit is brought to its student, who goes nowhere. */
function useWhere(event: EventForPerson, isBrought: boolean): Fact[] {
  const { t } = useTranslation("events");
  const { t: kits } = useTranslation("kits");
  const { onlineUrl, accessNotes, km } = event;
  if (isBrought) return [{ label: t("office.place"), value: kits("own.brought") }];
  return [
    { label: t("office.place"), value: <span className="block first-letter:uppercase">{placeText(t, event)}</span> },
    ...(onlineUrl ? [{ label: t("online.link"), value: <JoinLink url={onlineUrl} /> }] : []),
    ...(km === null ? [] : [{ label: t("distance.label"), value: distanceText(t, km) }]),
    ...(accessNotes.fr ? [{ label: t("office.access"), value: <LocalizedText of={accessNotes} mark /> }] : []),
  ];
}

export const ErrorBoundary = OfficeError;

type FormProps = {
  event: EventForPerson;
  taking: OfferedPlace | null;
  kit: KitForm | null;
  answer: FormAnswer | undefined;
  submission: string;
};

/** Takes a place, or that of somebody who looks for a replacement; a student orders what is received there with it. */
function TakeForm({ kit, taking, ...form }: FormProps) {
  if (taking)
    return <TakeOverForm place={taking} questions={openQuestions(form.event)} answer={form.answer} submission={form.submission} />;
  return kit ? <OrderForm kit={kit} {...form} /> : <RegistrationForm {...form} />;
}
