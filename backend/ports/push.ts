import type { PushConfiguration } from "#contract/api/push";

/** A notification for one device. `url` and `icon` are paths of the site. */
export type PushNotification = {
  /** The registration token of the device. */
  token: string;
  title: string;
  body: string;
  icon: string;
  /** A second notification of the same tag replaces the first on the device. */
  tag: string;
  url: string;
  /** For how many seconds the provider may wait for the device. */
  timeToLive: number;
  urgent: boolean;
};

/** Hands notifications to a push provider. */
export type PushSender = {
  /** Throws a {@link PushFailure}. */
  send(notification: PushNotification): Promise<void>;
};

/** Browser push. Without a configuration it does not exist; without a sender, nobody is offered it. */
export type Push = {
  /** What browsers need; handed on as a whole. */
  configuration: PushConfiguration;
  sender: PushSender | null;
};

export const noPush: Push = { configuration: {}, sender: null };

/** Push by Firebase. A configuration that browsers cannot be set up with has no sender. */
export function firebasePush(configuration: PushConfiguration, sender: PushSender | null = null): Push {
  return { configuration, sender: configuration.apiKey && configuration.projectId ? sender : null };
}

/**
 * What became of a notification that was not taken: `gone`, the device is registered no more; `refused`, it will not be taken later either;
 * `later`, for this one; `unreached`, any other would have failed too.
 */
export type PushFate = "gone" | "refused" | "later" | "unreached";

/** A notification that was not taken. `reason` consists of codes: answers of a provider may repeat the token. */
export class PushFailure extends Error {
  readonly reason: string;
  readonly fate: PushFate;
  /** After how many seconds to retry, if the provider says so. */
  readonly retryAfter: number | null;

  constructor(reason: string, fate: PushFate, retryAfter: number | null = null) {
    super(reason);
    this.name = "PushFailure";
    this.reason = reason;
    this.fate = fate;
    this.retryAfter = retryAfter;
  }
}
