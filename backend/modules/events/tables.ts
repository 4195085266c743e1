import { type SQLWrapper, sql } from "drizzle-orm";
import { boolean, check, date, doublePrecision, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { instant, localized, oneOf, record } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { wordIndex } from "#backend/db/word-search";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { eventTypes, eventVisibilities } from "#contract/charity/events";

type Searched = Record<"title" | "summary" | "placeName", SQLWrapper>;
/** What the search of the site reads of an event. */
export const searchedInEvents = ({ title, summary, placeName }: Searched): SearchedColumns => ({
  texts: [title, summary],
  names: [placeName],
});

/**
 * How an event is repeated. Its dates are events of their own, made when it was saved: nothing is computed from the rule afterwards. `startsLocal` is the
 * first start as clocks in France show it, in which the rule counts; `excluded` are days of the rule that were left out.
 */
export const eventSeries = pgTable(
  "event_series",
  { ...record, rrule: text().notNull(), startsLocal: text().notNull(), excluded: date().array().notNull().default([]) },
  (t) => [
    check("event_series_rrule", sql`${t.rrule} like 'FREQ=%'`),
    check("event_series_starts_local", sql`${t.startsLocal} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$'`),
  ],
);

/** A date of the charity, as it is announced. */
export const events = pgTable(
  "events",
  {
    ...contentColumns,
    title: localized().notNull(),
    summary: localized().notNull().default({ fr: "" }),
    type: text({ enum: eventTypes }).notNull(),
    sectorId: uuid().references(() => sectors.id),
    projectId: uuid().references(() => projects.id),
    visibility: text({ enum: eventVisibilities }).notNull().default("public"),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Both empty where the event is only online. */
    placeName: text().notNull(),
    placeAddress: text().notNull(),
    /** Where one joins online: read by who has a place and by staff, and by nobody else. */
    onlineUrl: text(),
    online: boolean().notNull().generatedAlwaysAs(sql`online_url is not null`),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    accessNotes: localized().notNull().default({ fr: "" }),
    /** A cancelled event stays published, so that those who know of it learn that it does not take place. */
    cancelledAt: instant(),
    cancelReason: localized(),
    /** When a cancellation was undone, and when the event had been cancelled: whose registration ended then is notified. */
    reinstatedAt: instant(),
    reinstatedFrom: instant(),
    /** When staff closed the event, after which its registrations and hours of the door stay as they are, and who did. */
    closedAt: instant(),
    closedBy: uuid().references(() => users.id),
    /** Who is in charge on the day: their name and telephone are for staff and for who has a place. */
    contactUserId: uuid().references(() => users.id),
    seriesId: uuid().references(() => eventSeries.id),
    /** The day of the series that the event stands for, also when it was moved to another one since. */
    seriesDay: date(),
  },
  (t) => [
    ...contentIndexes("events", t),
    wordIndex("events", [t.title, t.summary, t.placeName, t.placeAddress]),
    ...searchIndexes("events", searchedInEvents(t)),
    check("events_type", sql`${t.type} in (${oneOf(eventTypes)})`),
    check("events_visibility", sql`${t.visibility} in (${oneOf(eventVisibilities)})`),
    check("events_reason_of_cancelled", sql`(${t.cancelledAt} is null) = (${t.cancelReason} is null)`),
    check(
      "events_reinstated",
      sql`(${t.reinstatedAt} is null) = (${t.reinstatedFrom} is null) and ${t.reinstatedAt} >= ${t.reinstatedFrom}`,
    ),
    check("events_closed_once_over", sql`${t.closedAt} >= ${t.endsAt}`),
    check("events_closed_by_somebody", sql`${t.closedBy} is null or ${t.closedAt} is not null`),
    check("events_end_after_they_start", sql`${t.endsAt} > ${t.startsAt}`),
    check("events_place", sql`(${t.placeName} = '') = (${t.placeAddress} = '') and (${t.placeName} <> '' or ${t.onlineUrl} is not null)`),
    check("events_online_url", sql`${t.onlineUrl} like 'https://_%'`),
    check("events_point", sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    check("events_day_of_series", sql`(${t.seriesId} is null) = (${t.seriesDay} is null)`),
    unique("events_once_in_series").on(t.seriesId, t.seriesDay),
    index("events_by_start").on(t.startsAt, t.id),
    index("events_underway").using("gist", sql`tstzrange(${t.startsAt}, ${t.endsAt})`),
    index("events_coming").on(t.status, t.endsAt),
    index("events_by_contact").on(t.contactUserId).where(sql`${t.contactUserId} is not null`),
    index("events_coming_by_sector").on(t.sectorId, t.endsAt),
    index("events_coming_by_project").on(t.projectId, t.endsAt),
    index("events_by_type").on(t.type),
  ],
);
