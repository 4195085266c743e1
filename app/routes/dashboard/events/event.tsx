import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { checkInsApi } from "#contract/charity/check-ins";
import {
  type EventForPerson,
  eventRegistrationsApi,
  type OfferedPlace,
  RegistrationDraft,
  TakeOverDraft,
} from "#contract/charity/event-registrations";
import { KitDetails, type KitForm, KitOrderDraft, kitOrdersApi } from "#contract/charity/kit-orders";
import { isKitKind } from "#contract/charity/kit-states";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Colleagues } from "~/subjects/event-registrations/colleagues";
import { OfferBand } from "~/subjects/event-registrations/offer-band";
import { actOnOwn, takeOver } from "~/subjects/event-registrations/own-act.server";
import { OwnRegistrationPanel } from "~/subjects/event-registrations/own-registration";
import { RegistrationForm } from "~/subjects/event-registrations/registration-form";
import { namedPlace, OfferedPlaces, openQuestions, TakeOverForm } from "~/subjects/event-registrations/replacement";
import { distanceText } from "~/subjects/events/distance-text";
import { timeText } from "~/subjects/events/event-times";
import { OrderForm } from "~/subjects/kit-orders/order-form";
import { OwnKitPanel } from "~/subjects/kit-orders/own-kit";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { LocalizedText } from "~/ui/localized-text";
import { Panel } from "~/ui/panel";

const path = "/dashboard/events/{id}";

export const handle = { i18n: ["events", "event-questions", "content", "kits", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t, locale } = args.context;
  const params = { id: args.params.id ?? "" };
  const event = await api.call(eventRegistrationsApi.get, { params }).catch(orNotFound);
  const mayScan = user.role !== "BENEFICIARY" && (await api.call(checkInsApi.mayScan, { params })).scan;
  const kit = user.role === "BENEFICIARY" && isKitKind(event.type) ? await api.call(kitOrdersApi.form, { params }) : null;
  return {
    event,
    ...namedPlace(event, new URL(args.request.url).searchParams.get("replacement")),
    mayScan,
    kit,
    when: timeText(locale, t, event, "whole"),
    rules: rulesOf({ registration: RegistrationDraft, takeOver: TakeOverDraft, kit: KitOrderDraft, kitDetails: KitDetails }),
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
  const intent = (await args.request.clone().formData()).get("intent");
  const params = { id };
  if (intent === "change") {
    return submit(args, KitDetails, async (body) => {
      await api.call(kitOrdersApi.change, { params, body });
      return { to: here, toast: { title: t("kits:done.changed") } };
    });
  }
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
  const { event, gone, taking, when, submission, mayScan, kit } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("events");
  const { t: content } = useTranslation("content");
  const { t: kits } = useTranslation("kits");
  const { title, summary, type, placeName, placeAddress, accessNotes, sector, cancelled, cancelReason, mine, km } = event;
  const facts = [
    { label: t("office.when"), value: when },
    { label: t("office.place"), value: `${placeName}, ${placeAddress}` },
    ...(km === null ? [] : [{ label: t("distance.label"), value: distanceText(t, km) }]),
    ...(accessNotes.fr ? [{ label: t("office.access"), value: <LocalizedText of={accessNotes} mark /> }] : []),
    { label: t("office.type"), value: content(`events.choice.type.${type}`) },
    ...(sector ? [{ label: t("office.team"), value: sector }] : []),
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
              <OwnKitPanel kit={mine.kit} isOver={event.phase === "over"} form={kit} answer={answer ?? undefined} submission={submission} />
            )}
            <OwnRegistrationPanel event={event} mine={mine} />
            <Colleagues people={event.colleagues} />
          </div>
        ) : (
          mine?.status !== "offered" && (
            <TakeForm event={event} taking={taking} kit={kit} answer={answer ?? undefined} submission={submission} />
          )
        )}
      </div>
    </div>
  );
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
