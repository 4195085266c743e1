import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { eventGuestsApi, type GuestLink, type guestOutcomes, guestPage } from "#contract/charity/event-guests";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { timeText } from "~/subjects/events/event-times";
import { linkToken } from "~/subjects/events/link-token.server";
import { ButtonLink } from "~/ui/button";
import { qrPath } from "~/ui/qr-code.server";
import { GuestRegistration } from "./guest-registration";
import { GuestRequest } from "./guest-request";
import { OfferAnswer } from "./offer-answer";

export const handle = { i18n: ["event-page", "events", "event-questions", "door"] } as const satisfies PageHandle;

export const meta = pageMeta;

const nothing: GuestLink = { state: "expired" };

export async function loader({ request, context: { api, locale, t } }: LoaderFunctionArgs) {
  const token = linkToken(request);
  const link = token ? await api.call(eventGuestsApi.read, { body: { token } }) : nothing;
  const own = link.state === "registration" && link.mine.startsAt && link.mine.endsAt ? (link.mine as Times) : undefined;
  const when = link.state === "expired" ? "" : timeText(locale, t, own ?? link.event, "whole");
  const code = link.state === "registration" && link.code ? qrPath(link.code) : null;
  return { link, when, code, title: t(`titles:${guestPage}`) };
}

/** A POST confirms, cancels or answers: mail scanners only open links. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api, t } = context;
  const token = linkToken(request);
  const intent = (await request.formData()).get("intent");
  if (!token) return data({ outcome: "expired" as Outcome }, { status: 404 });
  const again = `${guestPage}?token=${token}`;
  if (intent === "confirm") {
    const { outcome } = await api.call(eventGuestsApi.confirm, { body: { token } });
    if (outcome !== "done") return data({ outcome }, { status: outcome === "expired" ? 404 : 409 });
    flashToast(context, { title: t("event-page:own.outcome.done") });
    return redirect(again, 303);
  }
  try {
    if (intent === "cancel") await api.call(eventGuestsApi.cancel, { body: { token } });
    else await api.call(eventGuestsApi.answer, { body: { token, accepted: intent === "accept" } });
    const done = intent === "cancel" ? "cancelled" : intent === "accept" ? "accepted" : "declined";
    flashToast(context, { title: t(`event-page:own.${done}`) });
  } catch (error) {
    const isElsewhere = error instanceof ApiError && error.body.fieldErrors?.quotaId?.includes("events:refused.overlap");
    if (!(error instanceof ApiError) || !(error.status === 409 || isElsewhere)) return orNotFound(error);
    flashToast(context, { title: t(isElsewhere ? "events:refused.overlap" : "event-page:own.changed"), color: "danger" });
  }
  return redirect(again, 303);
}

type Times = { startsAt: string; endsAt: string };
type Outcome = (typeof guestOutcomes)[number];

export default function OwnGuestRegistration() {
  const { link, when, code } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>()?.outcome;
  const { t } = useTranslation("event-page");
  const h1 =
    link.state === "expired" ? (outcome ? (`own.outcome.${outcome}` as const) : "own.expired.h1") : (`own.${link.state}.h1` as const);
  return (
    <main id="content" className="mx-auto w-full max-w-[47rem] px-[var(--gutter)] pt-12 pb-section">
      <h1 className="title-page">{t(h1)}</h1>
      {outcome && link.state !== "expired" && (
        <p role="alert" className="mt-6 rounded-lg bg-danger-soft px-5 py-4 font-bold text-danger">
          {t(`own.outcome.${outcome}`)}
        </p>
      )}
      {link.state === "request" && <GuestRequest link={link} when={when} />}
      {link.state === "registration" && <GuestRegistration link={link} when={when} code={code} />}
      {link.state === "offer" && <OfferAnswer link={link} when={when} />}
      {link.state === "expired" && (
        <>
          {!outcome && <p className="mt-4 text-lg">{t("own.expired.lead")}</p>}
          <p className="actions mt-7">
            <ButtonLink to="/#dates">{t("own.expired.dates")}</ButtonLink>
            <ButtonLink to="/contact" variant="line">
              {t("own.contact")}
            </ButtonLink>
          </p>
        </>
      )}
    </main>
  );
}
