import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { waitsLongerThan } from "#backend/db/overdue";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { accountsOf } from "#backend/identity/account-scope";
import { isHelped } from "#backend/identity/restricted";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { stepsFor } from "#backend/modules/users/transitions";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { supportingDocumentsOf } from "#backend/modules/verification/supporting-documents";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { Refusal } from "#backend/refusal";
import type { StaffTransition } from "#contract/accounts/account-transitions";
import { accountDeadline } from "#contract/accounts/answer-days";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { ChatQuery, Verdict } from "#contract/accounts/verification-chats";
import { chatTurn, turnSince, verificationChats, verificationMessages } from "./tables.ts";

const messagesShown = 500;
const owners = alias(users, "owners");

/** A conversation as its person reads it: without the team's notes. */
export async function readOwnChat(db: Db, { id }: Pick<Actor, "id">) {
  const [chat] = await db.select().from(verificationChats).where(eq(verificationChats.userId, id));
  if (!chat) return { status: null, messages: [] };
  const messages = await messagesOf(db, chat.id, id, eq(verificationMessages.internal, false));
  return { status: chat.status, messages };
}

async function messagesOf(db: Db, chatId: string, readerId: string, which?: ReturnType<typeof eq>) {
  const rows = await db
    .select({ message: verificationMessages, from: users.firstName })
    .from(verificationMessages)
    .innerJoin(users, eq(users.id, verificationMessages.fromId))
    .where(and(eq(verificationMessages.chatId, chatId), which))
    .orderBy(desc(verificationMessages.at), desc(verificationMessages.id))
    .limit(messagesShown);
  return rows.toReversed().map(({ message: { id, body, internal, at, fromId }, from }) => ({
    id,
    body,
    internal,
    from,
    fromId,
    own: fromId === readerId,
    at: at.toISOString(),
  }));
}

function rows(db: Db) {
  return db
    .select({
      chat: verificationChats,
      person: users,
      team: sectors.name,
      owner: owners.firstName,
      helped: isHelped,
    })
    .from(verificationChats)
    .innerJoin(users, eq(users.id, verificationChats.userId))
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .leftJoin(owners, eq(owners.id, verificationChats.ownerId));
}

type Row = Awaited<ReturnType<typeof rows>>[number];

function shape({ chat, person, team, owner }: Row, reader: Actor) {
  const { role, accountState, email } = person;
  const name = `${person.firstName} ${person.lastName}`;
  const { id, userId, status } = chat;
  const mine = chat.ownerId === reader.id;
  return {
    id,
    userId,
    name,
    email,
    role,
    accountState,
    team,
    status,
    owner,
    mine,
    turnSince: (chat.waitingSince ?? chat.lastMessageAt).toISOString(),
  };
}

const since = turnSince(verificationChats);
/** The order of turns: the team's, nobody's, the person's; then by age. */
const turn = [chatTurn(verificationChats.status), since];

/** The inbox; searched by the person's name. */
export function listChats(db: Db, actor: Actor, query: z.output<typeof ChatQuery>, now: Date) {
  const named = contains(users, query.q);
  const standing = query.account && eq(users.accountState, query.account);
  const theirs = accountsOf(actor);
  const who =
    (named || standing || theirs) &&
    db
      .select({ id: users.id })
      .from(users)
      .where(and(named, standing, theirs));
  const where = and(
    query.status ? eq(verificationChats.status, query.status) : ne(verificationChats.status, "closed"),
    query.owner === "me" ? eq(verificationChats.ownerId, actor.id) : undefined,
    query.owner === "nobody" ? isNull(verificationChats.ownerId) : undefined,
    query.due && and(eq(verificationChats.status, "waiting_staff"), waitsLongerThan(verificationChats.waitingSince, accountDeadline, now)),
    who && inArray(verificationChats.userId, who),
  );
  // In a list of one state, all have the same turn.
  const sorts = { turn: query.status ? since : turn, turnSince: since };
  return pageOfRows(db, verificationChats, query, { where, sorts }, async (found, order) =>
    (
      await rows(db)
        .innerJoin(found, eq(found.id, verificationChats.id))
        .orderBy(...order)
    ).map((row) => shape(row, actor)),
  );
}

const verdictOf: Partial<Record<StaffTransition, Verdict>> = { approve: "accept", ask: "ask", refuse: "refuse" };

/** A conversation beside its file. That it was opened is written in the audit log. */
export async function readChat(db: Db, actor: Actor, id: string) {
  const [row] = await rows(db).where(and(eq(verificationChats.id, id), accountsOf(actor)));
  if (!row) throw new Refusal("not_found");
  const userId = row.person.id;
  const about = {
    ...shape(row, actor),
    locale: row.person.locale,
    registeredAt: row.person.createdAt.toISOString(),
    verdicts: stepsFor(row.person, actor).flatMap((step) => verdictOf[step] ?? []),
  };
  if (row.helped && !mayReadRestricted(actor, row.person.sectorId)) return { ...about, ...(await withheld(db, id, userId)) };
  const [file] = await db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, userId));
  const messages = await messagesOf(db, id, actor.id);
  await recordChange(db, actor, { action: "verification.read", entityType: "person", entityId: userId });
  return {
    ...about,
    withheld: null,
    messages: messages.map(({ fromId, ...message }) => ({ ...message, fromStaff: fromId !== userId })),
    documents: await supportingDocumentsOf(db, userId),
    file: file ? { version: await currentCriteria(db), answers: file.answers, sentAt: file.sentAt?.toISOString() ?? null } : null,
  };
}

/** The conversation of an account as the team reads it, notes among it; null where nobody has written yet. */
export async function staffMessagesOf(db: Db, actor: Pick<Actor, "id">, userId: string) {
  const [chat] = await db.select().from(verificationChats).where(eq(verificationChats.userId, userId));
  if (!chat) return null;
  const messages = await messagesOf(db, chat.id, actor.id);
  return {
    id: chat.id,
    status: chat.status,
    messages: messages.map(({ fromId, ...message }) => ({ ...message, fromStaff: fromId !== userId })),
  };
}

/** The size of a chat about a student, for those who may not read it. */
async function withheld(db: Db, chatId: string, userId: string) {
  const answered = and(eq(beneficiaryFiles.userId, userId), sql`${beneficiaryFiles.answers} <> '{}'::jsonb`);
  const messages = await db.$count(verificationMessages, eq(verificationMessages.chatId, chatId));
  const documents = (await supportingDocumentsOf(db, userId)).length;
  const answers = (await db.$count(beneficiaryFiles, answered)) > 0;
  return { messages: [], documents: [], file: null, withheld: { messages, documents, answers } };
}
