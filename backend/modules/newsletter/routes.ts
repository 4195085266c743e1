import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on } from "#backend/http/routes";
import { sentToSubscriber } from "#backend/modules/notices/of-person";
import { Refusal } from "#backend/refusal";
import { newsletterApi, subscribersApi } from "#contract/accounts/newsletter";
import { listSubscribers, readSubscriber, removeSubscriber, writeAgainTo } from "./records.ts";
import { confirmSubscription, requestSubscription, stateOfLink } from "./requesting.ts";

export const newsletterRoutes = [
  on(newsletterApi.ask, async ({ body, limits, network, locale, ...services }) => {
    if (body.website) throw new Refusal("looks_automatic");
    await limits.take("publicFormByNetwork", `newsletter ${network}`);
    await noSoonerThan(150, requestSubscription(services, body, locale));
    return done;
  }),
  on(newsletterApi.link, async ({ body: { token }, limits, network, ...services }) => {
    await limits.take("newsletterLinkByNetwork", network);
    return { state: await stateOfLink(services, token) };
  }),
  on(newsletterApi.confirm, async ({ body: { token }, limits, network, ...services }) => {
    await limits.take("newsletterLinkByNetwork", network);
    return { state: await confirmSubscription(services, token) };
  }),

  on(subscribersApi.list, ({ db, query }) => listSubscribers(db, query)),
  on(subscribersApi.get, async ({ params, locale, ...services }) => {
    const subscriber = await readSubscriber(services.db, params.id);
    return { ...subscriber, sent: await sentToSubscriber(services, params.id, locale) };
  }),
  on(subscribersApi.writeAgain, async ({ actor, params, ...services }) => {
    await writeAgainTo(services, actor, params.id);
    return done;
  }),
  on(subscribersApi.remove, async ({ actor, params, body, ...services }) => {
    await removeSubscriber(services, actor, params.id, body.reason);
    return done;
  }),
];
