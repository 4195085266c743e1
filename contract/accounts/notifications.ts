import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { type Role, roles } from "./roles.ts";

/** How often somebody is notified about a topic: at each event, or in a summary on working days or Mondays. */
export const frequencies = ["each", "daily", "weekly", "never"] as const;
export type Frequency = (typeof frequencies)[number];
/** The frequencies of summaries: all topics with one of them come in one mail. */
export const summaryFrequencies = ["daily", "weekly"] as const satisfies Frequency[];
export type SummaryFrequency = (typeof summaryFrequencies)[number];

export const notificationChannels = ["email", "push"] as const;

type TopicFacts = {
  /** Whom it concerns. */
  roles: readonly Role[];
  /** What they may choose; the first one is the default. */
  frequencies: readonly [Frequency, ...Frequency[]];
};

/** Topics that a person may choose. Messages about the account and its security are always sent by mail. */
export const notificationTopics = {
  articles: { roles: ["ADMIN"], frequencies: ["each", "daily", "weekly", "never"] },
  /** Of volunteers, it concerns those who answer messages to a local team. */
  messages: { roles: ["ADMIN", "VOLUNTEER"], frequencies: ["each", "daily", "weekly", "never"] },
  /** Of these roles, it concerns those who answer what waits. */
  waiting: { roles: ["ADMIN", "VOLUNTEER"], frequencies: ["never", "daily", "weekly"] },
  /** Of what somebody takes part in or has to do. What changes it, or calls it off, is no reminder and is always sent. */
  reminders: { roles: ["ADMIN", "VOLUNTEER", "BENEFICIARY"], frequencies: ["each", "never"] },
  association: { roles, frequencies: ["each", "never"] },
  greetings: { roles, frequencies: ["each", "never"] },
} as const satisfies Record<string, TopicFacts>;

export type NotificationTopic = keyof typeof notificationTopics;

export const topicNames = Object.keys(notificationTopics) as [NotificationTopic, ...NotificationTopic[]];

/** Topics whose single mails may be replaced by a summary of what happened. */
export const summaryTopics = ["articles", "messages"] as const satisfies NotificationTopic[];
export type SummaryTopic = (typeof summaryTopics)[number];

/** Topics that may come in a summary: those, and what waits. */
export const summaryChoices = [...summaryTopics, "waiting"] as const satisfies NotificationTopic[];

/**
 * Topics whose mails a person may stop. Two are not in the choices: `summary` is all that comes in summaries, which their link stops as a whole, and the
 * newsletter, which goes to those who have consented to it.
 */
export const optionalTopics = [...topicNames, "summary", "newsletter"] as const;
export type OptionalTopic = (typeof optionalTopics)[number];

/** What a device may get, with the field of its choice. `account` is all that is about a person's own account, which always comes by mail. */
export const pushTopics = {
  account: { roles, field: "pushAccount" },
  articles: { roles: ["ADMIN"], field: "pushArticles" },
  messages: { roles: ["ADMIN", "VOLUNTEER"], field: "pushMessages" },
  reminders: { roles: ["ADMIN", "VOLUNTEER", "BENEFICIARY"], field: "pushReminders" },
  association: { roles, field: "pushAssociation" },
} as const satisfies Record<string, { roles: readonly Role[]; field: string }>;

export type PushTopic = keyof typeof pushTopics;
export const pushTopicNames = Object.keys(pushTopics) as [PushTopic, ...PushTopic[]];

/** The first one is the default: whoever adds a device wants to be notified on it. */
export const pushFrequencies = ["each", "never"] as const satisfies Frequency[];
const onDevices = z.enum(pushFrequencies).optional();

/** The frequency of each topic that concerns the reader: by mail, and on their devices where push is configured. */
export const NotificationChoices = z.object({
  articles: z.enum(notificationTopics.articles.frequencies).optional(),
  messages: z.enum(notificationTopics.messages.frequencies).optional(),
  waiting: z.enum(notificationTopics.waiting.frequencies).optional(),
  reminders: z.enum(notificationTopics.reminders.frequencies).optional(),
  association: z.enum(notificationTopics.association.frequencies).optional(),
  greetings: z.enum(notificationTopics.greetings.frequencies).optional(),
  pushAccount: onDevices,
  pushArticles: onDevices,
  pushMessages: onDevices,
  pushReminders: onDevices,
  pushAssociation: onDevices,
} satisfies Record<NotificationTopic | (typeof pushTopics)[PushTopic]["field"], z.ZodType>);
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** The same with the newsletter, as the consent to it says. */
export const CurrentChoices = NotificationChoices.extend({ newsletter: z.boolean() });
export type CurrentChoices = z.infer<typeof CurrentChoices>;

/** What can be paused: a topic, or all of them. What is about the account is in none of them. */
export const pausable = ["all", ...topicNames, "newsletter"] as const;
export type Pausable = (typeof pausable)[number];

/** The latest end of a pause, in months from now. */
export const longestPause = 12;

const end = calendarDay("account:pause.error").optional();
/** On which day (in France) mails and devices get a topic again; the inbox has it meanwhile. Without a day it is not paused. */
export const NotificationPauses = z.object({
  all: end,
  articles: end,
  messages: end,
  waiting: end,
  reminders: end,
  association: end,
  greetings: end,
  newsletter: end,
} satisfies Record<Pausable, z.ZodType>);
export type NotificationPauses = z.infer<typeof NotificationPauses>;

const access = "authenticated" as const;
const path = "/api/account/notifications";

export const notificationsApi = {
  choices: endpoint({ method: "GET", path, access, response: CurrentChoices }),
  /** A choice that is missing, or does not concern the actor, stays as it is. */
  setChoices: endpoint({ method: "PUT", path, access, body: NotificationChoices, response: Done }),
  /** Pauses that have not ended. */
  pauses: endpoint({ method: "GET", path: `${path}/pauses`, access, response: NotificationPauses }),
  /** Replaces all of them. One that does not concern the actor is none; one that ends today or before is refused. */
  setPauses: endpoint({ method: "PUT", path: `${path}/pauses`, access, body: NotificationPauses, response: Done }),
};
