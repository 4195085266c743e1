import type { Services } from "#backend/http/services";
import { type OptionalTopic, optionalTopics } from "#contract/accounts/notifications";
import { unsubscribePage } from "#contract/accounts/unsubscribing";
import type { Locale } from "#contract/formats/locale";
import { decryptToken, encryptToken } from "./sealing.ts";

type Settings = Pick<Services["settings"], "sessionSecrets">;

/** Whose mails of which topic a link stops. */
export type Subscription = { userId: string; topic: OptionalTopic };

const purpose = "maillon link to unsubscribe";

/** The token of a link to unsubscribe: sealed, not stored, and valid as long as one of the secrets is in use. */
export const unsubscribeToken = ({ sessionSecrets }: Settings, { userId, topic }: Subscription): string =>
  encryptToken(sessionSecrets, `${topic} ${userId}`, purpose);

/** What a token stands for; null for one that is not ours. */
export function subscriptionOf({ sessionSecrets }: Settings, token: string): Subscription | null {
  const [name, userId] = decryptToken(sessionSecrets, token, purpose)?.split(" ") ?? [];
  const topic = optionalTopics.find((one) => one === name);
  return topic && userId ? { userId, topic } : null;
}

/** The page where a token stops a topic, in a language. */
export const unsubscribeUrl = ({ publicUrl }: Pick<Services["settings"], "publicUrl">, locale: Locale, token: string) =>
  `${publicUrl}${locale === "en" ? "/en" : ""}${unsubscribePage}?token=${token}`;
