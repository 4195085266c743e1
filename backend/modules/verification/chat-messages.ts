import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { verificationChats, verificationMessages } from "../verification-chats/tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type Status = "waiting_user" | "waiting_staff";

/** A message of the person, which opens the chat, or makes it the team's turn again. */
export async function addOwnMessage({ db, clock }: Deps, actor: Pick<Actor, "id">, body: string) {
  await db.transaction(async (tx) => {
    const chatId = await touch({ db: tx, clock }, actor.id, "waiting_staff");
    await tx.insert(verificationMessages).values({ chatId, fromId: actor.id, body, at: clock() });
  });
}

/** A message of the team, about which the person gets a mail; or a note, about which they get none. */
export async function addStaffMessage(
  services: Deps,
  actor: Pick<Actor, "id">,
  userId: string,
  message: { body: string; internal: boolean },
) {
  const { clock } = services;
  await services.db.transaction(async (tx) => {
    const chatId = await touch({ db: tx, clock }, userId, message.internal ? null : "waiting_user");
    await tx.insert(verificationMessages).values({ chatId, fromId: actor.id, ...message, at: clock() });
    if (message.internal) return;
    const hour = clock().toISOString().slice(0, 13);
    await queueMail({ ...services, db: tx }, userId, "team_message", {}, `team_message:${userId}:${hour}`);
  });
}

/** Ends a person's conversation once the account is decided; a new message of theirs opens it again. */
export async function closeChatOf(tx: Db, userId: string, now: Date) {
  await tx.update(verificationChats).set({ status: "closed", updatedAt: now }).where(eq(verificationChats.userId, userId));
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
