import type { Rule } from "#backend/http/limits";
import { guestPage } from "#contract/charity/event-guests";
import { renewalPage } from "#contract/charity/membership-renewals";

type Values = Record<string, string>;
type MailFacts = {
  /** The path of the mail's button; null without one. */
  path: ((values: Values) => string | undefined) | null;
  /** The values that the subject shows, and the inbox with it. An erasure does not find the name of somebody without account here. */
  titled?: readonly string[];
  /**
   * The limit that counts it for its recipient, where anybody can trigger it to any e-mail address. Copies of forms and links to an account are
   * counted apart, so that forms cannot use up what a forgotten password needs; nor what a donor has to learn of a payment.
   */
  limit?: Rule;
  /** It goes to hundreds of people at once, whom nobody made wait: it leaves after the others. */
  bulk?: true;
  /** Its button holds a token in a mail to a guest of an event, who has no account. */
  guests?: true;
  /** Its button holds a token in a mail to an account as well, which the inbox does not have. */
  accounts?: true;
};

/** A registration for an event: of an account on its own page, of a guest by the link that only their mails have. */
const registration = ({ eventId, token }: Values) => (token ? `${guestPage}?token=${token}` : `/dashboard/events/${eventId}`);
const articleView = ({ articleId }: Values) => `/dashboard/admin/news/${articleId}/view`;
const campaignView = ({ campaignId }: Values) => `/dashboard/admin/notifications/${campaignId}/view`;
const otherDates = ({ page = "/dashboard/events" }: Values) => page;
const ownExpenses = ({ page = "/dashboard/expenses" }: Values) => page;
const membership = () => "/account/membership";

/**
 * The mails that the backend can send, one row each. Each has subject, text and reason, and a button when it leads somewhere, in the namespace
 * `mails` of both languages.
 */
const rows = {
  session_revoked: { path: () => "/login" },
  email_verification: { path: ({ token }) => `/register/verify?token=${token}`, limit: "linkMailByRecipient" },
  email_known: { path: () => "/login", limit: "linkMailByRecipient" },
  email_change: { path: ({ token }) => `/register/verify?token=${token}`, limit: "linkMailByRecipient" },
  email_change_asked: { path: () => "/password/request" },
  email_changed: { path: ({ token }) => `/password/restore-email?token=${token}` },
  password_reset: { path: ({ token }) => `/password/update?token=${token}`, limit: "linkMailByRecipient" },
  account_invitation: { path: ({ token }) => `/password/update?token=${token}`, bulk: true },
  password_changed: { path: () => "/password/request" },
  guardian_consent: { path: ({ token }) => `/register/guardian?token=${token}`, titled: ["minorName"], limit: "linkMailByRecipient" },
  welcome_beneficiary: { path: () => "/account/pending/criteria" },
  criteria_received: { path: () => "/account/pending/validation" },
  more_information: { path: () => "/dashboard" },
  team_message: { path: () => "/account/chat" },
  account_accepted: { path: () => "/dashboard" },
  account_refused: { path: () => "/account/not-verified" },
  account_refused_beneficiary: { path: () => "/further-support" },
  annual_check: { path: () => "/account/pending/validation", bulk: true },
  text_to_sign: { path: () => "/account/pending/documents", bulk: true },
  article_in_review: { path: articleView },
  article_sent_back: { path: articleView, titled: ["title"] },
  article_published: { path: articleView, titled: ["title"] },
  article_scheduled: { path: articleView, titled: ["title"] },
  article_unscheduled: { path: articleView, titled: ["title"] },
  article_archived: { path: articleView, titled: ["title"] },
  article_deleted: { path: articleView, titled: ["title"] },
  message_received: { path: ({ messageId }) => `/dashboard/admin/messages/${messageId}`, titled: ["ticket"] },
  contact_copy: { path: null, titled: ["ticket"], limit: "formMailByRecipient" },
  message_reply: { path: ({ token }) => `/contact/conversation?token=${token}`, titled: ["ticket"] },
  thread_continued: { path: ({ page = "/dashboard" }) => page, titled: ["ticket"] },
  pledge_transfer: { path: ({ reference }) => `/donate/${reference}`, titled: ["amount"], limit: "formMailByRecipient" },
  pledge_monthly: { path: ({ reference }) => `/donate/${reference}`, titled: ["amount"], limit: "formMailByRecipient" },
  pledge_cheque: { path: ({ reference }) => `/donate/${reference}`, titled: ["amount"], limit: "formMailByRecipient" },
  pledge_card: { path: ({ reference }) => `/donate/${reference}`, titled: ["amount"], limit: "paymentMailByRecipient" },
  pledge_debit: { path: ({ reference }) => `/donate/${reference}`, titled: ["amount"], limit: "paymentMailByRecipient" },
  pledge_debit_failed: { path: () => "/donations/access", titled: ["amount"], limit: "paymentMailByRecipient" },
  pledge_debit_retried: { path: () => "/donations/access", titled: ["amount"], limit: "paymentMailByRecipient" },
  pledge_debit_given_up: { path: () => "/donations/access", titled: ["amount"], limit: "paymentMailByRecipient" },
  pledge_once_failed: { path: ({ reference }) => `/donate/${reference}`, titled: ["amount"], limit: "paymentMailByRecipient" },
  pledge_taken_back: { path: () => "/donations/access", titled: ["amount"], limit: "paymentMailByRecipient" },
  gift_refunded: { path: () => "/donations/access", titled: ["amount"], limit: "paymentMailByRecipient" },
  pledge_stopped: { path: () => "/donations/access", titled: ["amount"] },
  pledge_order_stopped: { path: () => "/donations/access", titled: ["amount"] },
  pledge_amount_changed: { path: () => "/donations/access", titled: ["amount"] },
  pledge_paused: { path: () => "/donations/access", titled: ["until"] },
  pledge_resumed: { path: () => "/donations/access", titled: ["amount"] },
  receipt_ready: { path: ({ page = "/donations/access" }) => page, titled: ["number"], bulk: true },
  receipt_replaced: { path: ({ page = "/donations/access" }) => page, titled: ["oldNumber"] },
  receipt_cancelled: { path: ({ page = "/donations/access" }) => page, titled: ["number"] },
  receipt_address: { path: ({ page = "/donations/access" }) => page },
  magic_link: { path: ({ token }) => `/donations/access?token=${token}`, limit: "linkMailByRecipient" },
  paper_rejected: { path: ({ page = "/account/pending/criteria" }) => page },
  data_request_received: { path: () => "/account/settings/privacy" },
  data_request_received_by_address: { path: () => "/gdpr", titled: ["number"], limit: "formMailByRecipient" },
  data_request_refused: { path: () => "/account/settings/privacy" },
  data_request_refused_by_address: { path: () => "/gdpr" },
  export_ready: { path: () => "/account/settings/privacy" },
  erasure_done: { path: () => "/gdpr" },
  retention_month: { path: () => "/dashboard", titled: ["date"], bulk: true },
  retention_week: { path: () => "/dashboard", bulk: true },
  application_received: { path: () => "/jobs", titled: ["ticket"], limit: "formMailByRecipient" },
  application_answered: { path: ({ token }) => `/jobs/conversation?token=${token}`, titled: ["ticket", "title"] },
  application_arrived: { path: ({ applicationId }) => `/dashboard/admin/jobs/applications/${applicationId}`, titled: ["ticket"] },
  testimonial_received: { path: ({ token }) => `/testimonials/withdraw?token=${token}`, titled: ["ticket"], limit: "formMailByRecipient" },
  testimonial_approved: { path: null, titled: ["ticket"] },
  testimonial_declined: { path: null, titled: ["ticket"] },
  account_accepted_beneficiary: { path: () => "/dashboard" },
  account_set_back: { path: () => "/account/pending/validation" },
  account_suspended: { path: () => "/account/not-verified" },
  account_restored: { path: () => "/login" },
  setup_link: { path: ({ token }) => `/setup?token=${token}` },
  profile_changed: { path: ({ page = "/account/settings" }) => page },
  rights_changed: { path: () => "/dashboard" },
  driver_paper_soon: { path: () => "/account/settings/driving", titled: ["document"] },
  work_summary: { path: () => "/dashboard", titled: ["date"], bulk: true },
  digest: { path: () => "/account/inbox", titled: ["count"], bulk: true },
  registration_resume: { path: ({ token }) => `/register/resume?token=${token}`, limit: "formMailByRecipient" },
  registration_reminder: { path: ({ token }) => `/register/resume?token=${token}` },
  newsletter_confirm: { path: ({ token }) => `/newsletter/confirm?token=${token}`, limit: "newsletterMailByRecipient" },
  newsletter_known: { path: null, limit: "newsletterMailByRecipient" },
  hours_proposed: { path: () => "/dashboard/volunteer-hours", bulk: true },
  hours_validated: { path: () => "/dashboard/volunteer-hours", titled: ["hours"] },
  hours_thanks: { path: () => "/dashboard/volunteer-hours", titled: ["hours"] },
  hours_rejected: { path: () => "/dashboard/volunteer-hours" },
  hours_corrected: { path: () => "/dashboard/volunteer-hours" },
  hours_imported: { path: () => "/dashboard/volunteer-hours", bulk: true },
  hours_removed: { path: () => "/dashboard/volunteer-hours", bulk: true },
  hours_taken_back: { path: () => "/dashboard/volunteer-hours" },
  certificate_withdrawn: { path: () => "/dashboard/volunteer-hours", titled: ["number"] },
  gift_in_kind_thanks: { path: null },
  gift_value_approved: { path: null },
  gift_value_declined: { path: null },
  gift_value_withdrawn: { path: null },
  expenses_accepted: { path: ownExpenses, titled: ["amount"] },
  expenses_declined: { path: ownExpenses, titled: ["amount"] },
  expenses_taken_back: { path: ownExpenses, titled: ["amount"] },
  membership_active: { path: membership },
  membership_renewed: { path: membership },
  membership_proof: { path: membership },
  membership_waiting: { path: membership },
  membership_lapsed: { path: membership, bulk: true },
  membership_cancelled: { path: membership },
  membership_refunded: { path: membership },
  membership_unpaid: { path: membership },
  membership_due: { path: membership, titled: ["date"], bulk: true },
  membership_expired: { path: membership, bulk: true },
  renewal_announced: { path: ({ token }) => `${renewalPage}?token=${token}`, titled: ["date"] },
  renewal_ended: { path: membership },
  renewal_stopped: { path: membership },
  renewal_failed: { path: membership },
  campaign_association: { path: ({ path }) => path, titled: ["title"], bulk: true },
  campaign_newsletter: { path: ({ path }) => path, titled: ["title"], bulk: true },
  campaign_event: {
    path: ({ path, token }) => (token ? `${guestPage}?token=${token}` : path),
    titled: ["title"],
    bulk: true,
    guests: true,
  },
  sending_given_up: { path: campaignView, titled: ["title"] },
  sending_incomplete: { path: campaignView, titled: ["title"] },
  event_confirmed: { path: registration, titled: ["eventTitle"], guests: true },
  event_pending: { path: registration, titled: ["eventTitle"], guests: true },
  event_waiting: { path: registration, titled: ["eventTitle"], guests: true },
  event_offer: { path: registration, titled: ["eventTitle"], guests: true, accounts: true },
  event_offer_expired: { path: otherDates, titled: ["eventTitle"] },
  event_refused: { path: otherDates, titled: ["eventTitle"] },
  event_removed: { path: otherDates, titled: ["eventTitle"] },
  event_cancelled: { path: otherDates, titled: ["eventTitle"] },
  event_reinstated: {
    path: ({ eventId, page }) => (page ? `/events/${eventId}` : `/dashboard/events/${eventId}`),
    titled: ["eventTitle"],
  },
  event_left: { path: otherDates, titled: ["eventTitle"] },
  event_guest_confirm: { path: ({ token }) => `${guestPage}?token=${token}`, titled: ["eventTitle"], limit: "eventMailByRecipient" },
  event_guest_known: { path: registration, titled: ["eventTitle"], limit: "eventMailByRecipient", guests: true },
  event_changed: { path: registration, titled: ["eventTitle"], guests: true },
  event_reminder: { path: registration, titled: ["eventTitle"], bulk: true, guests: true },
  event_moved: { path: registration, titled: ["eventTitle"], guests: true },
  event_help: { path: ({ eventId }) => `/dashboard/events/${eventId}`, titled: ["eventTitle"], bulk: true },
  event_replacement: {
    path: ({ eventId, registrationId }) => `/dashboard/events/${eventId}?replacement=${registrationId}`,
    titled: ["eventTitle"],
    bulk: true,
  },
  event_replaced: { path: otherDates, titled: ["eventTitle"] },
  event_search_ended: { path: ({ eventId }) => `/dashboard/events/${eventId}`, titled: ["eventTitle"] },
  event_door: { path: () => "/dashboard/my-events", titled: ["eventTitle"] },
  event_door_ended: { path: () => "/dashboard/my-events", titled: ["eventTitle"] },
  event_code_replaced: {
    path: ({ token, eventId }) => (token ? `${guestPage}?token=${token}` : `/dashboard/events/${eventId}/qrcode`),
    titled: ["eventTitle"],
    guests: true,
  },
  follow_up_assigned: { path: ({ entryId }) => `/dashboard/admin/tracking/${entryId}`, titled: ["date"] },
  birthday_greeting: { path: null },
} satisfies Record<string, MailFacts>;

export type MailTopic = keyof typeof rows;
/** Mails whose texts staff write. */
export type CampaignMailTopic = Extract<MailTopic, `campaign_${string}`>;

export const mailTopics = Object.keys(rows) as MailTopic[];
export const mailFacts: Record<MailTopic, MailFacts> = rows;

const topicsThat = (are: (facts: MailFacts) => boolean | undefined): readonly MailTopic[] =>
  mailTopics.filter((topic) => are(mailFacts[topic]));

export const bulkTopics = topicsThat(({ bulk }) => bulk);
/** Topics whose button holds a token: whoever opens the link acts as the recipient. */
export const linkTopics = topicsThat(({ path }) => path?.({})?.includes("token="));
export const guestTopics = topicsThat(({ guests }) => guests);
export const accountLinkTopics = topicsThat(({ accounts }) => accounts);
/** Topics that anybody can trigger. */
export const limitedTopics = topicsThat(({ limit }) => limit !== undefined);
