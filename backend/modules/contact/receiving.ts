import { createHash } from "node:crypto";
import { and, eq, exists, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { referenceNumber } from "#backend/db/reference-numbers";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { sectors } from "#backend/modules/sectors/tables";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { administrators, mostNotified, notifyStaff, type ToNotify } from "#backend/threads/notifying";
import type { ContactDraft } from "#contract/charity/contact";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { messageLetter, messages } from "./tables.ts";

/** The table of messages, and their promised delay. */
export const messageThread = { table: messages, waiting: "new", promise: { workingDays: 3 } } as const;

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Stores a message, notifies the team it is for, and sends its writer a copy on request. Sent twice on one day, it is stored once. */
export async function receiveMessage(services: Deps, draft: ContactDraft, locale: Locale): Promise<{ ticket: string }> {
  const { db, clock } = services;
  const { topic, team, name, email, message: body, copy } = draft;
  const now = clock();
  const content = JSON.stringify([franceDay(now), email.toLowerCase(), topic, team, body]);
  const dedupeKey = createHash("sha256").update(content).digest("base64url");
  return db.transaction(async (tx) => {
    if (team && !(await sectorName(tx, team))) throw new Refusal("invalid", { fieldErrors: { team: ["contact:error.team"] } });
    const [stored] = await tx
      .insert(messages)
      .values({ topic, sectorId: team, name, email, locale, body, dedupeKey, createdAt: now, waitingSince: now, updatedAt: now })
      .onConflictDoNothing({ target: messages.dedupeKey })
      .returning();
    if (!stored) {
      const [known] = await tx.select().from(messages).where(eq(messages.dedupeKey, dedupeKey));
      return { ticket: referenceNumber(messageLetter, known?.number ?? 0) };
    }
    const ticket = referenceNumber(messageLetter, stored.number);
    const within = { ...services, db: tx };
    const values = { ticket, name, messageId: stored.id };
    const record = { subject: "message", subjectId: stored.id } as const;
    for (const to of await readersOf(within, topic, team))
      await notifyStaff(within, to, "message_received", values, `${stored.id} ${to.email}`, record);
    const writer = { email, locale, firstName: name };
    if (copy) await queueMailTo(within, writer, "contact_copy", { ticket, message: body }, `${stored.id} copy`, { record });
    return { ticket };
  });
}

async function sectorName(db: Db, id: string): Promise<string | undefined> {
  const [team] = await db
    .select({ name: sectors.name })
    .from(sectors)
    .where(and(eq(sectors.id, id), eq(sectors.status, "published")));
  return team?.name;
}

/**
 * Those who answer for the local team, when the message is for one that has any: its administrators and the holders of MESSAGES_ANSWER in it. The topic's
 * mailbox otherwise, or administrators where there is none.
 */
export async function readersOf(
  { db, clock, settings }: Pick<Services, "db" | "clock" | "settings">,
  topic: ContactDraft["topic"],
  team: string | null | undefined,
): Promise<ToNotify[]> {
  const coordinators = team
    ? await db
        .select({ userId: users.id, email: users.email, locale: users.locale, firstName: users.firstName })
        .from(users)
        .where(
          and(
            eq(users.accountState, "validated"),
            or(and(eq(users.sectorId, team), eq(users.role, "ADMIN")), answersFor(db, team, clock())),
          ),
        )
        .orderBy(users.createdAt, users.id)
        .limit(mostNotified)
    : [];
  if (coordinators.length > 0) return coordinators;
  const email = settings.mailboxes[topic] ?? settings.contactEmail;
  return email ? [{ email, locale: "fr" }] : administrators(db);
}

/** Whether a volunteer holds the right to answer messages to this team. */
const answersFor = (db: Db, team: string, now: Date) =>
  and(
    eq(users.role, "VOLUNTEER"),
    exists(
      db
        .select({ one: sql`1` })
        .from(permissionGrants)
        .where(
          and(
            eq(permissionGrants.userId, users.id),
            eq(permissionGrants.permission, "MESSAGES_ANSWER"),
            eq(permissionGrants.sectorId, team),
            isRightInForce(franceDay(now)),
          ),
        ),
    ),
  );
