import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { auditLog } from "#backend/modules/audit/tables";
import { Refusal } from "#backend/refusal";
import type { MailQuery, MailRecord, MailRow, UndeliveredReason } from "#contract/api/mails";
import type { Locale } from "#contract/formats/locale";
import { deliveryTo, sendToAgain } from "./dead-mailboxes.ts";
import { givenUp } from "./outbox.ts";
import { optionalTopicOf } from "./preferences.ts";
import { renderMail } from "./rendering.ts";
import { outgoingMails } from "./tables.ts";
import { accountLinkTopics, guestTopics, linkTopics, type MailTopic, mailFacts, mailTopics } from "./topics.ts";
import { unsubscribeUrl } from "./unsubscribe-links.ts";

/** The columns that staff may see: only the recipient reads the text of a mail and its link. */
const { id, topic, recipient, status, attempts, createdAt, sentAt, lastError, dueAt, endsAt, aboutId } = outgoingMails;
const seen = { id, topic, recipient, status, attempts, createdAt, sentAt, lastError };

type Seen = Omit<MailRow, "createdAt" | "sentAt" | "reason"> & { createdAt: Date; sentAt: Date | null; lastError: string | null };

const shown = (row: Seen): MailRow => ({
  ...row,
  reason: reasonOf(row),
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
});

const reasons: [RegExp, UndeliveredReason][] = [
  [/^DEAD$/, "dead"],
  [/^BOUNCED\b/, "bounced"],
  [/^UNWANTED$/, "unwanted"],
  [/^REPLACED$/, "replaced"],
  [/^STOPPED$/, "stopped"],
  [/^WITHDRAWN$/, "withdrawn"],
];

/** Why a mail was not delivered, as far as its last error says it. */
function reasonOf({ status, lastError: error }: Pick<Seen, "status" | "lastError">): UndeliveredReason | null {
  if (!error || (status !== "failed" && status !== "expired")) return null;
  if (error.endsWith(" RCPT TO") && /\b5\.(?:1\.\d{1,3}|2\.1)\b/.test(error)) return "noMailbox";
  return reasons.find(([pattern]) => pattern.test(error))?.[1] ?? null;
}

export const mailsMatching = (query: MailQuery) =>
  and(contains(outgoingMails, query.q), query.status ? eq(status, query.status) : undefined);

/** A mail that staff have withdrawn: a trigger deletes its text. */
export const withdrawn = { status: "expired", lastError: "WITHDRAWN", claimedUntil: null } as const;

export function listMails(db: Db, query: MailQuery) {
  const where = mailsMatching(query);
  return pageOfRows(db, outgoingMails, query, { where, sorts: { createdAt } }, async (found, order) => {
    const rows = await db
      .select(seen)
      .from(outgoingMails)
      .innerJoin(found, eq(found.id, id))
      .orderBy(...order);
    return rows.map(shown);
  });
}

export async function readMail({ db, clock }: Pick<Services, "db" | "clock">, mailId: string): Promise<MailRecord> {
  const [row] = await db
    .select({ ...seen, dueAt, hasText, userId: outgoingMails.userId, isOver: hasNothingToSay(clock()) })
    .from(outgoingMails)
    .where(eq(id, mailId));
  if (!row) throw new Refusal("not_found");
  const nextTry = row.status === "waiting" ? row.dueAt.toISOString() : null;
  const mailbox = await deliveryTo(db, row.recipient);
  const canSend = !mailbox?.deadSince && maySend(row, clock());
  return { ...shown(row), lastError: row.lastError, dueAt: nextTry, canSend, mailbox };
}

const hasText = sql<boolean>`${outgoingMails.text} <> ''`;

/** Whether a mail had a link when it was written. */
const hasLink = ({ topic, userId }: { topic: string; userId: string | null }) =>
  [...linkTopics, ...(userId === null ? guestTopics : accountLinkTopics)].some((one) => one === topic);

type Sendable = Pick<Seen, "topic" | "status" | "attempts"> & {
  userId: string | null;
  dueAt: Date;
  hasText: boolean;
  isOver: boolean;
};

/** Topics that ask for something before an event begins. */
const beforeEvent: MailTopic[] = ["event_reminder", "event_help", "event_replacement"];

/**
 * Whether what a mail says is over: its own end, or the event that it is about. Mails from before ends were stored, and those of topics without one, have
 * the event alone.
 */
export function hasNothingToSay(now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const beginning = sql`${topic} in ${beforeEvent}`;
  return sql<boolean>`(coalesce(${endsAt} <= ${moment}, false) or ${topic} like 'event\\_%' and exists (
    select from events event where event.id = ${aboutId} and case when ${beginning} then event.starts_at else event.ends_at end <= ${moment}))`;
}

/**
 * Given up with its text still stored, while it has something to say, and without a link, which is gone then; due, or tried before. One that is planned
 * for later waits for its time.
 */
function maySend({ topic, userId, status, attempts, dueAt, hasText, isOver }: Sendable, now: Date): boolean {
  if (status === "failed") return hasText && !hasLink({ topic, userId }) && !isOver;
  return status === "waiting" && (attempts > 0 || dueAt <= now);
}

/** How often staff send one mail again within an hour, one by one or with others. */
const mostAgain = 3;

/** Whether staff have sent a mail again so often, by the log. */
export const isSentAgainOften = (now: Date) =>
  sql<boolean>`(select count(*) from ${auditLog} where ${auditLog.entityId} = ${id}::text and ${auditLog.entityType} = 'mail'
    and ${auditLog.action} = 'mail.send_again' and ${auditLog.at} > ${new Date(now.getTime() - hour).toISOString()}::timestamptz) >= ${mostAgain}`;

const hour = 60 * 60 * 1_000;

/** Mails are sent to the address of a mail again. */
export async function writeAgain({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, mailId: string) {
  await db.transaction(async (tx) => {
    const [mail] = await tx.select({ recipient }).from(outgoingMails).where(eq(id, mailId));
    if (!mail) throw new Refusal("not_found");
    if (!(await sendToAgain(tx, mail.recipient, clock()))) throw new Refusal("wrong_state");
    await recordChange(tx, actor, { action: "mail.write_again", entityType: "mail", entityId: mailId });
  });
}

/**
 * Retries a mail that is due or failed, first in the next run. One that was sent is not sent twice, and one whose link has ended cannot be: a new
 * link must be requested.
 */
export async function sendAgain(
  services: Pick<Services, "db" | "clock" | "wakeMail" | "settings" | "limits">,
  actor: Actor,
  mailId: string,
) {
  const { db, clock, wakeMail, settings, limits } = services;
  if (settings.missing.includes("SMTP_URL")) throw new Refusal("no_mail_server");
  await limits.take("mailOnRequestByPerson", actor.id);
  await limits.take("mailOnRequest", mailId);
  const now = clock();
  await db.transaction(async (tx) => {
    const [mail] = await tx
      .select({ ...getTableColumns(outgoingMails), often: isSentAgainOften(now), isOver: hasNothingToSay(now) })
      .from(outgoingMails)
      .where(eq(id, mailId))
      .for("update");
    if (!mail) throw new Refusal("not_found");
    if ((mail.status === "expired" || mail.status === "failed") && hasLink(mail)) throw new Refusal("link_gone");
    if (mail.often) throw new Refusal("too_many_requests", { retryAfter: hour / 1_000 });
    if (!maySend({ ...mail, hasText: mail.text !== "" }, now)) throw new Refusal("wrong_state");
    if ((await deliveryTo(tx, mail.recipient))?.deadSince) throw new Refusal("wrong_state");
    const restarted = mail.status === "failed" && { status: "waiting" as const, ...givenUp(now, mail.endsAt) };
    await tx
      .update(outgoingMails)
      .set({ ...restarted, dueAt: new Date(Math.min(mail.dueAt.getTime(), now.getTime())), updatedAt: now })
      .where(eq(id, mailId));
    await recordChange(tx, actor, { action: "mail.send_again", entityType: "mail", entityId: mailId });
  });
  wakeMail();
}

/** The texts of the templates, with the label of each value in its place. */
export function previewTemplates(services: Pick<Services, "translate" | "settings">, locale: Locale) {
  return mailTopics.map((topic) => {
    const texts = services.translate(locale, `mails:${topic}`, { returnObjects: true, skipInterpolation: true });
    const names = [...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
    const values = Object.fromEntries(names.map((name) => [name, `[${services.translate(locale, `mails:frame.placeholder.${name}`)}]`]));
    const path = mailFacts[topic].path?.(Object.fromEntries(["token", ...names].map((name) => [name, `[${name}]`])));
    const stopped = optionalTopicOf(topic);
    const stop = stopped && { topic: stopped, url: unsubscribeUrl(services.settings, locale, "[token]") };
    return { topic, ...renderMail(services, { topic, locale, firstName: "Camille", path, values, stop }) };
  });
}
