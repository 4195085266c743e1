import type { Translate } from "~/i18n/translate";

/** The label of a mail topic; a removed one has its name in the code. */
export function topicLabel(t: Translate, topic: string): string {
  return t(`outbox:topics.${topic}` as "outbox:topics.password_reset", { defaultValue: topic });
}
