import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { wants } from "#backend/modules/account/settings";
import { users } from "#backend/modules/users/tables";
import type { Mailer } from "#backend/ports/mailer";
import type { NotificationTopic } from "#contract/account";
import type { Locale } from "#contract/locale";
import { type MailTopic, renderMail } from "./rendering.ts";
import { outgoingMails } from "./tables.ts";

/** Where the button of a mail leads; a mail without one has nothing to do but be read. */
export const pathOf: Record<MailTopic, ((values: Record<string, string>) => string) | null> = {
  session_revoked: () => "/login",
  application_received: () => "/jobs",
  application_answered: () => "/jobs",
  application_arrived: ({ applicationId }) => `/dashboard/admin/jobs/applications/${applicationId}`,
  testimonial_received: ({ token }) => `/testimonials/withdraw?token=${token}`,
  testimonial_approved: null,
  testimonial_declined: null,
  email_verification: ({ token }) => `/register/verify?token=${token}`,
  email_known: () => "/login",
  email_change: ({ token }) => `/register/verify?token=${token}`,
  email_change_asked: () => "/password/request",
  email_changed: ({ token }) => `/password/restore-email?token=${token}`,
  password_reset: ({ token }) => `/password/update?token=${token}`,
  password_changed: () => "/password/request",
  guardian_consent: ({ token }) => `/register/guardian?token=${token}`,
  welcome_beneficiary: () => "/account/pending/criteria",
  criteria_received: () => "/account/pending/validation",
  more_information: () => "/dashboard",
  team_message: () => "/dashboard",
  account_accepted: () => "/dashboard",
  account_refused: () => "/account/not-verified",
  account_refused_beneficiary: () => "/further-support",
  annual_check: () => "/account/pending/validation",
  article_in_review: ({ articleId }) => `/dashboard/admin/news/${articleId}/view`,
  message_received: ({ messageId }) => `/dashboard/admin/messages/${messageId}`,
  contact_copy: null,
  pledge_transfer: ({ reference }) => `/donate/${reference}`,
  pledge_monthly: ({ reference }) => `/donate/${reference}`,
  pledge_cheque: ({ reference }) => `/donate/${reference}`,
  magic_link: ({ token }) => `/donations/access?token=${token}`,
  message_reply: null,
  paper_rejected: () => "/account/pending/criteria",
  data_request_received: () => "/account/settings/privacy",
  data_request_received_by_address: () => "/gdpr",
  data_request_refused: () => "/account/settings/privacy",
  data_request_refused_by_address: () => "/gdpr",
  export_ready: () => "/account/settings/privacy",
  erasure_done: () => "/gdpr",
  retention_month: () => "/dashboard",
  retention_week: () => "/dashboard",
  account_accepted_beneficiary: () => "/dashboard",
  account_suspended: () => "/account/not-verified",
  account_restored: () => "/login",
};

/** What a person may choose not to hear of; every other mail is about their own account and always comes. */
const optional: Partial<Record<MailTopic, NotificationTopic>> = { article_in_review: "articles" };

type Needs = Pick<Services, "db" | "translate" | "settings" | "wakeMail">;

/**
 * Puts a mail to a person in the outbox, in their language. Call it with the transaction of the change that causes it:
 * the mail exists exactly when the change does. The same `dedupeKey` twice is one mail.
 */
export async function queueMail(services: Needs, userId: string, topic: MailTopic, values: Record<string, string>, dedupeKey: string) {
  const { db } = services;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const about = optional[topic];
  if (!user || (about && !(await wants(db, userId, about, "email")))) return;
  await queueMailTo(services, { ...user, userId }, topic, values, dedupeKey);
}

type Reader = { email: string; locale: Locale; firstName?: string; userId?: string };
type ToSend = { to: Reader; values: Record<string, string>; dedupeKey: string };

/** The same to an address that may have no account. */
export async function queueMailTo(services: Needs, to: Reader, topic: MailTopic, values: Record<string, string>, dedupeKey: string) {
  await queueMails(services, topic, [{ to, values, dedupeKey }]);
}

/** The same mail to many readers, in one statement; a few hundred at most. */
export async function queueMails(services: Needs, topic: MailTopic, mails: ToSend[]) {
  if (mails.length === 0) return;
  const rows = mails.map(({ to: { userId, email: recipient, locale, firstName }, values, dedupeKey }) => {
    const content = { topic, locale, firstName, path: pathOf[topic]?.(values), values };
    return { topic, userId, recipient, dedupeKey, ...renderMail(services, content) };
  });
  await services.db.insert(outgoingMails).values(rows).onConflictDoNothing();
  services.wakeMail();
}

const attemptsAllowed = 8;

/**
 * Sends what waits, oldest first. A mail is claimed before it is sent, so two processes never send it twice;
 * one that fails waits longer each time, and stays readable in the outbox when it gives up.
 */
export async function sendWaitingMails(db: Db, mailer: Mailer, now: Date, domain: string): Promise<number> {
  let sent = 0;
  for (;;) {
    const mail = await claim(db, now);
    if (!mail) return sent;
    try {
      await mailer.send({
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
      });
      await db
        .update(outgoingMails)
        .set({ status: "sent", sentAt: now, lastError: null, updatedAt: now })
        .where(eq(outgoingMails.id, mail.id));
      sent += 1;
    } catch (error) {
      const status = mail.attempts >= attemptsAllowed ? "failed" : "waiting";
      await db
        .update(outgoingMails)
        .set({ status, lastError: String(error).slice(0, 500), updatedAt: now })
        .where(eq(outgoingMails.id, mail.id));
    }
  }
}

/** Takes the next mail due: its attempt counts from here, and the next one is 2^attempts minutes away. */
async function claim(db: Db, now: Date) {
  const due = sql`${outgoingMails.updatedAt} <= ${now.toISOString()}::timestamptz - (case when ${outgoingMails.attempts} = 0 then interval '0' else interval '1 minute' * (2 ^ ${outgoingMails.attempts}) end)`;
  const next = db
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.status, "waiting"), due))
    .orderBy(asc(outgoingMails.createdAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [mail] = await db
    .update(outgoingMails)
    .set({ attempts: sql`${outgoingMails.attempts} + 1`, updatedAt: now })
    .where(inArray(outgoingMails.id, next))
    .returning();
  return mail;
}
