import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import type { Role } from "./roles.ts";

/** How often somebody is notified about a topic: at each event, or in a summary on working days or Mondays. */
export const frequencies = ["each", "daily", "weekly", "never"] as const;
export type Frequency = (typeof frequencies)[number];

export const notificationChannels = ["email"] as const;

type TopicFacts = {
  /** Whom it concerns. */
  roles: readonly Role[];
  /** What they may choose; the first one is the default. */
  frequencies: readonly [Frequency, ...Frequency[]];
};

/** Topics that a person may choose. Messages about the account and its security are always sent by mail. */
export const notificationTopics = {
  articles: { roles: ["ADMIN"], frequencies: ["each", "never"] },
  waiting: { roles: ["ADMIN"], frequencies: ["never", "daily", "weekly"] },
} as const satisfies Record<string, TopicFacts>;

export type NotificationTopic = keyof typeof notificationTopics;

export const topicNames = Object.keys(notificationTopics) as [NotificationTopic, ...NotificationTopic[]];

/** The frequency of each topic that concerns the reader. */
export const NotificationChoices = z.object({
  articles: z.enum(notificationTopics.articles.frequencies).optional(),
  waiting: z.enum(notificationTopics.waiting.frequencies).optional(),
} satisfies Record<NotificationTopic, z.ZodType>);
export type NotificationChoices = z.infer<typeof NotificationChoices>;

const access = "authenticated" as const;
const path = "/api/account/notifications";

export const notificationsApi = {
  choices: endpoint({ method: "GET", path, access, response: NotificationChoices }),
  /** A topic that is missing, or does not concern the actor, stays as it is. */
  setChoices: endpoint({ method: "PUT", path, access, body: NotificationChoices, response: Done }),
};
