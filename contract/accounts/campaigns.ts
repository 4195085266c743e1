import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";
import { Localized } from "../formats/localized.ts";
import { AudienceFields, addressedStatuses, CampaignDraft, CampaignEdit, campaignTopics } from "./campaign-drafts.ts";
import { noticeChannels, noticeStates } from "./inbox.ts";
import { peopleLists } from "./people.ts";
import { campaignSenders } from "./permissions.ts";
import { roles } from "./roles.ts";

/**
 * `sending` lasts until nothing waits any more; `partly_failed`: some messages could not be delivered. One that was `stopped` has reached some,
 * one that was `cancelled` nobody.
 */
export const campaignStates = ["draft", "scheduled", "sending", "sent", "partly_failed", "stopped", "cancelled"] as const;
export const CampaignState = z.enum(campaignStates);
export type CampaignState = z.infer<typeof CampaignState>;

/** Whether a campaign has ended without reaching everybody, so that it can be sent to the others. */
export const hasOthers = ({ state }: { state: CampaignState }) => state === "stopped" || state === "partly_failed";

/** Why a campaign was not sent as planned: its time passed while nothing ran, its audience grew, nobody was left, its sender lost the right, one of its attachments is not published any more, or a fault. */
export const campaignReasons = ["late", "grown", "nobody", "rights", "attachment", "fault"] as const;
export type CampaignReason = (typeof campaignReasons)[number];

/** Days between two newsletters to one person, who gets none besides in the same month: not more than one a month is promised with the consent. */
export const newsletterEvery = 28;

/** Why somebody is left out; the last ones may be reached by another channel. */
export const leftOutReasons = [
  "unconfirmed",
  "notOpen",
  "unsubscribed",
  "noConsent",
  "recent",
  "had",
  "paused",
  "deadAddress",
  "noDevice",
  "guest",
  "mailOnly",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** With more people, their number is typed again before a campaign is sent. */
export const confirmedAbove = 200;
/** The most people of one campaign. */
export const maxAudience = 100_000;
/** Hours after its time in which a campaign that could not be started is still sent. */
export const sentWithinHours = 6;
/** People of one page of the results. */
export const resultsPage = 50;

const Counts = z.record(z.string(), z.int());

/** Who would get a campaign now. `left`: those who get nothing, by reason; `withoutMail`: those whom only other channels reach. */
export const Audience = z.object({
  people: z.int(),
  /** Those of them without an account. */
  subscribers: z.int(),
  /** Those of them who are registered for the event without an account. */
  guests: z.int(),
  /** Whether there are more than a campaign may have: then nothing else is exact. */
  tooMany: z.boolean(),
  channels: z.object({ inbox: z.int(), email: z.int(), push: z.int() }),
  english: z.int(),
  left: Counts,
  withoutMail: Counts,
});
export type Audience = z.infer<typeof Audience>;

const View = z.object({ id: z.uuid(), name: z.string(), list: z.enum(peopleLists), query: z.string() });
export type CampaignView = z.infer<typeof View>;

/** People whom the sending left out for one reason, a text as `namespace:key`. */
const CampaignException = z.object({ reason: z.string(), count: z.int() });
export type CampaignException = z.infer<typeof CampaignException>;

/** How far a campaign is: people handled, of so many; `waiting` are messages that have not left yet. */
export const CampaignProgress = z.object({
  total: z.int(),
  handled: z.int(),
  startedAt: z.iso.datetime().nullable(),
  waiting: z.int(),
  exceptions: z.array(CampaignException),
});
export type CampaignProgress = z.infer<typeof CampaignProgress>;

const ChannelResult = z.object({
  channel: z.enum(noticeChannels),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  expired: z.int(),
  read: z.int(),
  /** How many of them are to guests of the event. */
  guests: z.int(),
});
export type ChannelResult = z.infer<typeof ChannelResult>;

/** A document that the site hands out to everyone, and a mail may have attached. */
export const PublishedDocument = z.object({ id: z.uuid(), title: Localized, mime: z.string(), bytes: z.int() });
export type PublishedDocument = z.infer<typeof PublishedDocument>;

/** The event that a campaign is about, with what its variables would say to the reader. */
const CampaignEvent = z.object({
  id: z.uuid(),
  title: Localized,
  quotas: z.array(z.object({ id: z.uuid(), label: Localized })),
  /** How many registrations are in each state. */
  counts: z.record(z.string(), z.int()),
  sample: z.object({ fr: z.record(z.string(), z.string()), en: z.record(z.string(), z.string()) }),
});

export const CampaignRecord = z.object({
  id: z.uuid(),
  title: Localized,
  sentence: Localized,
  body: Localized,
  label: Localized,
  path: z.string().nullable(),
  topic: z.enum(campaignTopics),
  roles: z.array(z.enum(roles)),
  subscribers: z.boolean(),
  sectorIds: z.array(z.uuid()),
  sectors: z.array(z.string()),
  view: View.nullable(),
  /** How many people were chosen in a list, where it goes to them alone; null for others. */
  chosen: z.int().nullable(),
  eventId: z.uuid().nullable(),
  eventStatuses: z.array(z.enum(addressedStatuses)),
  quotaIds: z.array(z.uuid()),
  event: CampaignEvent.nullable(),
  channels: z.array(z.enum(noticeChannels)),
  /** The campaign in whose place it goes to those who have not had it; its title is null once it was deleted. */
  others: z.object({ id: z.uuid(), title: Localized.nullable() }).nullable(),
  attachmentIds: z.array(z.uuid()),
  /** Those that are still published. */
  attachments: z.array(PublishedDocument),
  scheduledAt: z.iso.datetime().nullable(),
  state: CampaignState,
  reason: z.enum(campaignReasons).nullable(),
  version: z.int(),
  createdBy: z.string(),
  updatedBy: z.string(),
  updatedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** How many people it was for when it started, or was scheduled. */
  people: z.int().nullable(),
  /** Those who were left out then. */
  left: Counts.nullable(),
  /** Once it is over: those whom the sending left out, and how many it never came to. */
  leftWhile: z.array(CampaignException).nullable(),
  untouched: z.int().nullable(),
});
export type CampaignRecord = z.infer<typeof CampaignRecord>;

export const CampaignRow = z.object({
  id: z.uuid(),
  /** In the reader's language. */
  title: z.string(),
  state: CampaignState,
  topic: z.enum(campaignTopics),
  channels: z.array(z.enum(noticeChannels)),
  people: z.int().nullable(),
  /** When it started, or will. */
  at: z.iso.datetime().nullable(),
  updatedBy: z.string(),
  updatedAt: z.iso.datetime(),
});
export type CampaignRow = z.infer<typeof CampaignRow>;

const CampaignQuery = listQuery(["updatedAt", "at", "people"], {
  state: CampaignState.optional().catch(undefined),
  topic: z.enum(campaignTopics).optional().catch(undefined),
  eventId: z.uuid().optional().catch(undefined),
});
export type CampaignQuery = z.infer<typeof CampaignQuery>;

/** The people of a campaign who have messages, unless others are requested: those for whom a channel failed, whom the sending left out, or whom it never came to. */
export const shownPeople = ["failed", "left", "untouched"] as const;

/** A person of a campaign with the state of each channel, or the reason for which the sending left them out, a text as `namespace:key`. Whom the reader may not see has no name; that of a subscriber is their address. */
export const PersonResult = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  /** Their page: of a subscriber who has opened an account since, that of the account. */
  path: z.string().nullable(),
  isSubscriber: z.boolean(),
  /** Registered for the event without an account; the id is that of the registration. */
  isGuest: z.boolean(),
  channels: z.array(z.object({ channel: z.enum(noticeChannels), state: z.enum(noticeStates) })),
  reason: z.string().nullable(),
});
export type PersonResult = z.infer<typeof PersonResult>;

const access = campaignSenders;
const path = "/api/admin/campaigns";
const params = z.object({ id: z.uuid() });
const Id = z.object({ id: z.uuid() });

export const campaignsApi = {
  list: endpoint({ method: "GET", path, access, query: CampaignQuery, response: pageOf(CampaignRow) }),
  create: endpoint({ method: "POST", path, access, body: CampaignDraft, response: Id, status: 201 }),
  get: endpoint({
    method: "GET",
    path: `${path}/:id`,
    access,
    params,
    response: z.object({
      campaign: CampaignRecord,
      progress: CampaignProgress.nullable(),
      results: z.array(ChannelResult),
    }),
  }),
  update: endpoint({ method: "PUT", path: `${path}/:id`, access, params, body: CampaignEdit, response: Id }),
  /** Deletes a draft. */
  remove: endpoint({ method: "DELETE", path: `${path}/:id`, access, params, response: Done }),
  copy: endpoint({ method: "POST", path: `${path}/:id/copy`, access, params, response: Id, status: 201 }),
  /** A copy of one that did not reach everybody, to those who have not had it. */
  others: endpoint({ method: "POST", path: `${path}/:id/others`, access, params, response: Id, status: 201 }),
  /** What the form offers: sectors and roles that the reader may address with their open accounts, views, whether push is configured. */
  choices: endpoint({
    method: "GET",
    readsMany: true,
    path: "/api/admin/campaign-choices",
    access,
    /** A message about an event goes by no view: none is read for it. */
    query: z.object({ about: z.enum(["event"]).optional().catch(undefined) }),
    response: z.object({
      roles: z.array(z.object({ role: z.enum(roles), people: z.int() })),
      sectors: z.array(z.object({ id: z.uuid(), name: z.string() })),
      views: z.array(View.pick({ id: true, name: true, list: true })),
      documents: z.array(PublishedDocument),
      push: z.boolean(),
      /** How many get the newsletter without an account; null for who may not write to them. */
      subscribers: z.int().nullable(),
    }),
  }),
  audience: endpoint({
    method: "POST",
    readsMany: true,
    path: "/api/admin/campaign-audience",
    access,
    body: AudienceFields,
    response: Audience,
  }),
  /** The mail as it will be. */
  preview: endpoint({
    method: "GET",
    path: `${path}/:id/preview`,
    access,
    params,
    query: z.object({ in: z.enum(locales).catch("fr") }),
    response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  }),
  /** Sends it to the actor alone, by its channels. */
  test: endpoint({ method: "POST", path: `${path}/:id/test`, access, params, response: Done }),
  /** Sends it, or schedules it. `confirmed`: how many people the actor has read; required for many, and then it must be right. */
  start: endpoint({
    method: "POST",
    path: `${path}/:id/start`,
    access,
    params,
    body: z.object({ version: z.int(), confirmed: z.int().min(0).max(maxAudience).optional() }),
    response: z.object({ state: CampaignState }),
  }),
  /** `stop`: of one under way, what waits is not sent; `cancel`, `reopen`: of a scheduled one. */
  step: endpoint({
    method: "POST",
    path: `${path}/:id/steps`,
    access,
    params,
    body: z.object({ step: z.enum(["stop", "cancel", "reopen"]) }),
    response: z.object({ state: CampaignState }),
  }),
  people: endpoint({
    method: "GET",
    readsMany: true,
    path: `${path}/:id/people`,
    access,
    params,
    query: z.object({
      after: z.uuid().optional().catch(undefined),
      show: z.enum(shownPeople).optional().catch(undefined),
    }),
    /** How many were left out while it was sent, and how many it never came to; `areNamed`: for thirty days. */
    response: z.object({
      ...{ title: Localized, items: z.array(PersonResult), more: z.boolean() },
      ...{ left: z.int(), untouched: z.int(), areNamed: z.boolean() },
    }),
  }),
  /** How many browsers are registered for push, by their name and by when they last got something. Empty where push is not configured. */
  devices: endpoint({
    method: "GET",
    path: "/api/admin/push-devices",
    access: { roles: ["ADMIN"] },
    response: z.object({
      offered: z.boolean(),
      items: z.array(
        z.object({ label: z.string().nullable(), people: z.int(), month: z.int(), quarter: z.int(), older: z.int(), unused: z.int() }),
      ),
    }),
  }),
};
