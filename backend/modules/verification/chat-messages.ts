import { and, eq, gt, isNull, ne, notExists, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { verificationChats, verificationMessages } from "../verification-chats/tables.ts";
import { accountDecisions } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type Status = "waiting_user" | "waiting_staff";
/** A message, and the stored file that goes with it. */
type Written = { body: string; fileId?: string | undefined };

/** A message of the person, which opens the chat, or makes it the team's turn again. */
export async function addOwnMessage({ db, clock }: Deps, actor: Pick<Actor, "id">, message: Written) {
  await db.transaction(async (tx) => {
    const chatId = await touch({ db: tx, clock }, actor.id, "waiting_staff");
    await tx.insert(verificationMessages).values({ chatId, fromId: actor.id, ...message, at: clock() });
  });
}

const hour = 60 * 60 * 1000;

/** A message of the team, about which the person gets a mail, several in a row one mail an hour; or a note, about which they get none. */
export async function addStaffMessage(
  services: Deps,
  actor: Pick<Actor, "id">,
  userId: string,
  message: Written & { internal: boolean },
  { notify = true } = {},
) {
  const { clock } = services;
  await services.db.transaction(async (tx) => {
    const chatId = await touch({ db: tx, clock }, userId, message.internal ? null : "waiting_user");
    const [added] = await tx
      .insert(verificationMessages)
      .values({ chatId, fromId: actor.id, ...message, at: clock() })
      .returning({ id: verificationMessages.id });
    if (!added) throw new Refusal("unexpected");
    if (!notify || message.internal || (await hasBeenNotified(tx, { chatId, userId }, clock()))) return;
    await queueMail({ ...services, db: tx }, userId, "team_message", {}, `team_message:${added.id}`);
  });
}

/** Whether a notice of the last hour says already that the team has written: one that is unread, with neither a message of the person nor a decision since. */
async function hasBeenNotified(tx: Db, { chatId, userId }: { chatId: string; userId: string }, now: Date): Promise<boolean> {
  const one = { one: sql`1` };
  const { createdAt } = notices;
  const { chatId: itsChat, fromId, at } = verificationMessages;
  const answered = tx
    .select(one)
    .from(verificationMessages)
    .where(and(eq(itsChat, chatId), eq(fromId, userId), gt(at, createdAt)));
  const decided = tx
    .select(one)
    .from(accountDecisions)
    .where(and(eq(accountDecisions.userId, userId), gt(accountDecisions.decidedAt, createdAt)));
  const ofLastHour = and(eq(notices.userId, userId), gt(createdAt, new Date(now.getTime() - hour)));
  const unread = and(eq(notices.topic, "team_message"), eq(notices.channel, "inbox"), isNull(notices.readAt));
  return (await tx.$count(notices, and(ofLastHour, unread, notExists(answered), notExists(decided)))) > 0;
}

/** Ends a person's conversation once the account is decided; a new message of theirs opens it again. */
export async function closeChatOf(tx: Db, userId: string, now: Date) {
  const open = and(eq(verificationChats.userId, userId), ne(verificationChats.status, "closed"));
  await tx.update(verificationChats).set({ status: "closed", updatedAt: now }).where(open);
}

/** Opens the conversation again that a decision has closed, where the person wrote last. */
export async function reopenChatOf(tx: Db, userId: string, { closedAt, now }: { closedAt: Date; now: Date }) {
  const { id, status, updatedAt } = verificationChats;
  const { chatId, fromId, internal, at } = verificationMessages;
  const lastWriter = sql`(select ${fromId} from ${verificationMessages} where ${chatId} = ${id} and not ${internal} order by ${at} desc limit 1)`;
  await tx
    .update(verificationChats)
    .set({ status: "waiting_staff", updatedAt: now })
    .where(and(eq(verificationChats.userId, userId), eq(status, "closed"), eq(updatedAt, closedAt), sql`${lastWriter} = ${userId}`));
}

/** The person's chat, created when missing; a note does not change whose turn it is. */
async function touch({ db, clock }: Pick<Deps, "db" | "clock">, userId: string, status: Status | null): Promise<string> {
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!person) throw new Refusal("not_found");
  const at = clock();
  const [chat] = await db
    .insert(verificationChats)
    .values({ userId, status: status ?? "open", lastMessageAt: at })
    .onConflictDoUpdate({ target: verificationChats.userId, set: { updatedAt: at, ...(status && { status, lastMessageAt: at }) } })
    .returning({ id: verificationChats.id });
  if (!chat) throw new Refusal("unexpected");
  return chat.id;
}
