import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { onMachineCall } from "#backend/http/machine-calls";
import type { Services } from "#backend/http/services";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { users } from "#backend/modules/users/tables";
import { enhancedStatusOf } from "#backend/ports/mailer";
import { optionalTopics } from "#contract/accounts/notifications";
import { type BounceReport, bouncesApi } from "#contract/api/mail-bounces";
import { franceDay } from "#contract/formats/france-time";
import { countBounce, noteComplaint } from "./dead-mailboxes.ts";
import { writeInInbox } from "./notice-writing.ts";
import { answersMessages } from "./preferences.ts";
import { subscriberWith, withdraw } from "./subscribers.ts";
import { bouncedMailboxes, outgoingMails, softWithinDays } from "./tables.ts";
import { notifyAuthors } from "./undelivered-answers.ts";
import { concerns, stopTopic } from "./unsubscribing.ts";

type Deps = Pick<Services, "db" | "clock">;

/** Where mail servers and providers report mails that came back. It does not exist without a secret. */
export const bounceEndpoint = ({ settings }: Pick<Services, "settings">) =>
  onMachineCall(bouncesApi.report, {
    limit: "bounceByNetwork",
    secrets: settings.mailBounceSecrets ?? [],
    eventOf: ({ id }) => id,
    handle: (call) => recordBounce(call, call.body),
  });

/**
 * Stores a report about an address that we write to. Reports about unknown addresses, and those older than the time for which soft bounces count,
 * are ignored.
 */
export async function recordBounce({ db: tx, clock }: Deps, { type, address, messageId, at, diagnostic }: BounceReport) {
  const now = clock();
  const then = at ? new Date(Math.min(new Date(at).getTime(), now.getTime())) : now;
  if (now.getTime() - then.getTime() > softWithinDays * 86_400_000) return;
  const mail = await mailOf(tx, messageId);
  // A Message-ID of our form that no mail has: the report is forged.
  if (mail === null) return;
  // A mailbox that forwards is reported under the address that it forwards to.
  const ours = mail?.recipient ?? address;
  if (!mail && !(await writtenTo(tx, ours))) return;
  if (type === "complaint") {
    await stopOptional(tx, ours, now);
    return noteComplaint(tx, ours, then, now);
  }
  const code = statusOf(diagnostic);
  if (mail) await markReturned(tx, mail, code, now);
  await countBounce(tx, { email: ours, type, code, at: then }, now);
}

type Mail = typeof outgoingMails.$inferSelect;

/** Our mail of a Message-ID, which begins with its id; null where it looks like one of ours and is none. Providers may give others. */
async function mailOf(tx: Db, messageId: string | null | undefined): Promise<Mail | null | undefined> {
  const id = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId ?? "")?.[1];
  if (!id) return undefined;
  const [mail] = await tx.select().from(outgoingMails).where(eq(outgoingMails.id, id));
  return mail ?? null;
}

/** Whether an address has an account, a mail in the outbox, or earlier reports. */
async function writtenTo(tx: Db, email: string): Promise<boolean> {
  const { rows } = await tx.execute<{ known: boolean }>(sql`select
    exists (select from ${users} where ${users.email} = ${email})
    or exists (select from ${newsletterSubscribers} where ${newsletterSubscribers.email} = ${email})
    or exists (select from ${bouncedMailboxes} where ${bouncedMailboxes.email} = ${email})
    or exists (select from ${outgoingMails} where lower(${outgoingMails.recipient}) = ${email.toLowerCase()}) as known`);
  return rows[0]?.known ?? false;
}

/** The status code in the text of a mail server. The text itself is not stored: it may contain addresses. */
const statusOf = (diagnostic: string | null | undefined) => enhancedStatusOf(diagnostic ?? "") ?? null;

/** Marks a mail that was sent and came back as failed. */
async function markReturned(tx: Db, { id, topic, dedupeKey }: Mail, code: string | null, now: Date) {
  const [returned] = await tx
    .update(outgoingMails)
    .set({ status: "failed", lastError: ["BOUNCED", code].filter(Boolean).join(" "), updatedAt: now })
    .where(and(eq(outgoingMails.id, id), eq(outgoingMails.status, "sent")))
    .returning({ id: outgoingMails.id });
  if (returned) await notifyAuthors(tx, [{ topic, dedupeKey }], now);
}

/** A complaint stops every mail that a person may stop, and their inbox says so; those about the account are still sent. The order of locks is that of {@link sendToAgain}. */
async function stopOptional(tx: Db, email: string, now: Date) {
  const [person] = await tx
    .select({ id: users.id, role: users.role, answers: sql<boolean>`${answersMessages(tx, franceDay(now))}` })
    .from(users)
    .where(eq(users.email, email));
  if (person) {
    const { role, answers } = person;
    const theirs = optionalTopics.filter((one) => concerns(one, role) && (one !== "messages" || role === "ADMIN" || answers));
    for (const topic of theirs) await stopTopic(tx, { userId: person.id, topic }, now);
    const dedupeKey = `mails_stopped:${person.id}:${franceDay(now)}`;
    const notice = { userId: person.id, path: "/account/settings/notifications", values: {}, dedupeKey, createdAt: now };
    await writeInInbox(tx, "mails_stopped", notice);
  }
  const subscriber = await subscriberWith(tx, email);
  if (subscriber) await withdraw(tx, subscriber.id, now);
}
