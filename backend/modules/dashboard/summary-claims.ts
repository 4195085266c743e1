import { and, asc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { notices, summaries } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import type { DueSummary } from "./summary-days.ts";

/** The most notices in one summary; the next one has the rest. */
const mostTaken = 1_000;

/** A literal condition, to match the partial index. */
const isWaiting = sql`${notices.channel} = 'digest' and ${notices.state} = 'waiting' and ${notices.mailId} is null`;

const frequenciesOf = (due: readonly DueSummary[]) => due.map(({ frequency }) => frequency);

/** Those for whom something waits for a summary, and those who chose the one of what waits for the team, page by page. */
export function readersAfter(db: Db, due: readonly DueSummary[], after: string, limit: number) {
  const { userId, topic, channel, frequency } = notificationChoices;
  const chosen = and(eq(topic, "waiting"), eq(channel, "email"), inArray(frequency, frequenciesOf(due)));
  const found = union(
    db
      .select({ id: sql<string>`${notices.userId}`.as("id") })
      .from(notices)
      .where(isWaiting),
    db.select({ id: userId }).from(notificationChoices).where(chosen),
  ).as("found");
  return db.select({ id: found.id }).from(found).where(gt(found.id, after)).orderBy(asc(found.id)).limit(limit);
}

/** Claims the summaries that are not written yet, each with the time of the previous one. Only one transaction gets each. */
export async function claim(tx: Db, userId: string, due: readonly DueSummary[], at: Date) {
  const before = await tx
    .select()
    .from(summaries)
    .where(and(eq(summaries.userId, userId), inArray(summaries.frequency, frequenciesOf(due))));
  const claimed = await tx
    .insert(summaries)
    .values(due.map((one) => ({ ...one, userId, at })))
    .onConflictDoUpdate({
      target: [summaries.userId, summaries.frequency],
      set: { due: sql`excluded.due`, at },
      setWhere: lt(summaries.due, sql`excluded.due`),
    })
    .returning({ frequency: summaries.frequency, due: summaries.due });
  return claimed.map((one) => ({ ...one, before: before.find(({ frequency }) => frequency === one.frequency)?.at }));
}

/** What waits for a summary of somebody, the oldest first. */
export function waitingFor(tx: Db, userId: string) {
  const { id, topic, recordId, path, createdAt } = notices;
  return tx
    .select({ id, topic, recordId, path, createdAt })
    .from(notices)
    .where(and(eq(notices.userId, userId), isWaiting))
    .orderBy(asc(createdAt), asc(id))
    .limit(mostTaken);
}

/** Links notices to the mail that lists them, or marks them as left out. The mail's state is copied to them from then on. */
export async function settle(tx: Db, all: readonly { id: string }[], now: Date, mailId: string | null) {
  if (all.length === 0) return;
  const ids = all.map(({ id }) => id);
  const outcome = mailId ? { mailId } : { state: "expired" as const };
  await tx
    .update(notices)
    .set({ ...outcome, stateAt: now })
    .where(and(inArray(notices.id, ids), isNull(notices.mailId)));
}
