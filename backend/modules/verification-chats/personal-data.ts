import { sql } from "drizzle-orm";
import { by, ofAccounts, type PersonalData } from "#backend/privacy/personal-data";
import { type OldRows, retentionLimit } from "#backend/privacy/retention";

export const personalData: PersonalData[] = [
  {
    table: "documents",
    columns: ["id"],
    ...ofAccounts(
      (
        ids,
      ) => sql`it.id in (select message.file_id from verification_messages message join verification_chats chat on chat.id = message.chat_id
        where not message.internal and chat.user_id in ${ids})`,
    ),
    through: true,
    hidden: ["storage_key"],
    loggedAs: "document",
    erasure: "anonymise",
  },
  {
    table: "verification_messages",
    columns: ["chat_id"],
    ...ofAccounts((ids) => sql`it.chat_id in (select id from verification_chats where user_id in ${ids}) and not it.internal`),
    through: true,
    erasure: "delete",
  },
  { table: "verification_chats", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  // What they wrote in others' conversations.
  { table: "verification_messages", columns: ["from_id"], ...by("from_id"), erasure: "keep", because: "others" },
];

export const retention: OldRows[] = [
  {
    kind: "verification_chats",
    table: "verification_chats",
    where: (now) =>
      sql`it.last_message_at <= ${retentionLimit("verification_chats", now)} and exists (select from users where id = it.user_id and account_state not in ('registered', 'waiting', 'to_validate'))`,
  },
];
