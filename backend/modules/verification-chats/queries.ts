import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { waitsLongerThan } from "#backend/db/overdue";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { accountsDecidedBy, accountsOf, byAdministrators } from "#backend/identity/account-scope";
import { isHelped } from "#backend/identity/restricted";
import { documents } from "#backend/modules/documents/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { stepsFor } from "#backend/modules/users/transitions";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { countSupportingDocuments, supportingDocumentsOf } from "#backend/modules/verification/supporting-documents";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { Refusal } from "#backend/refusal";
import { earlierThan, messagesShown, pageOf } from "#backend/threads/pages";
import type { StaffTransition } from "#contract/accounts/account-transitions";
import { accountDeadline } from "#contract/accounts/answer-days";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { ChatQuery, OwnChat, Verdict } from "#contract/accounts/verification-chats";
import { franceDay } from "#contract/formats/france-time";
import { chatTurn, turnSince, verificationChats, verificationMessages } from "./tables.ts";

const owners = alias(users, "owners");

/** A conversation as its person reads it: without the team's notes. */
export async function readOwnChat(db: Db, { id }: Pick<Actor, "id">, before: string | undefined): Promise<OwnChat> {
  const [chat] = await db.select().from(verificationChats).where(eq(verificationChats.userId, id));
  if (!chat) return { status: null, messages: [], hasEarlier: false };
  const shown = await messagesOf(db, chat.id, id, { which: eq(verificationMessages.internal, false), before });
  return { status: chat.status, ...shown };
}

type Page = { which?: SQL; before?: string | undefined };

/** A page of a conversation, as it is read. */
async function messagesOf(db: Db, chatId: string, readerId: string, { which, before }: Page = {}) {
  const ofChat = eq(verificationMessages.chatId, chatId);
  const rows = await db
    .select({
      message: verificationMessages,
      from: users.firstName,
      file: { id: documents.id, name: documents.fileName, bytes: documents.bytes },
    })
    .from(verificationMessages)
    .innerJoin(users, eq(users.id, verificationMessages.fromId))
    .leftJoin(documents, eq(documents.id, verificationMessages.fileId))
    .where(and(ofChat, which, before ? earlierThan(db, verificationMessages, before, ofChat) : undefined))
    .orderBy(desc(verificationMessages.at), desc(verificationMessages.id))
    .limit(messagesShown + 1);
  const { page, hasEarlier } = pageOf(rows);
  const messages = page.map(({ message: { id, body, internal, at, fromId }, from, file }) => ({
    id,
    body,
    internal,
    from,
    fromId,
    own: fromId === readerId,
    at: at.toISOString(),
    file: file && { ...file, name: file.name ?? "document" },
  }));
  return { messages, hasEarlier };
}

function rows(db: Db, actor: Actor, now: Date) {
  return db
    .select({
      chat: verificationChats,
      person: users,
      team: sectors.name,
      owner: owners.firstName,
      helped: isHelped,
      byAdministrators: byAdministrators(actor, franceDay(now)),
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
  // What waits for the team is what the reader may answer.
  const waiting = query.status === "waiting_staff" || query.due;
  const theirs = waiting ? accountsDecidedBy(actor, franceDay(now)) : accountsOf(actor);
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
      await rows(db, actor, now)
        .innerJoin(found, eq(found.id, verificationChats.id))
        .orderBy(...order)
    ).map((row) => shape(row, actor)),
  );
}

const verdictOf: Partial<Record<StaffTransition, Verdict>> = { approve: "accept", ask: "ask", refuse: "refuse" };

/** A conversation beside its file. That it was opened is written in the audit log. */
export async function readChat(db: Db, actor: Actor, id: string, now: Date, before: string | undefined) {
  const [row] = await rows(db, actor, now).where(and(eq(verificationChats.id, id), accountsOf(actor)));
  if (!row) throw new Refusal("not_found");
  const userId = row.person.id;
  const about = {
    ...shape(row, actor),
    locale: row.person.locale,
    registeredAt: row.person.createdAt.toISOString(),
    lastMessageAt: row.chat.lastMessageAt.toISOString(),
    byAdministrators: row.byAdministrators,
    verdicts: row.byAdministrators ? [] : stepsFor(row.person, actor).flatMap((step) => verdictOf[step] ?? []),
  };
  if (row.helped && !mayReadRestricted(actor, row.person.sectorId)) return { ...about, ...(await withheld(db, id, userId)) };
  const [file] = await db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, userId));
  const { messages, hasEarlier } = await messagesOf(db, id, actor.id, { before });
  await recordChange(db, actor, { action: "verification.read", entityType: "person", entityId: userId });
  return {
    ...about,
    withheld: null,
    messages: messages.map(({ fromId, ...message }) => ({ ...message, fromStaff: fromId !== userId })),
    hasEarlier,
    documents: await supportingDocumentsOf(db, userId),
    file: file ? { version: await currentCriteria(db), answers: file.answers, sentAt: file.sentAt?.toISOString() ?? null } : null,
  };
}

/** The end of the conversation of an account as the team reads it, notes among it; null where nobody has written yet. */
export async function staffMessagesOf(db: Db, actor: Pick<Actor, "id">, userId: string) {
  const [chat] = await db.select().from(verificationChats).where(eq(verificationChats.userId, userId));
  if (!chat) return null;
  const { messages } = await messagesOf(db, chat.id, actor.id);
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
  const documents = await countSupportingDocuments(db, userId);
  const answers = (await db.$count(beneficiaryFiles, answered)) > 0;
  return { messages: [], hasEarlier: false, documents: [], file: null, withheld: { messages, documents, answers } };
}
