import type { Services } from "#backend/http/services";
import type { TextKey } from "#backend/http/translation";
import { type InboxTopic, isWithoutMail } from "#backend/modules/mails/inbox-topics";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { formatEuros } from "#contract/giving/money";

type Values = Record<string, string>;
type Words = (key: TextKey, values?: Record<string, unknown>) => string;
type Texts = { title: string; action: string };

/** The texts of what is in the inbox without a mail, of the values that its notice retains. */
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
  receipt_to_replace: (t, { number }) => ({
    title: t("receipts:replaceNotice.title", { number }),
    action: t("receipts:replaceNotice.open"),
  }),
  receipts_due(t, { year, ...counts }) {
    const [due, missing] = [Number(counts.due), Number(counts.missing)];
    const action = t("receipts:dueNotice.open");
    if (due === 0) return { title: t("receipts:dueNotice.onlyMissing", { count: missing, year }), action };
    return { title: t(`receipts:dueNotice.${missing > 0 ? "withMissing" : "title"}`, { count: due, missing, year }), action };
  },
  debit_given_up: (t, { reference }) => ({ title: t("cards:givenUp.title", { reference }), action: t("cards:givenUp.open") }),
  debit_refused: (t, { reference, cents, of }, locale) => ({
    title: t("cards:debitRefused.title", { reference, amount: formatEuros(locale, Number(cents)) }),
    action: t(`cards:debitRefused.${of}` as TextKey),
  }),
  dues_to_return: (t, { reference }) => ({ title: t("cards:duesToReturn.title", { reference }), action: t("cards:duesToReturn.open") }),
  payment_disputed: (t, { reference }) => ({ title: t("cards:disputed.title", { reference }), action: t("cards:disputed.open") }),
  payment_taken_back: (t, { reference, cents }, locale) => ({
    title: t("cards:takenBack.title", { reference, amount: formatEuros(locale, Number(cents)) }),
    action: t("cards:takenBack.open"),
  }),
  payment_taken_back_twice: (t, { reference, cents }, locale) => ({
    title: t("cards:takenTwice.title", { reference, amount: formatEuros(locale, Number(cents)) }),
    action: t("cards:takenTwice.open"),
  }),
  refund_failed: (t, { reference, cents, known }, locale) => ({
    title: t(`cards:refundFailed.${known}` as TextKey, { reference, amount: formatEuros(locale, Number(cents)) }),
    action: t("cards:refundFailed.open"),
  }),
  gift_to_return: (t, { reference }) => ({ title: t("cards:giftToReturn.title", { reference }), action: t("cards:giftToReturn.open") }),
  card_mismatch: (t, { count }) => ({
    title: t("cards:mismatchNotice.title", { count: Number(count) }),
    action: t("cards:mismatchNotice.open"),
  }),
  card_event_failed: (t) => ({ title: t("cards:eventFailed.title"), action: t("cards:eventFailed.open") }),
  renewal_failed_for_staff: (t, { reference }) => ({
    title: t("cards:renewalFailed.title", { reference }),
    action: t("cards:renewalFailed.open"),
  }),
  place_left: (t, { kind, ...values }) => ({
    title: t(`events:dropOut.${kind}` as TextKey, values),
    action: t(kind === "left" || kind === "away" ? "events:dropOut.open" : "events:dropOut.see"),
  }),
  entry_shared: (t, { kind }) => ({ title: t(`tracking:shared.${kind}` as TextKey), action: t("tracking:shared.open") }),
  proxy_moved: (t, { move, part, day = "" }, locale) => ({
    title: t(`assemblies:notice.${move}.${part}`, { date: writtenDay(locale, day) }),
    action: t("assemblies:notice.open"),
  }),
  mails_stopped: (t) => ({ title: t("mails:frame.mailsStopped.title"), action: t("mails:frame.mailsStopped.open") }),
  kit_moved: (t, { kind, status }) => ({ title: t(`kits:notice.${kind}.${status}`), action: t("kits:notice.open") }),
};

/** The title of a notice and the label of its link: those of the mail, where there is one. */
export function textsOf({ translate }: Pick<Services, "translate">, locale: Locale, topic: string, values: Values): Texts {
  const t: Words = (key, more) => translate(locale, key, more);
  if (isWithoutMail(topic)) return inboxTexts[topic](t, values, locale);
  return { title: t(`mails:${topic}.subject`, values), action: t(`mails:${topic}.button`) };
}
