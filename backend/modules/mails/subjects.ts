import type { NoticeSubject } from "#contract/accounts/inbox";
import type { InboxTopic } from "./inbox-topics.ts";
import type { MailTopic } from "./topics.ts";

/** The record that a notice is about. */
export type About = { subject: NoticeSubject; subjectId: string };

type Known = { values: Record<string, string>; userId?: string };

const event = ({ values: { eventId } }: Known) => eventId && { subject: "event" as const, subjectId: eventId };
const ownAccount = ({ userId }: Known) => userId && { subject: "person" as const, subjectId: userId };

/** Where a topic's own values name the record. Others are named by whoever writes the notice. */
const known: Partial<Record<MailTopic | InboxTopic, (from: Known) => About | "" | undefined>> = {
  account_accepted: ownAccount,
  account_accepted_beneficiary: ownAccount,
  account_refused: ownAccount,
  account_refused_beneficiary: ownAccount,
  account_set_back: ownAccount,
  account_suspended: ownAccount,
  account_restored: ownAccount,
  more_information: ownAccount,
  application_arrived: ({ values: { applicationId } }) => applicationId && { subject: "application", subjectId: applicationId },
  event_confirmed: event,
  event_pending: event,
  event_waiting: event,
  event_offer: event,
  event_offer_expired: event,
  event_refused: event,
  event_removed: event,
  event_cancelled: event,
  event_reinstated: event,
  event_left: event,
  event_changed: event,
  event_reminder: event,
  event_moved: event,
  event_help: event,
  event_replacement: event,
  event_replaced: event,
  event_search_ended: event,
  event_door: event,
  event_door_ended: event,
  event_code_replaced: event,
};

/** The record of a notice, if it is about one. */
export function aboutOf(topic: MailTopic | InboxTopic, from: Known): Partial<About> {
  return known[topic]?.(from) || {};
}
