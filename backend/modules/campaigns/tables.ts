import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, localized, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { addressedStatuses, campaignTopics, maxAttachments } from "#contract/accounts/campaign-drafts";
import { type CampaignException, type CampaignView, campaignReasons, campaignStates } from "#contract/accounts/campaigns";
import { noticeChannels } from "#contract/accounts/inbox";
import { roles } from "#contract/accounts/roles";

const amongAll = (values: readonly string[]) => sql.raw(`array[${values.map((value) => `'${value}'`).join(", ")}]::text[]`);

/** A message of staff to many people. Once it has started, its texts do not change any more: notices refer to them. */
export const campaigns = pgTable(
  "campaigns",
  {
    ...record,
    version: integer().notNull().default(1),
    state: text({ enum: campaignStates }).notNull().default("draft"),
    /** Why it was not sent as planned. */
    reason: text({ enum: campaignReasons }),
    topic: text({ enum: campaignTopics }).notNull(),
    title: localized().notNull(),
    sentence: localized().notNull(),
    body: localized().notNull(),
    label: localized().notNull(),
    path: text(),
    roles: text({ enum: roles }).array().notNull(),
    /** Whether it goes to subscribers without an account as well. */
    subscribers: boolean().notNull().default(false),
    sectorIds: uuid().array().notNull(),
    /** The saved view as it was when it was chosen. */
    view: jsonb().$type<CampaignView>(),
    /** Whether it goes to the people of {@link campaignPeople}, and to nobody else. */
    chosen: boolean().notNull().default(false),
    /** The event that it is about, which is not deleted before it. */
    eventId: uuid().references(() => events.id),
    eventStatuses: text({ enum: addressedStatuses }).array().notNull().default([]),
    quotaIds: uuid().array().notNull().default([]),
    channels: text({ enum: noticeChannels }).array().notNull(),
    /** The campaign that did not reach everybody, in whose place this one goes to the others. Without a reference: where it is gone, this one is not sent. */
    othersOf: uuid(),
    /** Documents, by their ids: one that is withdrawn meanwhile is not sent. */
    attachmentIds: uuid().array().notNull().default([]),
    /** Null: when it is started. */
    scheduledAt: instant(),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    updatedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** Who sends it: their rights count when it starts, and until it is sent. */
    sentBy: uuid().references(() => users.id),
    /** How many people it was for when it was scheduled or started. */
    people: integer(),
    left: jsonb().$type<Record<string, number>>(),
    /** Whom the sending left out, by reason, once it is over: their task is deleted before the campaign. */
    leftWhile: jsonb().$type<CampaignException[]>(),
    /** How many people it never came to, once it is over. */
    untouched: integer(),
    /** The task that sends it; tasks are deleted before campaigns. */
    taskId: uuid(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    check("campaigns_state", sql`${t.state} in (${oneOf(campaignStates)})`),
    check("campaigns_topic", sql`${t.topic} in (${oneOf(campaignTopics)})`),
    check("campaigns_reason", sql`${t.reason} in (${oneOf(campaignReasons)})`),
    check(
      "campaigns_roles",
      sql`(cardinality(${t.roles}) > 0 or ${t.subscribers} or ${t.eventId} is not null or ${t.chosen}) and ${t.roles} <@ ${amongAll(roles)}`,
    ),
    check(
      "campaigns_chosen",
      sql`not ${t.chosen} or (${t.roles} = '{}' and ${t.sectorIds} = '{}' and not ${t.subscribers} and ${t.view} is null and ${t.eventId} is null)`,
    ),
    check("campaigns_event", sql`(${t.topic} = 'event') = (${t.eventId} is not null)`),
    check("campaigns_readers_of_event", sql`${t.eventId} is null or (cardinality(${t.eventStatuses}) > 0 and ${t.roles} = '{}')`),
    check("campaigns_event_statuses", sql`${t.eventStatuses} <@ ${amongAll(addressedStatuses)}`),
    check("campaigns_channels", sql`cardinality(${t.channels}) > 0 and ${t.channels} <@ ${amongAll(noticeChannels)}`),
    check("campaigns_attachments", sql`cardinality(${t.attachmentIds}) <= ${sql.raw(String(maxAttachments))}`),
    check("campaigns_subscribers", sql`not ${t.subscribers} or (${t.topic} = 'newsletter' and 'email' = any(${t.channels}))`),
    check("campaigns_path", sql`${t.path} is null or ${t.path} like '/%'`),
    check(
      "campaigns_scheduled",
      sql`${t.state} <> 'scheduled' or (${t.scheduledAt} is not null and ${t.sentBy} is not null and ${t.people} is not null)`,
    ),
    check(
      "campaigns_started",
      sql`(${t.state} in ('sending', 'sent', 'partly_failed', 'stopped')) = (${t.startedAt} is not null and ${t.taskId} is not null)`,
    ),
    check("campaigns_finished", sql`(${t.state} in ('sent', 'partly_failed', 'stopped', 'cancelled')) = (${t.finishedAt} is not null)`),
    index("campaigns_updated").on(t.updatedAt, t.id),
    index("campaigns_by_state").on(t.state, t.updatedAt, t.id),
    index("campaigns_people").on(t.people, t.id),
    index("campaigns_at").on(sql`coalesce(${t.startedAt}, ${t.scheduledAt})`, t.id),
    index("campaigns_author").on(t.createdBy, t.updatedAt),
    index("campaigns_of_event").on(t.eventId, t.updatedAt).where(sql`${t.eventId} is not null`),
    index("campaigns_others_of").on(t.othersOf).where(sql`${t.othersOf} is not null`),
    index("campaigns_due").on(t.scheduledAt).where(sql`${t.state} = 'scheduled'`),
    index("campaigns_under_way").on(t.id).where(sql`${t.state} = 'sending'`),
    wordIndex("campaigns", [t.title]),
  ],
);

/** Whom a campaign is for, where they were chosen in a list. A trigger limits them to `maxChosen`. */
export const campaignPeople = pgTable(
  "campaign_people",
  {
    campaignId: uuid()
      .notNull()
      .references(() => campaigns.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.userId] }), index("campaign_people_person").on(t.userId)],
);
