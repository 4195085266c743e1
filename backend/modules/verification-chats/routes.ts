import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { lockAccount } from "#backend/identity/account-scope";
import { isHelped, requireRestricted } from "#backend/identity/restricted";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { withAttachment } from "#backend/threads/files";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { chatApi, type StaffDraft, verificationChatsApi } from "#contract/accounts/verification-chats";
import { franceDay } from "#contract/formats/france-time";
import { addOwnMessage, addStaffMessage } from "../verification/chat-messages.ts";
import { listChats, readChat, readOwnChat } from "./queries.ts";
import { verificationChats } from "./tables.ts";

type Write = Parameters<typeof withAttachment>[2];
type Writing = Parameters<typeof addStaffMessage>[0] & Parameters<typeof withAttachment>[0] & Pick<Services, "limits">;

export const verificationChatRoutes = [
  on(chatApi.own, ({ db, actor, query }) => readOwnChat(db, actor, query.before)),
  on(chatApi.write, async ({ actor, body, limits, ...services }) => {
    await limits.take("messageByPerson", actor.id);
    if (body.attachment) await limits.take("fileByThread", actor.id);
    const add: Write = (attached, addRow) =>
      services.db.transaction(async (tx) => {
        await addRow(tx);
        await addOwnMessage({ ...services, db: tx }, actor, { body: body.body, fileId: attached?.id });
        return true;
      });
    await withAttachment(services, body.attachment, add, "attachment");
    return done;
  }),

  on(verificationChatsApi.list, ({ db, actor, query, clock }) => listChats(db, actor, query, clock())),
  on(verificationChatsApi.get, ({ db, actor, params, query, clock }) => readChat(db, actor, params.id, clock(), query.before)),
  on(verificationChatsApi.write, ({ actor, params, body, ...services }) =>
    write(services, actor, body, async (tx) => (await lock(tx, actor, params.id, services.clock())).chat.userId),
  ),
  on(verificationChatsApi.writeTo, ({ actor, params, body, ...services }) => write(services, actor, body, async () => params.id)),
  on(verificationChatsApi.assign, ({ db, actor, params, body, clock }) =>
    change(db, actor, params.id, { ownerId: body.mine ? actor.id : null, updatedAt: clock() }, "assign"),
  ),
  on(verificationChatsApi.close, ({ db, actor, params, body: { seen }, clock }) =>
    change(db, actor, params.id, { status: "closed", updatedAt: clock() }, "close", (tx, { chat, reader }) =>
      hasRead(tx, reader, chat, seen),
    ),
  ),
];

/** A message or a note of the team, to the person whom `personIn` finds and locks. */
async function write(services: Writing, actor: Actor, { attachment, ...message }: StaffDraft, personIn: (tx: Db) => Promise<string>) {
  if (attachment) await services.limits.take("uploadByPerson", actor.id);
  const add: Write = (attached, addRow) =>
    services.db.transaction(async (tx) => {
      const userId = await personIn(tx);
      const reader = await lockAccount(tx, actor, userId, franceDay(services.clock()));
      const person = await restrictionOf(tx, userId);
      requireRestricted(reader, !!person?.helped, person?.sectorId);
      await addRow(tx);
      await addStaffMessage({ ...services, db: tx }, actor, userId, { ...message, fileId: attached?.id });
      return true;
    });
  await withAttachment(services, attachment, add, "attachment");
  return done;
}

async function restrictionOf(db: Db, userId: string) {
  const [person] = await db.select({ helped: isHelped, sectorId: users.sectorId }).from(users).where(eq(users.id, userId));
  return person;
}

type Chat = typeof verificationChats.$inferSelect;

/** Whether this reader has read the last message, at the time that they give. Those from whom the messages are withheld have none to give. */
async function hasRead(tx: Db, reader: Actor, { userId, lastMessageAt }: Chat, seen: string | undefined) {
  if (seen) return lastMessageAt <= new Date(seen);
  const person = await restrictionOf(tx, userId);
  return !!person?.helped && !mayReadRestricted(reader, person.sectorId);
}

/** The account is locked before its chat, as a decision about it does. */
async function lock(tx: Db, actor: Actor, id: string, now: Date) {
  const [found] = await tx.select({ userId: verificationChats.userId }).from(verificationChats).where(eq(verificationChats.id, id));
  if (!found) throw new Refusal("not_found");
  const reader = await lockAccount(tx, actor, found.userId, franceDay(now));
  const [chat] = await tx.select().from(verificationChats).where(eq(verificationChats.id, id)).for("update");
  if (!chat) throw new Refusal("not_found");
  return { chat, reader };
}

type Values = Partial<typeof verificationChats.$inferInsert> & { updatedAt: Date };

type IsRead = (tx: Db, locked: Awaited<ReturnType<typeof lock>>) => Promise<boolean>;

function change(db: Db, actor: Actor, id: string, values: Values, action: string, isRead?: IsRead) {
  return db.transaction(async (tx) => {
    const locked = await lock(tx, actor, id, values.updatedAt);
    if (isRead && !(await isRead(tx, locked))) throw new Refusal("written_since");
    const { status, ownerId } = locked.chat;
    const [after] = await tx.update(verificationChats).set(values).where(eq(verificationChats.id, id)).returning();
    await recordChange(tx, actor, {
      action: `verification_chat.${action}`,
      entityType: "verification_chat",
      entityId: id,
      before: { status, ownerId },
      after: { status: after?.status, ownerId: after?.ownerId },
    });
    return done;
  });
}
