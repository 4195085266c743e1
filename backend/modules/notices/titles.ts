import type { Services } from "#backend/http/services";
import type { TextKey } from "#backend/http/translation";
import { type InboxTopic, inboxTopics } from "#backend/modules/mails/inbox-topics";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";

type Values = Record<string, string>;
type Words = (key: TextKey, values?: Record<string, unknown>) => string;
type Texts = { title: string; action: string };

/** The texts of what is in the inbox alone, of the values that its notice retains. */
const inboxTexts: Record<InboxTopic, (t: Words, values: Values, locale: Locale) => Texts> = {
  task_ended(t, { task = "tasks:titleOf.unknown", state, ...counts }) {
    const [total, done, count] = [counts.total, counts.done, counts.exceptions].map(Number);
    return {
      title: t(`tasks:notice.${state}`, { task: t(task as TextKey, { count: total }), total, done, count }),
      action: t(state === "file" ? "tasks:notice.fetch" : "tasks:notice.open"),
    };
  },
  answer_undelivered: (t, { ticket }) => ({ title: t("threads:undelivered.notice", { ticket }), action: t("threads:undelivered.open") }),
  registration_paused: (t, { until = "" }, locale) => ({
    title: t("events:pause.notice", { date: writtenDay(locale, until) }),
    action: t("events:pause.open"),
  }),
  receipts_gap: (t, { number }) => ({ title: t("receipts:gapNotice.title", { number }), action: t("receipts:gapNotice.open") }),
  debit_given_up: (t, { reference }) => ({ title: t("cards:givenUp.title", { reference }), action: t("cards:givenUp.open") }),
  dues_to_return: (t, { reference }) => ({ title: t("cards:duesToReturn.title", { reference }), action: t("cards:duesToReturn.open") }),
  renewal_failed_for_staff: (t, { reference }) => ({
    title: t("cards:renewalFailed.title", { reference }),
    action: t("cards:renewalFailed.open"),
  }),
  kit_moved: (t, { kind, status }) => ({ title: t(`kits:notice.${kind}.${status}`), action: t("kits:notice.open") }),
};

const isOfInbox = (topic: string): topic is InboxTopic => inboxTopics.some((one) => one === topic);

/** The title of a notice and the label of its link: those of the mail, where there is one. */
export function textsOf({ translate }: Pick<Services, "translate">, locale: Locale, topic: string, values: Values): Texts {
  const t: Words = (key, more) => translate(locale, key, more);
  if (isOfInbox(topic)) return inboxTexts[topic](t, values, locale);
  return { title: t(`mails:${topic}.subject`, values), action: t(`mails:${topic}.button`) };
}
