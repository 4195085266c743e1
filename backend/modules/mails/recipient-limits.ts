import type { Db } from "#backend/db/client";
import { createLimits, type Rule } from "#backend/http/limits";
import { Refusal } from "#backend/refusal";
import type { MailTopic } from "./topics.ts";

/**
 * Mails that anybody can trigger to any e-mail address, with the limit that counts them for the recipient. Copies of forms and links to
 * an account are counted apart, so that forms cannot use up what a forgotten password needs.
 */
export const limitOf: Partial<Record<MailTopic, Rule>> = {
  contact_copy: "formMailByRecipient",
  pledge_transfer: "formMailByRecipient",
  pledge_monthly: "formMailByRecipient",
  pledge_cheque: "formMailByRecipient",
  pledge_card: "formMailByRecipient",
  pledge_debit: "formMailByRecipient",
  pledge_debit_failed: "formMailByRecipient",
  pledge_debit_retried: "formMailByRecipient",
  pledge_debit_given_up: "formMailByRecipient",
  pledge_once_failed: "formMailByRecipient",
  application_received: "formMailByRecipient",
  testimonial_received: "formMailByRecipient",
  registration_resume: "formMailByRecipient",
  data_request_received_by_address: "formMailByRecipient",
  magic_link: "linkMailByRecipient",
  email_verification: "linkMailByRecipient",
  email_known: "linkMailByRecipient",
  email_change: "linkMailByRecipient",
  password_reset: "linkMailByRecipient",
  guardian_consent: "linkMailByRecipient",
  event_guest_confirm: "eventMailByRecipient",
  event_guest_known: "eventMailByRecipient",
  newsletter_confirm: "newsletterMailByRecipient",
  newsletter_known: "newsletterMailByRecipient",
};

/**
 * Counts a mail for its recipient, in the transaction of what causes it; false when the limit is reached. The caller
 * gets the same response either way.
 */
export async function mayReceive(db: Db, topic: MailTopic, recipient: string): Promise<boolean> {
  const rule = limitOf[topic];
  if (!rule) return true;
  try {
    await createLimits(db).take(rule, recipient.toLowerCase());
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_requests") return false;
    throw error;
  }
}
