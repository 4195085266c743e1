import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done, on } from "#backend/http/routes";
import { lockAccount } from "#backend/identity/account-scope";
import { isHelped, requireRestricted } from "#backend/identity/restricted";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { chatApi, type StaffDraft, verificationChatsApi } from "#contract/accounts/verification-chats";
import { addOwnMessage, addStaffMessage } from "../verification/chat-messages.ts";
import { listChats, readChat, readOwnChat } from "./queries.ts";
import { verificationChats } from "./tables.ts";

export const verificationChatRoutes = [
  on(chatApi.own, ({ db, actor }) => readOwnChat(db, actor)),
  on(chatApi.write, async ({ actor, body, limits, ...services }) => {
    await limits.take("messageByPerson", actor.id);
    await addOwnMessage(services, actor, body.body);
    return done;
  }),

  on(verificationChatsApi.list, ({ db, actor, query, clock }) => listChats(db, actor, query, clock())),
  on(verificationChatsApi.get, ({ db, actor, params }) => readChat(db, actor, params.id)),
  on(verificationChatsApi.write, ({ actor, params, body, ...services }) =>
    services.db.transaction(async (tx) => {
      const { userId } = await lock(tx, actor, params.id);
      await writeTo({ ...services, db: tx }, actor, userId, body);
      return done;
    }),
  ),
  on(verificationChatsApi.writeTo, ({ actor, params, body, ...services }) =>
    services.db.transaction(async (tx) => {
      await writeTo({ ...services, db: tx }, actor, params.id, body);
      return done;
    }),
  ),
  on(verificationChatsApi.assign, ({ db, actor, params, body, clock }) =>
    change(db, actor, params.id, { ownerId: body.mine ? actor.id : null, updatedAt: clock() }, "assign"),
  ),
  on(verificationChatsApi.close, ({ db, actor, params, clock }) =>
    change(db, actor, params.id, { status: "closed", updatedAt: clock() }, "close"),
  ),
];

async function writeTo(services: Parameters<typeof addStaffMessage>[0], actor: Actor, userId: string, message: StaffDraft) {
  const reader = await lockAccount(services.db, actor, userId);
  const [person] = await services.db.select({ helped: isHelped, sectorId: users.sectorId }).from(users).where(eq(users.id, userId));
  requireRestricted(reader, !!person?.helped, person?.sectorId);
  await addStaffMessage(services, actor, userId, message);
}

/** The account is locked before its chat, as a decision about it does. */
async function lock(tx: Db, actor: Actor, id: string) {
  const [found] = await tx.select({ userId: verificationChats.userId }).from(verificationChats).where(eq(verificationChats.id, id));
  if (!found) throw new Refusal("not_found");
  await lockAccount(tx, actor, found.userId);
  const [chat] = await tx.select().from(verificationChats).where(eq(verificationChats.id, id)).for("update");
  if (!chat) throw new Refusal("not_found");
  return chat;
}

type Values = Partial<typeof verificationChats.$inferInsert>;

function change(db: Db, actor: Actor, id: string, values: Values, action: string) {
  return db.transaction(async (tx) => {
    const { status, ownerId } = await lock(tx, actor, id);
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
