import { and, gt, isNull, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { contentSource, hasEnglish } from "#backend/search/source";
import { isPublic } from "./coming.ts";
import { events, searchedInEvents } from "./tables.ts";

/** Events for everybody that are neither cancelled nor over: those that have a page and are still to come. */
export const searchSource = contentSource({
  kind: "event",
  types: ["event"],
  table: events,
  searched: searchedInEvents(events),
  title: { text: events.title },
  body: { texts: [events.summary], names: [events.placeName] },
  english: hasEnglish(events.title),
  path: sql`'/events/' || ${events.id}`,
  ownPage: true,
  visible: ({ now }) => and(isPublic, onLine(events), isNull(events.cancelledAt), gt(events.endsAt, now)),
});
