import { sql } from "drizzle-orm";
import { mailsAbout } from "#backend/modules/mails/personal-data";
import { by, byEmail, type PersonalData, throughReplies, throughSent, throughThread } from "#backend/privacy/personal-data";
import { type OldRows, retentionLimit } from "#backend/privacy/retention";

export const personalData: PersonalData[] = [
  {
    table: "documents",
    columns: ["id"],
    ...throughReplies("message", "messages"),
    hidden: ["storage_key"],
    loggedAs: "document",
    erasure: "anonymise",
  },
  mailsAbout(throughSent("about_id", "messages")),
  {
    table: "message_replies",
    columns: ["message_id"],
    ...throughThread("message_id", "messages"),
    hidden: ["token_hash"],
    erasure: "delete",
  },
  {
    table: "messages",
    columns: ["name", "email"],
    ...byEmail("email"),
    hidden: ["dedupe_key"],
    loggedAs: "message",
    erasure: "delete",
  },
  { table: "message_replies", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "others" },
];

export const retention: OldRows[] = [
  {
    kind: "messages",
    table: "messages",
    where: (now) =>
      sql`it.created_at <= ${retentionLimit("messages", now)} and not exists (select from message_replies where message_id = it.id and at > ${retentionLimit("messages", now)})`,
  },
];
