import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, not, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { storedSoon } from "#backend/db/transactions";
import type { Services } from "#backend/http/services";
import { sessions } from "#backend/identity/tables";
import { campaigns } from "#backend/modules/campaigns/tables";
import { isOpenSession } from "#backend/modules/mails/open-sessions";
import { isWantedOnDevices } from "#backend/modules/mails/preferences";
import { decryptToken } from "#backend/modules/mails/sealing";
import type { MailTopic } from "#backend/modules/mails/topics";
import { users } from "#backend/modules/users/tables";
import { longestPush } from "#backend/ports/fcm";
import { PushFailure, type PushSender } from "#backend/ports/push";
import { franceDay } from "#contract/formats/france-time";
import { deviceTokens } from "./devices.ts";
import { shownOnDevice } from "./push-message.ts";
import { isQuiet, quietHoursAfter } from "./quiet-hours.ts";
import { notices, pushDevices, pushMessages } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "log" | "translate">;
type Row = typeof pushMessages.$inferSelect;

const minute = 60_000;

/** The claim of a crashed process expires after this; longer than any send takes, so that no message is sent twice. */
const claimed = 2 * longestPush;
/** A run takes no more messages after this, and so ends before the job queue gives it up for dead. */
const longestRun = 3 * minute;
const longestPause = 60 * minute;

/**
 * Sends what is due: urgent messages first and in quiet hours alone, then the most overdue. A message is claimed for a time before it is sent, so that two
 * processes never send it at once. One that fails waits longer each time, until it has nothing to say any more; a provider that takes nothing
 * ends the run, and so does a process that is about to end. `more` says that messages may be left.
 */
export async function sendPushMessages(
  services: Deps,
  sender: PushSender,
  stopping?: AbortSignal,
): Promise<{ sent: number; more: boolean }> {
  const { db, clock } = services;
  const end = clock().getTime() + longestRun;
  await endOldMessages(db, clock());
  let sent = 0;
  while (!stopping?.aborted && clock().getTime() < end) {
    const message = await claim(db, clock());
    if (!message) return { sent, more: false };
    const outcome = await sendOne(services, sender, message);
    if (outcome === "unreached") return { sent, more: false };
    if (outcome === "sent") sent += 1;
  }
  return { sent, more: true };
}

/** Ends messages that are too old, and notices whose devices have gone. A campaign is as true later: one that no device got in time was not delivered. */
export async function endOldMessages(db: Db, now: Date) {
  const tooOld = sql`(${and(lte(pushMessages.sendBefore, now), isFree(now))})`;
  const old = db.select({ id: pushMessages.noticeId }).from(pushMessages).where(tooOld);
  const isLeft = and(eq(pushMessages.noticeId, notices.id), not(tooOld));
  await db
    .update(notices)
    .set({ state: "failed", stateAt: now })
    .where(
      and(
        eq(notices.state, "waiting"),
        isNotNull(notices.campaignId),
        inArray(notices.id, old),
        notExists(db.select({ one: sql`1` }).from(pushMessages).where(isLeft)),
      ),
    );
  await db.delete(pushMessages).where(tooOld);
  const left = db.select({ one: sql`1` }).from(pushMessages).where(eq(pushMessages.noticeId, notices.id));
  await db
    .update(notices)
    .set({ state: "expired", stateAt: now })
    .where(and(sql`${notices.channel} = 'push' and ${notices.state} = 'waiting'`, notExists(left)));
}

const isFree = (now: Date) => or(isNull(pushMessages.claimedUntil), lte(pushMessages.claimedUntil, now));

/** Takes the next message, past those that another process is just taking. Its attempt counts from here. */
async function claim(db: Db, now: Date): Promise<Row | undefined> {
  const { id, dueAt, sendBefore, attempts, urgent } = pushMessages;
  const next = db
    .select({ id })
    .from(pushMessages)
    .where(and(lte(dueAt, now), gt(sendBefore, now), isFree(now), isQuiet(now) ? eq(urgent, true) : undefined))
    .orderBy(desc(urgent), asc(dueAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [message] = await db
    .update(pushMessages)
    .set({ attempts: sql`${attempts} + 1`, claimedUntil: new Date(now.getTime() + claimed) })
    .where(inArray(id, next))
    .returning();
  return message;
}

/** The notice of a message with the language of its reader, the device's token and whether it is still wanted; nothing once the session is over. */
async function contentOf(db: Db, { noticeId, deviceId, choice }: Row, now: Date) {
  const { id, topic, values, path } = notices;
  const isWanted = sql<boolean>`${isWantedOnDevices(db, pushDevices.userId, choice, franceDay(now))}`;
  const { sealedToken } = pushDevices;
  const [found] = await db
    .select({ id, topic, values, path, locale: users.locale, sealedToken, sentence: campaigns.sentence, isWanted })
    .from(pushDevices)
    .innerJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isOpenSession(now)))
    .innerJoin(users, eq(users.id, pushDevices.userId))
    .innerJoin(notices, and(eq(id, noticeId), eq(notices.userId, pushDevices.userId)))
    .leftJoin(campaigns, eq(campaigns.id, notices.campaignId))
    .where(eq(pushDevices.id, deviceId));
  return found;
}

async function sendOne(services: Deps, sender: PushSender, message: Row): Promise<"sent" | "unsent" | "unreached"> {
  const { db, clock, settings, log, translate } = services;
  const content = await contentOf(db, message, clock());
  const token = content && decryptToken(settings.sessionSecrets, content.sealedToken, deviceTokens);
  if (!content || !token) {
    await removeDevice(db, message, content ? "failed" : "expired", clock());
    return "unsent";
  }
  if (!content.isWanted) {
    await finish(db, message, "expired", clock());
    return "unsent";
  }
  const shown = shownOnDevice(translate, { ...content, topic: content.topic as MailTopic });
  try {
    await sender.send({ ...shown, token, urgent: message.urgent, timeToLive: secondsToLive(message, clock()) });
  } catch (error) {
    const { reason, fate, retryAfter } = error instanceof PushFailure ? error : new PushFailure("EUNKNOWN", "later");
    log.warn({ message: message.id, topic: content.topic, attempts: message.attempts, reason }, "a notification could not be sent");
    if (fate === "gone") await removeDevice(db, message, "failed", clock());
    else if (fate === "refused") await finish(db, message, "failed", clock());
    else await postpone(db, message, retryAfter, clock());
    return fate === "unreached" ? "unreached" : "unsent";
  }
  await storedSoon(() => finish(db, message, "sent", clock()), minute);
  return "sent";
}

/** The provider must not deliver later than we would have sent. */
function secondsToLive({ sendBefore, urgent }: Row, now: Date): number {
  const end = urgent ? sendBefore.getTime() : Math.min(sendBefore.getTime(), quietHoursAfter(now).getTime());
  return Math.max(0, Math.floor((end - now.getTime()) / 1000));
}

const mine = ({ id, attempts }: Row) => and(eq(pushMessages.id, id), eq(pushMessages.attempts, attempts));

async function postpone(db: Db, message: Row, retryAfter: number | null, now: Date) {
  const wait = Math.max((retryAfter ?? 0) * 1000, Math.min(minute * 2 ** (message.attempts - 1), longestPause));
  await db
    .update(pushMessages)
    .set({ claimedUntil: null, dueAt: new Date(now.getTime() + wait) })
    .where(mine(message));
}

/** A notice is sent when one device got it; it has failed, or ended, when the last one did not. */
async function finish(db: Db, message: Row, state: "sent" | "failed" | "expired", now: Date) {
  await db.transaction(async (tx) => {
    // The order in which a log-out locks them, too.
    if (state === "sent") await tx.update(pushDevices).set({ usedAt: now }).where(eq(pushDevices.id, message.deviceId));
    await tx.delete(pushMessages).where(mine(message));
    const left = tx.select({ one: sql`1` }).from(pushMessages).where(eq(pushMessages.noticeId, notices.id));
    const last = state === "sent" ? undefined : and(eq(notices.state, "waiting"), notExists(left));
    await tx
      .update(notices)
      .set({ state, stateAt: now })
      .where(and(eq(notices.id, message.noticeId), sql`${notices.state} <> ${state}`, last));
  });
}

/** The browser is registered no more, its token cannot be read, or its session is over: everything that waits for it goes. */
async function removeDevice(db: Db, message: Row, state: "failed" | "expired", now: Date) {
  await finish(db, message, state, now);
  await db.transaction(async (tx) => {
    if (state === "failed") await failCampaignsOn(tx, message.deviceId, now);
    await tx.delete(pushDevices).where(eq(pushDevices.id, message.deviceId));
  });
}

/** Messages of campaigns that wait for this device alone were not delivered: what goes with a log-out expires instead. */
async function failCampaignsOn(tx: Db, deviceId: string, now: Date) {
  // Device, messages, notices: the order of all that lock them.
  await tx.select({ id: pushDevices.id }).from(pushDevices).where(eq(pushDevices.id, deviceId)).for("update");
  const isOn = eq(pushMessages.deviceId, deviceId);
  const waiting = await tx.select({ id: pushMessages.noticeId }).from(pushMessages).where(isOn).orderBy(pushMessages.id).for("update");
  const elsewhere = tx
    .select({ one: sql`1` })
    .from(pushMessages)
    .where(and(eq(pushMessages.noticeId, notices.id), not(isOn)));
  await tx
    .update(notices)
    .set({ state: "failed", stateAt: now })
    .where(
      and(
        eq(notices.state, "waiting"),
        isNotNull(notices.campaignId),
        inArray(
          notices.id,
          waiting.map(({ id }) => id),
        ),
        notExists(elsewhere),
      ),
    );
}
