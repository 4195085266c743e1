import type { Translate } from "~/i18n/translate";

/** What a kind of mail is called; one that exists no more, by its name in the code. */
export function topicWords(t: Translate, topic: string): string {
  return t(`outbox:topics.${topic}` as "outbox:topics.password_reset", { defaultValue: topic });
}
