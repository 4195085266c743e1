import { type OptionalTopic, type PushTopic, pushTopicNames } from "#contract/accounts/notifications";
import { type InboxTopic, isInInbox } from "./inbox-topics.ts";
import type { MailTopic } from "./topics.ts";

/** What only confirms to somebody what they have just done. */
const neverPushed: readonly MailTopic[] = [
  "contact_copy",
  "pledge_transfer",
  "pledge_monthly",
  "pledge_cheque",
  "pledge_card",
  "pledge_debit",
  "pledge_debit_failed",
  "pledge_debit_retried",
  "pledge_debit_given_up",
  "pledge_once_failed",
  "pledge_taken_back",
  "gift_refunded",
  "pledge_stopped",
  "pledge_order_stopped",
  "pledge_amount_changed",
  "pledge_paused",
  "pledge_resumed",
  "application_received",
  "testimonial_received",
  "criteria_received",
  "data_request_received",
];

/** Whether a topic is sent to devices. One that the inbox must not have is not either. */
export const isPushed = (topic: MailTopic) => isInInbox(topic) && !neverPushed.includes(topic);

/** Which choice about devices decides about a notice, by what its mail can be stopped by: the account where it cannot. Null where that is not offered for devices. */
export function pushChoiceOf(about: OptionalTopic | undefined): PushTopic | null {
  return pushTopicNames.find((topic) => topic === (about ?? "account")) ?? null;
}

/** The security of the account: sent at night, too. */
const urgent: readonly MailTopic[] = ["session_revoked", "password_changed", "email_change_asked"];
export const isUrgent = (topic: MailTopic | InboxTopic) => urgent.some((one) => one === topic);

const hour = 60 * 60 * 1000;

/** What has nothing to say on a device a day later; the inbox still has it. */
const oneDay: readonly MailTopic[] = [
  ...urgent,
  "article_in_review",
  "team_message",
  "profile_changed",
  "rights_changed",
  "event_reminder",
];

/** For how long a notification is tried, in milliseconds. */
export const pushedFor = (topic: MailTopic | InboxTopic) => (oneDay.some((one) => one === topic) ? 24 * hour : 72 * hour);

/**
 * The values that may pass through the provider in a title. A title with any other is replaced by the topic's `title` of `mails:<topic>`,
 * which has none.
 */
const harmlessValues: readonly string[] = ["ticket", "number", "date"];
export const isHarmless = (values: Record<string, string>) => Object.keys(values).every((name) => harmlessValues.includes(name));

/** What comes without a mail and has a title without personal values; a title of the others is replaced by one for all of them. */
const harmlessTitles: readonly InboxTopic[] = ["task_ended", "answer_undelivered", "proxy_moved", "receipts_gap", "receipts_due"];
export const hasHarmlessTitle = (topic: InboxTopic) => harmlessTitles.includes(topic);
