import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { chatStatuses } from "#contract/accounts/verification-chats";

/** Whose turn it is, in the order of the inbox. */
export const chatTurn = (status: SQLWrapper): SQL =>
  sql`(case ${status} when 'waiting_staff' then 1 when 'open' then 2 when 'waiting_user' then 3 else 4 end)`;

/** Since when somebody has the turn: who writes again while waiting keeps the place of their first message. */
export const turnSince = ({ waitingSince, lastMessageAt }: Record<"waitingSince" | "lastMessageAt", SQLWrapper>): SQL =>
  sql`(coalesce(${waitingSince}, ${lastMessageAt}))`;

/** The one conversation between a person and the team, before and after the account is open. */
export const verificationChats = pgTable(
  "verification_chats",
  {
    ...record,
    userId: uuid()
      .notNull()
      .unique()
      .references(() => users.id),
    ownerId: uuid().references(() => users.id),
    status: text({ enum: chatStatuses }).notNull(),
    lastMessageAt: instant().notNull(),
    /** The time of the first message of the person that nobody has answered; null when it is not the team's turn. A trigger keeps it. */
    waitingSince: instant(),
  },
  (t) => [
    check("verification_chats_status", sql`${t.status} in ('open', 'waiting_user', 'waiting_staff', 'closed')`),
    index("verification_chats_inbox").on(t.status, turnSince(t), t.id),
    index("verification_chats_turn").on(chatTurn(t.status), turnSince(t), t.id),
    index("verification_chats_age").on(turnSince(t), t.id),
    index("verification_chats_owner").on(t.ownerId, chatTurn(t.status), turnSince(t), t.id),
    index("verification_chats_unowned").on(chatTurn(t.status), turnSince(t), t.id).where(sql`${t.ownerId} is null`),
    index("verification_chats_waiting").on(t.waitingSince).where(sql`${t.status} = 'waiting_staff'`),
  ],
);

export const verificationMessages = pgTable(
  "verification_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    chatId: uuid()
      .notNull()
      .references(() => verificationChats.id, { onDelete: "cascade" }),
    fromId: uuid()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    fileId: uuid()
      .unique()
      .references(() => documents.id),
    /** An internal note, which the person never sees. */
    internal: boolean().notNull().default(false),
    at: instant().notNull(),
  },
  (t) => [index("verification_messages_chat").on(t.chatId, t.at)],
);
