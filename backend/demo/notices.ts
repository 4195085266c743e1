import { writeNotices } from "#backend/modules/mails/notice-writing";
import type { MailTopic } from "#backend/modules/mails/topics";
import type { Db } from "../db/client.ts";

const hour = 3_600_000;

type DemoNotice = { who: string; topic: MailTopic; hoursAgo: number; read?: boolean; values?: Record<string, string> };

const source: DemoNotice[] = [
  { who: "admin", topic: "session_revoked", hoursAgo: 2 },
  { who: "admin", topic: "export_ready", hoursAgo: 75, read: true },
  { who: "admin", topic: "text_to_sign", hoursAgo: 400, read: true },
  { who: "volunteer", topic: "driver_paper_soon", hoursAgo: 3, values: { document: "Assurance" } },
  { who: "volunteer", topic: "profile_changed", hoursAgo: 50, read: true },
  { who: "volunteer", topic: "account_accepted", hoursAgo: 900, read: true },
  { who: "student", topic: "team_message", hoursAgo: 5 },
  { who: "student", topic: "account_accepted_beneficiary", hoursAgo: 60 },
  { who: "student", topic: "criteria_received", hoursAgo: 150, read: true },
  { who: "waiting", topic: "welcome_beneficiary", hoursAgo: 30 },
  { who: "donor", topic: "data_request_received", hoursAgo: 200, read: true },
];

/** What people of the demonstration find in their inbox. */
export async function addNotices(tx: Db, people: Map<string, string>, now: Date) {
  for (const { who, topic, hoursAgo, read = false, values = {} } of source) {
    const userId = people.get(`${who}@maillon.example`);
    const createdAt = new Date(now.getTime() - hoursAgo * hour);
    if (userId)
      await writeNotices(tx, topic, [{ userId, values, dedupeKey: `demonstration ${topic}`, createdAt, readAt: read ? createdAt : null }]);
  }
}
