import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spamGuardApi } from "#contract/api/spam-guard";
import { eventGuestsApi, GuestDraft } from "#contract/charity/event-guests";
import { publicEventsApi } from "#contract/charity/public-events";
import { readIn } from "#contract/formats/localized-text";
import { privacyApi } from "#contract/law/privacy";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { timeText } from "~/subjects/events/event-times";
import { eventPageData, sharePicture } from "~/subjects/events/events-data";
import { placeText } from "~/subjects/events/place-text";
import { DrawingSymbols } from "~/ui/drawing";
import { AboutEvent } from "./about-event";
import { EventFactsBand } from "./event-facts";
import { EventHead } from "./event-head";
import { OtherDates } from "./other-dates";
import { RegistrationCard } from "./registration-card";

const sentName = "sent";

export const handle = {
  i18n: ["event-page", "events", "event-questions"],
  cache: { on: ["event", "team", "event_places", "retention_policy", "day"], query: [sentName] },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { api, locale, settings, t } = context;
  const [event, { proof }, { items: policies }] = await Promise.all([
    api.call(publicEventsApi.page, { params: { id: params.id ?? "" } }).catch(orNotFound),
    api.call(spamGuardApi.proof),
    api.call(privacyApi.policies),
  ]);
  const policy = policies.find(({ dataKind }) => dataKind === "event_guests");
  const name = readIn(locale, event.title).text;
  const when = timeText(locale, t, event, "whole");
  return {
    event,
    proof,
    erasedAfter: (policy?.months ?? 0) * 30 + (policy?.days ?? 0),
    isSent: new URL(request.url).searchParams.has(sentName),
    rules: rulesOf({ guest: GuestDraft }),
    title: `${name} - ${when}`,
    description:
      readIn(locale, event.summary).text || `${name}, ${when}, ${placeText(t, { placeName: event.placeName, online: event.online })}`,
    picture: { path: sharePicture(locale, event), alt: `${name}, ${when}` },
    structuredData: eventPageData(settings, locale, event),
  };
}

/** Asks for places without an account. The page after it is the same whether the address is known or not. */
export function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  return submit(args, GuestDraft, async (body) => {
    await args.context.api.call(eventGuestsApi.ask, { params: { id }, body }).catch(orNotFound);
    return { to: `/events/${id}?${sentName}=1#book` };
  });
}

export default function EventPage() {
  const { event, proof, erasedAfter, isSent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <main id="content">
      <DrawingSymbols names={["crate"]} />
      <EventHead event={event} />
      <EventFactsBand event={event} />
      <div className="wrap grid gap-x-16 gap-y-10 py-section lg:grid-cols-[1fr_26rem] lg:items-start">
        <AboutEvent event={event} />
        <RegistrationCard event={event} erasedAfter={erasedAfter} proof={proof} answer={answer} isSent={isSent} />
      </div>
      <OtherDates event={event} />
    </main>
  );
}
