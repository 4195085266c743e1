import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import { calendarFeedApi } from "#contract/charity/calendar-feed";
import { createFeed, eventsOfFeed, ownerOf, readFeed, revokeFeed } from "./feeds.ts";

export const calendarFeedRoutes: ServedEndpoint[] = [
  on(calendarFeedApi.read, ({ db, actor }) => readFeed(db, actor)),
  on(calendarFeedApi.create, async ({ db, clock, actor, limits }) => {
    await limits.take("calendarFeedByPerson", actor.id);
    return createFeed({ db, clock }, actor);
  }),
  on(calendarFeedApi.revoke, async ({ db, actor }) => {
    await revokeFeed(db, actor);
    return done;
  }),
  on(calendarFeedApi.events, async ({ db, body: { token }, clock, limits, network }) => {
    const owner = await ownerOf(db, token);
    if (!owner) {
      await limits.take("unknownCalendarFeedByNetwork", network);
      throw new Refusal("not_found");
    }
    // Providers of calendars read the feeds of many people from one address.
    await limits.take("calendarFeedByLink", hashOf(token));
    return { items: await eventsOfFeed(db, owner, clock()) };
  }),
];
