import type { PushConfiguration } from "#contract/api/push";

/** Browser push. Disabled unless the provider's settings are given: pages then say so. */
export type PushSender = { configuration: PushConfiguration };

export function firebasePush(configuration: PushConfiguration): PushSender {
  return { configuration };
}

export const noPush: PushSender = { configuration: {} };
