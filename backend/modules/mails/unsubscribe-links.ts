import type { Services } from "#backend/http/services";
import { type OptionalTopic, optionalTopics } from "#contract/accounts/notifications";
import { unsubscribePage } from "#contract/accounts/unsubscribing";
import type { Locale } from "#contract/formats/locale";
import { decryptToken, encryptToken } from "./sealing.ts";

type Settings = Pick<Services["settings"], "sessionSecrets">;

/** What a link stops: a topic of an account, or the newsletter of a subscriber without one. */
export type Subscription = { topic: OptionalTopic } & ({ userId: string } | { subscriberId: string });

const purpose = "maillon link to unsubscribe";
/** Is in the token of a subscriber, where that of an account has the topic. */
const subscriber = "subscriber";

/** The token of a link to unsubscribe: sealed, not stored, and valid as long as one of the secrets is in use. */
export const unsubscribeToken = ({ sessionSecrets }: Settings, { topic, ...whose }: Subscription): string =>
  encryptToken(sessionSecrets, "userId" in whose ? `${topic} ${whose.userId}` : `${subscriber} ${whose.subscriberId}`, purpose);

/** The subscription that a token stops; null for one that is not ours. */
export function subscriptionOf({ sessionSecrets }: Settings, token: string): Subscription | null {
  const [name, id] = decryptToken(sessionSecrets, token, purpose)?.split(" ") ?? [];
  if (name === subscriber && id) return { topic: "newsletter", subscriberId: id };
  const topic = optionalTopics.find((one) => one === name);
  return topic && id ? { userId: id, topic } : null;
}

/** The page where a token stops a topic, in a language. */
export const unsubscribeUrl = ({ publicUrl }: Pick<Services["settings"], "publicUrl">, locale: Locale, token: string) =>
  `${publicUrl}${locale === "en" ? "/en" : ""}${unsubscribePage}?token=${token}`;
