import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { refuseSpam } from "#backend/http/spam-guard";
import { eventGuestsApi } from "#contract/charity/event-guests";
import { publicEventsApi } from "#contract/charity/public-events";
import { answerByLink, cancelByLink, readLink } from "./own-registration.ts";
import { publicEvent } from "./public-page.ts";
import { confirmRequest, requestPlaces } from "./requesting.ts";

export const eventGuestRoutes: ServedEndpoint[] = [
  on(publicEventsApi.page, ({ db, params, clock }) => publicEvent(db, params.id, clock())),

  on(eventGuestsApi.ask, async ({ body, params, limits, network, locale, ...services }) => {
    await refuseSpam({ ...services, limits, network }, "event", body);
    await noSoonerThan(150, requestPlaces(services, params.id, body, locale));
    return done;
  }),
  on(eventGuestsApi.read, async ({ db, body, clock, limits, network }) => {
    await limits.take("eventLinkByNetwork", network);
    return readLink(db, body.token, clock());
  }),
  on(eventGuestsApi.confirm, async ({ body, limits, network, ...services }) => {
    await limits.take("eventLinkByNetwork", network);
    return { outcome: await confirmRequest(services, body.token) };
  }),
  on(eventGuestsApi.cancel, async ({ body, limits, network, ...services }) => {
    await limits.take("eventLinkByNetwork", network);
    await cancelByLink(services, body.token);
    return done;
  }),
  on(eventGuestsApi.answer, async ({ body, limits, network, ...services }) => {
    await limits.take("eventLinkByNetwork", network);
    await answerByLink(services, body.token, body.accepted);
    return done;
  }),
];
