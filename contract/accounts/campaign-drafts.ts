import * as z from "zod";
import type { RegistrationStatus } from "../charity/event-registrations.ts";
import { wallTime } from "../formats/local-time.ts";
import type { Locale } from "../formats/locale.ts";
import { type Localized, localizedField, localizedText } from "../formats/localized.ts";
import { isLocalPath } from "../formats/urls.ts";
import { shortText } from "../formats/validation.ts";
import { hasOnlyVariables } from "./campaign-variables.ts";
import { noticeChannels } from "./inbox.ts";
import { roles } from "./roles.ts";

/** What a campaign of the general form is about: the life of the charity, for whoever has an account, or the newsletter, for those who agreed to it. */
export const generalTopics = ["association", "newsletter"] as const;
/** The same, and a message about one event, to those who are registered for it. */
export const campaignTopics = [...generalTopics, "event"] as const;
export type CampaignTopic = (typeof campaignTopics)[number];

/** The states of a registration that a message about an event may go to. Whoever has cancelled, or was refused, gets none. */
export const addressedStatuses = [
  "confirmed",
  "pending",
  "offered",
  "waiting",
  "attended",
  "no_show",
] as const satisfies RegistrationStatus[];

/** The most people whom staff choose in a list for one campaign. */
export const maxChosen = 2_000;

/** Attachments of one campaign, and their size together, before a mail encodes them. */
export const maxAttachments = 3;
export const maxAttachedBytes = 5_000_000;

const longestBody = 8_000;
const body = z.string().trim().max(longestBody, { error: "campaigns:error.bodyLong", abort: true });
const label = z.string().trim().max(40, "campaigns:error.label");

const fields = {
  /** None: for subscribers alone. */
  roles: z.array(z.enum(roles), "campaigns:error.roles").max(roles.length).default([]),
  /** Whether it goes to those who get the newsletter without an account as well. */
  subscribers: z.boolean().default(false),
  /** None: people of all sectors, and without one. */
  sectorIds: z.array(z.uuid()).max(100).default([]),
  /** A saved view of a list of people, which narrows the audience to those who are in it. */
  viewId: z.uuid("campaigns:error.view").nullish(),
  /** Whether it goes to the people who were chosen in a list, and to nobody else. */
  chosen: z.boolean().default(false),
  /** The event that it is about: it goes to those who are registered for it, and to nobody else. */
  eventId: z.uuid().nullish(),
  eventStatuses: z.array(z.enum(addressedStatuses)).max(addressedStatuses.length).default([]),
  /** None: all groups of places of the event. */
  quotaIds: z.array(z.uuid()).max(50).default([]),
  topic: z.enum(campaignTopics, "campaigns:error.topic"),
  title: localizedText("campaigns:error.title", 60),
  sentence: localizedText("campaigns:error.sentence", 180),
  /** The text of the mail, in Markdown. */
  body: localizedField(body.default(""), body),
  /** The label of the button; without it, it has a general one. */
  label: localizedField(label.default(""), label),
  /** The page that it opens. */
  path: shortText(300, "campaigns:error.path").refine(isLocalPath, "campaigns:error.path").nullish(),
  channels: z.array(z.enum(noticeChannels), "campaigns:error.channels").min(1, "campaigns:error.channels").max(noticeChannels.length),
  /** Published documents that go with the mail. */
  attachmentIds: z.array(z.uuid(), "campaigns:error.attachment").max(maxAttachments, "campaigns:error.attachments").default([]),
  when: z.enum(["now", "later"], "campaigns:error.when"),
  at: wallTime("campaigns:error.at").nullish(),
};

type ToWhom = { roles: readonly string[]; subscribers: boolean; chosen: boolean; eventId?: string | null };
const hasReaders = ({ roles, subscribers, chosen, eventId }: Partial<ToWhom>) =>
  (Array.isArray(roles) && roles.length > 0) || subscribers === true || chosen === true || !!eventId;
/** Missing readers are named with the other faults, not after them. */
const readers = {
  path: ["roles"],
  error: "campaigns:error.roles",
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

type Sent = { channels: readonly string[]; topic: CampaignTopic };
/** Who has no account gets the newsletter alone, and that by mail. */
const reachesSubscribers = ({ channels, topic, subscribers }: Sent & ToWhom) =>
  !subscribers || (topic === "newsletter" && channels.includes("email"));
/** The newsletter is not offered for devices. */
const isOffered = ({ channels, topic }: Sent) => topic !== "newsletter" || !channels.includes("push");

const isMailed = ({ channels, attachmentIds }: { channels: readonly string[]; attachmentIds: readonly string[] }) =>
  attachmentIds.length === 0 || channels.includes("email");

type Written = { channels: readonly string[]; body: Localized; when: "now" | "later"; at?: string | null };

type OfEvent = { topic: CampaignTopic; eventId?: string | null; eventStatuses: readonly string[] };
const namesEvent = ({ topic, eventId }: OfEvent) => (topic === "event") === !!eventId;
const hasStatuses = ({ eventId, eventStatuses }: OfEvent) => !eventId || eventStatuses.length > 0;
type Texts = { topic: CampaignTopic; title: Localized; sentence: Localized; body: Localized };
/** Of other campaigns, braces are braces. */
const isFilled =
  (locale: Locale) =>
  ({ topic, body }: Texts) =>
    topic !== "event" || hasOnlyVariables(body[locale] ?? "");
/** What a device or the inbox shows is the same for everybody. */
const isPlain =
  (name: "title" | "sentence") =>
  ({ topic, [name]: text }: Texts) =>
    topic !== "event" || ![text.fr, text.en].some((written) => written?.includes("{"));

const isWritten = ({ channels, body }: Written) => !channels.includes("email") || body.fr !== "";
const hasTime = ({ when, at }: Written) => when === "now" || !!at;

/** A campaign as its form has it: what is saved can be sent. */
export const CampaignDraft = z
  .object(fields)
  .refine(hasReaders, readers)
  .refine(namesEvent, { path: ["topic"], error: "campaigns:error.topic" })
  .refine(hasStatuses, { path: ["eventStatuses"], error: "campaigns:error.eventStatuses" })
  .refine(isFilled("fr"), { path: ["body", "fr"], error: "campaigns:error.variable" })
  .refine(isFilled("en"), { path: ["body", "en"], error: "campaigns:error.variable" })
  .refine(isPlain("title"), { path: ["title", "fr"], error: "campaigns:error.plain" })
  .refine(isPlain("sentence"), { path: ["sentence", "fr"], error: "campaigns:error.plain" })
  .refine(reachesSubscribers, { path: ["subscribers"], error: "campaigns:error.subscribers" })
  .refine(isOffered, { path: ["channels"], error: "campaigns:error.newsletterPush" })
  .refine(isMailed, { path: ["attachmentIds"], error: "campaigns:error.attachmentsByMail" })
  .refine(isWritten, { path: ["body", "fr"], error: "campaigns:error.body" })
  .refine(hasTime, { path: ["at"], error: "campaigns:error.at" });
export type CampaignDraft = z.infer<typeof CampaignDraft>;

/** `version` is the one that the form was filled in over: another one in the database answers 409. */
export const CampaignEdit = z
  .object({ ...fields, version: z.int() })
  .refine(hasReaders, readers)
  .refine(namesEvent, { path: ["topic"], error: "campaigns:error.topic" })
  .refine(hasStatuses, { path: ["eventStatuses"], error: "campaigns:error.eventStatuses" })
  .refine(isFilled("fr"), { path: ["body", "fr"], error: "campaigns:error.variable" })
  .refine(isFilled("en"), { path: ["body", "en"], error: "campaigns:error.variable" })
  .refine(isPlain("title"), { path: ["title", "fr"], error: "campaigns:error.plain" })
  .refine(isPlain("sentence"), { path: ["sentence", "fr"], error: "campaigns:error.plain" })
  .refine(reachesSubscribers, { path: ["subscribers"], error: "campaigns:error.subscribers" })
  .refine(isOffered, { path: ["channels"], error: "campaigns:error.newsletterPush" })
  .refine(isMailed, { path: ["attachmentIds"], error: "campaigns:error.attachmentsByMail" })
  .refine(isWritten, { path: ["body", "fr"], error: "campaigns:error.body" })
  .refine(hasTime, { path: ["at"], error: "campaigns:error.at" });
export type CampaignEdit = z.infer<typeof CampaignEdit>;

export const AudienceFields = z
  .object({
    /** The draft that they are of. */
    id: z.uuid().optional(),
    roles: fields.roles,
    subscribers: fields.subscribers,
    sectorIds: fields.sectorIds,
    viewId: fields.viewId,
    chosen: fields.chosen,
    eventId: fields.eventId,
    eventStatuses: fields.eventStatuses,
    quotaIds: fields.quotaIds,
    topic: fields.topic,
    channels: fields.channels,
  })
  .refine(hasReaders, readers);
export type AudienceFields = z.infer<typeof AudienceFields>;
