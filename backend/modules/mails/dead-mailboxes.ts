import { and, eq, exists, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { DeadReason, MailboxDelivery } from "#contract/api/mails";
import { franceDay } from "#contract/formats/france-time";
import { bouncedMailboxes, softDaysUntilDead, softWithinDays } from "./tables.ts";
import { guestTopics, limitedTopics, linkTopics, type MailTopic } from "./topics.ts";

const day = 86_400_000;
const { email: known, deadSince } = bouncedMailboxes;

/** Whether the address in a column is dead. */
export const isDead = (db: Db, email: AnyPgColumn): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(bouncedMailboxes)
      .where(and(sql`${known} = ${email}`, isNotNull(deadSince))),
  );

/** What is known of an address; null where no mail came back from it. */
export async function deliveryTo(db: Db, email: string): Promise<MailboxDelivery | null> {
  const [row] = await db.select().from(bouncedMailboxes).where(eq(known, email));
  return deliveryOf(row ?? null);
}

/** The same from a row: null while soft bounces are only counted. */
export function deliveryOf(row: typeof bouncedMailboxes.$inferSelect | null): MailboxDelivery | null {
  if (!row?.deadSince && !row?.complainedAt) return null;
  const { deadSince: since, reason, code, complainedAt } = row;
  return { deadSince: since?.toISOString() ?? null, reason, code, complainedAt: complainedAt?.toISOString() ?? null };
}

/**
 * Mails that somebody has just requested, and waits for: those that strangers can trigger and that hold a link. They are tried once a day although their address is dead: a mailbox that works again
 * needs no help from staff, and the response to the request does not reveal that the address is dead.
 */
const requestedTopics: readonly MailTopic[] = limitedTopics.filter((topic) => linkTopics.includes(topic) || guestTopics.includes(topic));

type Attempted = { recipient: string; topic: string; attempts: number };

/**
 * Whether a mail may be sent to its address now. An attempt at a dead address is recorded: there is one a day. A mail that its server has put off is
 * tried again: its attempt was recorded.
 */
export async function mayWriteTo(db: Db, { recipient, topic, attempts }: Attempted, now: Date): Promise<boolean> {
  const its = eq(known, recipient);
  if ((await db.$count(bouncedMailboxes, and(its, isNotNull(deadSince)))) === 0) return true;
  if (!requestedTopics.some((one) => one === topic)) return false;
  if (attempts > 1) return true;
  const { triedAt } = bouncedMailboxes;
  const tried = await db
    .update(bouncedMailboxes)
    .set({ triedAt: now })
    .where(and(its, or(isNull(triedAt), lte(triedAt, new Date(now.getTime() - day)))))
    .returning({ email: known });
  return tried.length > 0;
}

type Report = { email: string; type: DeadReason; code: string | null; at: Date };

/** Counts a mail that came back. Call it in a transaction: reports about one address are handled one after the other. */
export async function countBounce(tx: Db, { email, type, code, at }: Report, now: Date) {
  const row = await lockEmail(tx, email, now);
  if (row.worksSince && at <= row.worksSince) return;
  const seen = row.lastReportAt > now ? row.lastReportAt : now;
  const softDays = type === "soft" ? softDaysWith(row.softDays, franceDay(at), now) : row.softDays;
  const dies = type === "hard" ? row.reason !== "hard" : !row.deadSince && softDays.length >= softDaysUntilDead;
  const dead = dies && { deadSince: row.deadSince ?? at, reason: type, code };
  await tx
    .update(bouncedMailboxes)
    .set({ softDays, lastReportAt: seen, ...dead })
    .where(eq(known, email));
}

function softDaysWith(days: string[], added: string, now: Date): string[] {
  const first = franceDay(new Date(now.getTime() - softWithinDays * day));
  const all = new Set([...days, added].filter((one) => one >= first));
  return [...all].sort().slice(-softDaysUntilDead);
}

/** Records a complaint: the owner of an address marked a mail as spam. */
export async function noteComplaint(tx: Db, email: string, at: Date, now: Date) {
  const row = await lockEmail(tx, email, now);
  const complainedAt = row.complainedAt && row.complainedAt > at ? row.complainedAt : at;
  await tx.update(bouncedMailboxes).set({ complainedAt, lastReportAt: now }).where(eq(known, email));
}

async function lockEmail(tx: Db, email: string, now: Date) {
  await tx.insert(bouncedMailboxes).values({ email, createdAt: now, lastReportAt: now }).onConflictDoNothing();
  const [row] = await tx.select().from(bouncedMailboxes).where(eq(known, email)).for("update");
  if (!row) throw new Error("an address that was just stored is gone");
  return row;
}

/**
 * Revives an address: it was confirmed to work, or a link that was mailed to it was opened. Returns whether it was dead. An address is locked last,
 * everywhere: after its account, the request for the newsletter, the subscription and the mail, in this order.
 */
export async function sendToAgain(tx: Db, email: string, now: Date): Promise<boolean> {
  const [row] = await tx.select({ deadSince }).from(bouncedMailboxes).where(eq(known, email)).for("update");
  if (!row) return false;
  await tx
    .update(bouncedMailboxes)
    .set({ deadSince: null, reason: null, code: null, softDays: [], triedAt: null, worksSince: now })
    .where(eq(known, email));
  return row.deadSince !== null;
}

export const countDead = (db: Db) => db.$count(bouncedMailboxes, isNotNull(deadSince));
