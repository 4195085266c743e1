import type { SummaryTopic } from "#contract/accounts/notifications";
import { linkTopics, type MailTopic, mailFacts, mailTopics } from "./topics.ts";

/** What is in the inbox, and on devices, without a mail. Its texts are in `inboxTexts`. */
export const inboxTopics = [
  "task_ended",
  "answer_undelivered",
  "kit_moved",
  "mails_stopped",
  "place_left",
  "proxy_moved",
  "receipts_gap",
  "receipt_to_replace",
  "receipts_due",
  "registration_paused",
  "debit_given_up",
  "debit_refused",
  "dues_to_return",
  "entry_shared",
  "payment_disputed",
  "payment_taken_back",
  "payment_taken_back_twice",
  "refund_failed",
  "gift_to_return",
  "card_mismatch",
  "card_event_failed",
  "renewal_failed_for_staff",
] as const;
export type InboxTopic = (typeof inboxTopics)[number];
export const isWithoutMail = (topic: string): topic is InboxTopic => inboxTopics.some((one) => one === topic);

/** Topics about a login that cannot be read behind one, that repeat what the dashboard shows, or that answer whoever typed an address. */
const mailOnly: readonly MailTopic[] = ["email_known", "erasure_done", "work_summary", "digest", "newsletter_known", "event_guest_known"];

/** Whether a topic is in the inbox as well. A mail with a token is not: its link is for the mailbox alone. */
export const isInInbox = (topic: MailTopic) => !linkTopics.includes(topic) && !mailOnly.includes(topic);

/** What a summary may list: which choice decides, and the value of the mail that names the record. */
const inSummaries: Partial<Record<MailTopic, { topic: SummaryTopic; record: string }>> = {
  article_in_review: { topic: "articles", record: "articleId" },
  message_received: { topic: "messages", record: "messageId" },
  application_arrived: { topic: "messages", record: "applicationId" },
  thread_continued: { topic: "messages", record: "threadId" },
};

/** The mails of a topic that summaries list. */
export const summarisedMails = (topic: SummaryTopic) => mailTopics.filter((one) => inSummaries[one]?.topic === topic);

/** The record that a summary lists in place of a mail; nothing for one that is always sent by itself. */
export function recordInSummary(topic: MailTopic, values: Record<string, string>): string | undefined {
  const record = inSummaries[topic]?.record;
  return record && values[record];
}

/** The values of a mail that its notices retain. */
export function valuesOfTitle(topic: MailTopic, values: Record<string, string>): Record<string, string> {
  const names = mailFacts[topic].titled ?? [];
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}
