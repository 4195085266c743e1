import type { Limits } from "#backend/http/limits";
import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { refuseSpam } from "#backend/http/spam-guard";
import { Refusal } from "#backend/refusal";
import { eventGuestsApi } from "#contract/charity/event-guests";
import { publicEventsApi } from "#contract/charity/public-events";
import { answerByLink, cancelByLink, readLink } from "./own-registration.ts";
import { publicEvent } from "./public-page.ts";
import { confirmRequest, mailOwnLink, requestPlaces } from "./requesting.ts";

export const eventGuestRoutes: ServedEndpoint[] = [
  on(publicEventsApi.page, ({ db, params, clock }) => publicEvent(db, params.id, clock())),

  on(eventGuestsApi.mailLink, async ({ actor, params, locale, ...services }) => ({
    sent: await mailOwnLink(services, actor, params.id, locale),
  })),
  on(eventGuestsApi.ask, async ({ body, params, limits, network, locale, ...services }) => {
    await refuseSpam({ ...services, limits, network }, "event", body);
    await noSoonerThan(150, requestPlaces(services, params.id, body, locale));
    return done;
  }),
  on(eventGuestsApi.read, ({ body, network, limits, ...services }) =>
    countingUnknown(
      { limits, network },
      () => readLink(services, body.token),
      ({ state }) => state === "expired",
    ),
  ),
  on(eventGuestsApi.confirm, ({ body, network, limits, ...services }) =>
    countingUnknown(
      { limits, network },
      async () => ({ outcome: await confirmRequest(services, body.token) }),
      ({ outcome }) => outcome === "expired",
    ),
  ),
  on(eventGuestsApi.cancel, ({ body, network, limits, ...services }) =>
    countingUnknown({ limits, network }, async () => {
      await cancelByLink(services, body.token);
      return done;
    }),
  ),
  on(eventGuestsApi.answer, ({ body, network, limits, ...services }) =>
    countingUnknown({ limits, network }, async () => {
      await answerByLink(services, body.token, body.accepted);
      return done;
    }),
  ),
];

type Asking = { limits: Limits; network: string };

/** Counts links that open nothing against the network. Others are not counted: many guests may share one, as on a campus. */
async function countingUnknown<Answer>(
  { limits, network }: Asking,
  act: () => Promise<Answer>,
  isUnknown: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const count = () => limits.take("unknownEventLinkByNetwork", network);
  try {
    const answer = await act();
    if (isUnknown(answer)) await count();
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") await count();
    throw error;
  }
}
