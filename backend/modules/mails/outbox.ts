import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import type { OptionalTopic } from "#contract/accounts/notifications";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { recordInSummary } from "./inbox-topics.ts";
import { type NoticeOptions, withdrawNotices, writeNotices } from "./notice-writing.ts";
import { optionalTopicOf, wishOf } from "./preferences.ts";
import { mayReceive } from "./recipient-limits.ts";
import { type OwnText, renderMail } from "./rendering.ts";
import { encryptToken } from "./sealing.ts";
import { type About, aboutOf } from "./subjects.ts";
import { outgoingMails } from "./tables.ts";
import { bulkTopics, guestTopics, linkTopics, type MailTopic, mailFacts } from "./topics.ts";
import { unsubscribeUrl } from "./unsubscribe-links.ts";

/** For how long a mail without link is tried, in milliseconds. */
export const longestWait = 5 * 24 * 60 * 60 * 1000;

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

type More = {
  /** The token of the mail's link, and when the link ends; null for one that does not expire. Topics of `linkTopics` have it, those of `guestTopics` may, and no other. */
  link?: { token: string; endsAt: Date | null };
  /** Topics whose links it invalidates: waiting mails of these topics for the same account, or the same e-mail address, are not sent. */
  replaces?: readonly MailTopic[];
  /** The account, message or application that a mail to somebody else is about. */
  aboutId?: string;
  /** When it is sent at the earliest; by default at once. */
  notBefore?: Date;
  /** When it has nothing to say any more; it is then not sent, neither to devices. */
  until?: Date;
  /** What a person stops to get no more mails like this one, where the topic does not say it (see `optionalTopicOf`). */
  about?: OptionalTopic;
  /** A text that staff wrote, in place of the topic's. */
  own?: OwnText;
  /** Published documents that go with it. */
  attachmentIds?: readonly string[];
  /** The campaign that it belongs to, and its channels; by default all. */
  notices?: Partial<NoticeOptions>;
  /** The record whose page shows who was notified, where the topic's values do not name it. */
  record?: About;
};

/**
 * Puts a mail to a person in the outbox, in their language. Call it with the transaction of the change that causes it:
 * the mail exists exactly when the change does. The same `dedupeKey` twice is one mail. Returns false when none was
 * added: the person does not want it, or not by itself, or the limit of the e-mail address is reached.
 */
export async function queueMail(
  services: Deps,
  userId: string,
  topic: MailTopic,
  values: Record<string, string>,
  dedupeKey: string,
  more?: More,
): Promise<boolean> {
  const { db } = services;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const about = optionalTopicOf(topic, more?.about);
  if (!user) return false;
  const wish = about && (await wishOf(db, userId, about, franceDay(services.clock())));
  const recordId = wish === "summary" ? recordInSummary(topic, values) : undefined;
  if (wish === "none" || recordId) {
    const { record, notBefore, until } = more ?? {};
    const createdAt = services.clock();
    await writeNotices(db, topic, [{ userId, values, dedupeKey, createdAt, notBefore, until, recordId, about: record }], about);
    services.wakeMail();
    return false;
  }
  return queueMailTo(services, { ...user, userId }, topic, values, dedupeKey, more);
}

/** `subscriberId`: who gets the newsletter without an account; `registrationId`: a guest of an event who gets a campaign about it. */
type Reader = { email: string; locale: Locale; firstName?: string; userId?: string; subscriberId?: string; registrationId?: string };
export type ToSend = { to: Reader; values: Record<string, string>; dedupeKey: string } & Omit<More, "about">;

/** The same to an address that may have no account. */
export async function queueMailTo(
  services: Deps,
  to: Reader,
  topic: MailTopic,
  values: Record<string, string>,
  dedupeKey: string,
  { about, ...more }: More = {},
): Promise<boolean> {
  return (await queueMails(services, topic, [{ to, values, dedupeKey, ...more }], about)) > 0;
}

/**
 * The same mail to many readers, in one statement; a few hundred at most. Returns the number of recipients. Who does not want it is
 * left out by the caller (`isChosen`, `isNotPaused`), and once more when it is sent.
 */
export async function queueMails(services: Deps, topic: MailTopic, mails: ToSend[], about?: OptionalTopic): Promise<number> {
  return (await addMails(services, topic, mails, about)).recipients;
}

/** The same; `added` leaves out those who had this mail already, by its key. */
export async function addMails(
  services: Deps,
  topic: MailTopic,
  mails: ToSend[],
  about?: OptionalTopic,
): Promise<{ recipients: number; added: number }> {
  const optionalTopic = optionalTopicOf(topic, about);
  const allowed: ToSend[] = [];
  for (const mail of mails) if (await mayReceive(services.db, topic, mail.to.email)) allowed.push(mail);
  if (allowed.length === 0) return { recipients: 0, added: 0 };
  for (const { to, replaces } of allowed) if (replaces) await withdraw(services, replaces, to);
  const added = await services.db
    .insert(outgoingMails)
    .values(allowed.map((mail) => rowOf(services, topic, mail, optionalTopic)))
    .onConflictDoNothing()
    .returning({ id: outgoingMails.id, dedupeKey: outgoingMails.dedupeKey });
  await writeNotices(services.db, topic, noticesOf(topic, added, allowed, services.clock()), optionalTopic);
  services.wakeMail();
  return { recipients: allowed.length, added: added.length };
}

/** The notices of mails that were added: those to accounts and to subscribers, and those about a record to an address without account. */
function noticesOf(topic: MailTopic, added: { id: string; dedupeKey: string }[], mails: ToSend[], createdAt: Date) {
  const byKey = new Map(mails.map((mail) => [mail.dedupeKey, mail]));
  return added.flatMap(({ id: mailId, dedupeKey }) => {
    const { to, values, notices, notBefore, until, record: about } = byKey.get(dedupeKey) ?? {};
    if (!to || !values) return [];
    const { userId, subscriberId, registrationId } = to;
    const isAboutRecord = (about ?? aboutOf(topic, { values })).subjectId !== undefined;
    const known = userId || subscriberId || registrationId;
    const whose = known ? { userId, subscriberId, registrationId } : isAboutRecord ? {} : null;
    return whose ? [{ ...whose, values, dedupeKey, mailId, createdAt, notBefore, until, about, ...notices }] : [];
  });
}

function rowOf(services: Deps, topic: MailTopic, mail: ToSend, optionalTopic: OptionalTopic | undefined) {
  const { to, values, dedupeKey, link, aboutId, notBefore, until, own, attachmentIds } = mail;
  const endsAt = until ?? link?.endsAt;
  if (!guestTopics.includes(topic) && linkTopics.includes(topic) !== (link !== undefined))
    throw new Error(`a mail ${topic} with the wrong kind of link`);
  if (optionalTopic && (link || !(to.userId || (to.subscriberId && optionalTopic === "newsletter"))))
    throw new Error(`a mail ${topic} that nobody can unsubscribe from`);
  const { settings, clock } = services;
  const { userId, email: recipient, locale, firstName } = to;
  const dueAt = notBefore ?? clock();
  const id = crypto.randomUUID();
  // The id is unknown to people who enter values, so that their text cannot insert the token.
  const mailValues = link ? { ...values, token: id } : values;
  const stop = optionalTopic && { topic: optionalTopic, url: unsubscribeUrl(settings, locale, id) };
  const content = { topic, locale, firstName, path: mailFacts[topic].path?.(mailValues), values: mailValues, own, stop };
  return {
    ...{ id, topic, optionalTopic, userId, aboutId, recipient, dedupeKey, dueAt, endsAt },
    ...givenUp(dueAt, endsAt),
    isBulk: bulkTopics.includes(topic),
    ...renderMail(services, content),
    attachmentIds: attachmentIds?.length ? [...attachmentIds] : null,
    sealedToken: link && encryptToken(settings.sessionSecrets, link.token),
  };
}

/** When a mail that is tried from `start` on is given up, and whether that is because its link, or what it says, ends. */
export function givenUp(start: Date, endsAt: Date | null | undefined): { sendBefore: Date; endsWithLink: boolean } {
  const latest = new Date(start.getTime() + longestWait);
  return endsAt && endsAt <= latest ? { sendBefore: endsAt, endsWithLink: true } : { sendBefore: latest, endsWithLink: false };
}

/** Ends mails that wait and have nothing to say any more, as {@link takeBack} does. */
export async function cancelMails(services: Pick<Deps, "db" | "clock">, dedupeKeys: string[]) {
  if (dedupeKeys.length > 0) await takeBack(services, inArray(outgoingMails.dedupeKey, dedupeKeys));
}

/**
 * Ends mails that wait, with their unread notices and what waits for devices. Their keys are free again: the same may be told later.
 * A mail that is just being sent is left to whoever sends it.
 */
export async function takeBack({ db, clock }: Pick<Deps, "db" | "clock">, which: SQL | undefined, lastError?: string): Promise<void> {
  const now = clock();
  const { id, status, claimedUntil, dedupeKey } = outgoingMails;
  const waiting = await db
    .select({ id, dedupeKey })
    .from(outgoingMails)
    .where(and(which, eq(status, "waiting"), or(isNull(claimedUntil), lte(claimedUntil, now))))
    .for("update", { skipLocked: true });
  if (waiting.length === 0) return;
  const [ids, keys] = [waiting.map((mail) => mail.id), waiting.map((mail) => mail.dedupeKey)];
  await withdrawNotices(db, keys);
  await db
    .update(outgoingMails)
    .set({ status: "expired", lastError, claimedUntil: null, updatedAt: now, dedupeKey: sql`${dedupeKey} || ':' || ${id}` })
    .where(inArray(id, ids));
}

/** Why a mail that waited is not sent: a newer one with a working link replaces it. */
const replacedByNewer = "REPLACED";

async function withdraw({ db, clock }: Deps, topics: readonly MailTopic[], { userId, email }: Reader) {
  const whose = userId ? eq(outgoingMails.userId, userId) : sql`lower(${outgoingMails.recipient}) = ${email.toLowerCase()}`;
  await db
    .update(outgoingMails)
    .set({ status: "expired", lastError: replacedByNewer, claimedUntil: null, updatedAt: clock() })
    .where(and(eq(outgoingMails.status, "waiting"), inArray(outgoingMails.topic, [...topics]), whose));
}
