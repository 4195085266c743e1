import type { SummaryTopic } from "#contract/accounts/notifications";
import { linkTopics } from "./paths.ts";
import { type MailTopic, mailTopics } from "./topics.ts";

/** What is in the inbox alone, without a mail. Its texts are in `inboxTexts`. */
export const inboxTopics = [
  "task_ended",
  "answer_undelivered",
  "kit_moved",
  "receipts_gap",
  "registration_paused",
  "debit_given_up",
  "dues_to_return",
  "renewal_failed_for_staff",
] as const;
export type InboxTopic = (typeof inboxTopics)[number];

/** Topics about a login that cannot be read behind one, that repeat what the dashboard shows, or that answer whoever typed an address. */
const mailOnly: readonly MailTopic[] = ["email_known", "erasure_done", "work_summary", "digest", "newsletter_known", "event_guest_known"];

/** Whether a topic is in the inbox as well. A mail with a token is not: its link is for the mailbox alone. */
export const isInInbox = (topic: MailTopic) => !linkTopics.includes(topic) && !mailOnly.includes(topic);

/** The values that the subject of a mail shows, and the inbox with it. An erasure does not find the name of somebody without account here. */
const titleValues: Partial<Record<MailTopic, readonly string[]>> = {
  message_received: ["ticket"],
  message_reply: ["ticket"],
  thread_continued: ["ticket"],
  contact_copy: ["ticket"],
  application_arrived: ["ticket"],
  application_received: ["ticket"],
  application_answered: ["ticket", "title"],
  testimonial_received: ["ticket"],
  testimonial_approved: ["ticket"],
  testimonial_declined: ["ticket"],
  pledge_transfer: ["amount"],
  pledge_monthly: ["amount"],
  pledge_cheque: ["amount"],
  pledge_card: ["amount"],
  pledge_debit: ["amount"],
  pledge_debit_failed: ["amount"],
  pledge_debit_retried: ["amount"],
  pledge_debit_given_up: ["amount"],
  pledge_once_failed: ["amount"],
  renewal_announced: ["date"],
  receipt_ready: ["number"],
  receipt_replaced: ["oldNumber"],
  data_request_received_by_address: ["number"],
  retention_month: ["date"],
  driver_paper_soon: ["document"],
  work_summary: ["date"],
  digest: ["count"],
  guardian_consent: ["minorName"],
  event_confirmed: ["eventTitle"],
  event_pending: ["eventTitle"],
  event_waiting: ["eventTitle"],
  event_offer: ["eventTitle"],
  event_offer_expired: ["eventTitle"],
  event_refused: ["eventTitle"],
  event_removed: ["eventTitle"],
  event_cancelled: ["eventTitle"],
  event_left: ["eventTitle"],
  event_changed: ["eventTitle"],
  event_reminder: ["eventTitle"],
  event_moved: ["eventTitle"],
  event_help: ["eventTitle"],
  event_replacement: ["eventTitle"],
  event_replaced: ["eventTitle"],
  event_guest_confirm: ["eventTitle"],
  event_guest_known: ["eventTitle"],
  hours_validated: ["hours"],
  expenses_accepted: ["amount"],
  expenses_declined: ["amount"],
  expenses_taken_back: ["amount"],
  membership_due: ["date"],
  campaign_association: ["title"],
  campaign_newsletter: ["title"],
  campaign_event: ["title"],
  follow_up_assigned: ["date"],
};

/** What a summary may list: which choice decides, and the value of the mail that names the record. */
const inSummaries: Partial<Record<MailTopic, { topic: SummaryTopic; record: string }>> = {
  article_in_review: { topic: "articles", record: "articleId" },
  message_received: { topic: "messages", record: "messageId" },
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
  const names = titleValues[topic] ?? [];
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}
