import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { storedSoon } from "#backend/db/transactions";
import type { Services } from "#backend/http/services";
import { longestSend, type Mailer, MailFailure, mailsAtOnce } from "#backend/ports/mailer";
import type { OptionalTopic } from "#contract/accounts/notifications";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { type AttachmentReader, attachmentReader } from "./attachments.ts";
import { countBounce, mayWriteTo } from "./dead-mailboxes.ts";
import { readerOf } from "./preferences.ts";
import { decryptToken } from "./sealing.ts";
import { subscriberWith } from "./subscribers.ts";
import { outgoingMails } from "./tables.ts";
import { notifyAuthors } from "./undelivered-answers.ts";
import { type Subscription, unsubscribeToken, unsubscribeUrl } from "./unsubscribe-links.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "log" | "files" | "declarations">;
type Row = typeof outgoingMails.$inferSelect;

const minute = 60_000;

/** The claim of a crashed process expires after this; longer than any send takes, so that no mail is sent twice. */
const claimed = 2 * longestSend;
/** That a mail was sent is stored while its claim lasts: afterwards, another process sends it again. */
const longestStoring = claimed - longestSend - minute;
/**
 * A run takes no more mails after this, and so mostly ends before the job queue gives it up for dead. Where the last mails take as long as they may, another
 * run begins beside it: claims keep it from theirs.
 */
const longestRun = 3 * minute;
/** The delay before an unreachable server is retried, and the longest delay after a refusal. */
const unreachedPause = 5 * minute;
const longestPause = 4 * 60 * minute;

/**
 * Sends what is due, those with a link before the others, those to hundreds of people last, and the most overdue first. A mail is claimed for a time before it is sent, so that two processes never send it at once. One
 * that fails waits longer each time, until it is given up or its link has ended. A server that is not reached ends the run, and so does a
 * process that is about to end: a mail must not be at the server when the database is closed. `more` says that mails may be left. Without a
 * mailer, only those whose time is over are ended.
 */
export async function sendWaitingMails(
  services: Deps,
  mailer: Mailer | null,
  stopping?: AbortSignal,
): Promise<{ sent: number; more: boolean }> {
  const { db, clock } = services;
  const end = clock().getTime() + longestRun;
  await endOldMails(db, clock());
  const attachmentsOf = attachmentReader(services);
  let sent = 0;
  while (mailer && !stopping?.aborted && clock().getTime() < end) {
    const mails = await claim(db, clock());
    if (mails.length === 0) return { sent, more: false };
    const outcomes = await all(mails.map((mail) => sendOne(services, mailer, mail, attachmentsOf)));
    sent += outcomes.filter((outcome) => outcome === "sent").length;
    if (outcomes.includes("unreached")) return { sent, more: false };
  }
  return { sent, more: mailer !== null };
}

/** The results of all, once none is under way any more, also where one has failed. */
async function all<T>(running: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

/** Mails whose link has ended are expired; those that have waited for too long have failed. */
export async function endOldMails(db: Db, now: Date) {
  const { status, sendBefore, endsWithLink, topic, dedupeKey } = outgoingMails;
  const old = and(eq(status, "waiting"), lte(sendBefore, now), isFree(now));
  const ended = (state: "expired" | "failed") => ({ status: state, claimedUntil: null, updatedAt: now });
  await db.update(outgoingMails).set(ended("expired")).where(and(old, endsWithLink));
  await db.transaction(async (tx) => {
    const failed = await tx
      .update(outgoingMails)
      .set(ended("failed"))
      .where(and(old, not(endsWithLink)))
      .returning({ topic, dedupeKey });
    await notifyAuthors(tx, failed, now);
  });
}

const isFree = (now: Date) => or(isNull(outgoingMails.claimedUntil), lte(outgoingMails.claimedUntil, now));

/** Takes the next mail due: first one with a link, since somebody waits for it; some of the hundreds that were written at once come last, and are sent together. */
async function claim(db: Db, now: Date): Promise<Row[]> {
  const { sealedToken, isBulk } = outgoingMails;
  const single = eq(isBulk, false);
  for (const some of [and(single, isNotNull(sealedToken)), single]) {
    const claimed = await claimAmong(db, now, some, 1);
    if (claimed.length > 0) return claimed;
  }
  return claimAmong(db, now, eq(isBulk, true), mailsAtOnce);
}

/** Takes the most overdue of these mails, past those that another process is just taking. Their attempt counts from here. */
async function claimAmong(db: Db, now: Date, some: SQL | undefined, most: number): Promise<Row[]> {
  const { id, status, dueAt, sendBefore, attempts } = outgoingMails;
  const next = db
    .select({ id })
    .from(outgoingMails)
    .where(and(some, eq(status, "waiting"), lte(dueAt, now), gt(sendBefore, now), isFree(now)))
    .orderBy(asc(dueAt))
    .limit(most)
    .for("update", { skipLocked: true });
  return db
    .update(outgoingMails)
    .set({ attempts: sql`${attempts} + 1`, claimedUntil: new Date(now.getTime() + claimed), updatedAt: now })
    .where(inArray(id, next))
    .returning();
}

async function sendOne(
  services: Deps,
  mailer: Mailer,
  mail: Row,
  attachmentsOf: AttachmentReader,
): Promise<"sent" | "unsent" | "unreached"> {
  const { db, clock, settings, log } = services;
  const { id, topic, recipient, attempts } = mail;
  const keep = (values: Partial<Row>) =>
    storedSoon(
      () =>
        db
          .update(outgoingMails)
          .set({ ...values, claimedUntil: null, updatedAt: clock() })
          .where(stillMine(mail)),
      longestStoring,
    );
  if (!(await mayWriteTo(db, mail, clock()))) {
    await giveUp(services, mail, { lastError: deadMailbox });
    return "unsent";
  }
  const links = await linksOf(services, mail);
  if ("gone" in links) {
    if (links.gone === notWanted || mail.endsWithLink) await keep({ status: "expired", lastError: links.gone });
    else await giveUp(services, mail, { lastError: links.gone });
    return "unsent";
  }
  const { token, unsubscribeUrl } = links;
  const whole = (text: string) => (token ? text.replaceAll(id, token) : text);
  try {
    const messageId = `<${id}@${new URL(settings.publicUrl).hostname}>`;
    const from = { senderName: settings.organisation, replyTo: settings.contactEmail ?? undefined };
    await mailer.send({
      ...from,
      to: recipient,
      subject: whole(mail.subject),
      text: whole(mail.text),
      html: whole(mail.html),
      messageId,
      unsubscribeUrl,
      attachments: await attachmentsOf(mail),
    });
  } catch (error) {
    const { reason, unreached, noMailbox } = error instanceof MailFailure ? error : new MailFailure("EUNKNOWN", false);
    log.warn({ mail: id, topic, attempts, reason }, "a mail could not be sent");
    if (noMailbox) {
      await giveUp(services, mail, { lastError: reason, noMailbox });
      return "unsent";
    }
    const wait = unreached ? unreachedPause : Math.min(minute * 2 ** attempts, longestPause);
    await keep({ lastError: reason, dueAt: new Date(clock().getTime() + wait) });
    return unreached ? "unreached" : "unsent";
  }
  await keep({ status: "sent", sentAt: clock(), lastError: null });
  return "sent";
}

/** Why a mail is not sent: its address is dead. */
const deadMailbox = "DEAD";

/** Marks a mail as failed. An address without mailbox, as the mail server says, is dead from then on. */
async function giveUp({ db, clock }: Deps, mail: Row, { lastError, noMailbox }: { lastError: string; noMailbox?: string }) {
  const now = clock();
  await db.transaction(async (tx) => {
    const [failed] = await tx
      .update(outgoingMails)
      .set({ status: "failed", lastError, claimedUntil: null, updatedAt: now })
      .where(stillMine(mail))
      .returning({ topic: outgoingMails.topic, dedupeKey: outgoingMails.dedupeKey });
    if (!failed) return;
    await notifyAuthors(tx, [failed], now);
    if (noMailbox) await countBounce(tx, { email: mail.recipient, type: "hard", code: noMailbox, at: now }, now);
  });
}

const stillMine = ({ id, attempts }: Row) =>
  and(eq(outgoingMails.id, id), eq(outgoingMails.status, "waiting"), eq(outgoingMails.attempts, attempts));

type Links = { token: string | null; unsubscribeUrl?: string } | { gone: string };

/** The token that replaces the id in a mail, if any; or why it is not sent any more. */
async function linksOf({ db, clock, settings, declarations }: Deps, mail: Row): Promise<Links> {
  const { sealedToken, optionalTopic, userId, recipient, topic } = mail;
  const isMeant = declarations.mailsStillMeant[topic];
  if (isMeant && !(await isMeant(db, mail))) return { gone: notWanted };
  if (sealedToken !== null) {
    const token = decryptToken(settings.sessionSecrets, sealedToken);
    return token === null ? { gone: "ESECRET" } : { token };
  }
  if (!optionalTopic) return { token: null };
  // Who asks for the newsletter in a pause gets the answer.
  const when = { day: franceDay(clock()), despitePause: topic === "newsletter_known" };
  const reader = await readerFor(db, { userId, recipient, topic: optionalTopic }, when);
  if (!reader) return { gone: notWanted };
  const token = unsubscribeToken(settings, reader.subscription);
  return { token, unsubscribeUrl: unsubscribeUrl(settings, reader.locale, token) };
}

type Stoppable = { userId: string | null; recipient: string; topic: OptionalTopic };

/** Who still wants a mail that can be stopped: an account, or a subscriber to the newsletter. */
async function readerFor(
  db: Db,
  { userId, recipient, topic }: Stoppable,
  when: Parameters<typeof readerOf>[3],
): Promise<{ locale: Locale; subscription: Subscription } | null> {
  if (userId) {
    const reader = await readerOf(db, userId, topic, when);
    return reader ? { locale: reader.locale, subscription: { userId, topic } } : null;
  }
  const subscriber = topic === "newsletter" ? await subscriberWith(db, recipient) : undefined;
  return subscriber ? { locale: subscriber.locale, subscription: { subscriberId: subscriber.id, topic } } : null;
}

/** Why a mail that waited is not sent: its reader has stopped or paused the topic meanwhile, or may not have it any more. */
const notWanted = "UNWANTED";
