import { readFileSync } from "node:fs";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { Db } from "../client.ts";

const day = 86_400_000;

type Message = typeof messages.$inferInsert & { daysAgo: number; team: string | null; reply: string | null };
type Pledge = typeof pledges.$inferInsert & { daysAgo: number; stoppedDaysAgo?: number };

/** What visitors wrote and promised, as `letters.json` has it; the administration answered some of it a day later. */
export async function addLetters(tx: Db, teams: Map<string, string>, authorId: string, now: Date) {
  const source = JSON.parse(readFileSync("backend/db/demo/letters.json", "utf8")) as { messages: Message[]; pledges: Pledge[] };
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * day);
  for (const { daysAgo, team, reply, ...message } of source.messages.sort((a, b) => b.daysAgo - a.daysAgo)) {
    const values = {
      ...message,
      sectorId: team && teams.get(team),
      dedupeKey: message.body,
      createdAt: at(daysAgo),
      updatedAt: at(daysAgo),
    };
    const [row] = await tx.insert(messages).values(values).returning();
    if (row && reply) await tx.insert(messageReplies).values({ messageId: row.id, authorId, body: reply, at: at(daysAgo - 1) });
  }
  const kept = source.pledges.map(({ daysAgo, stoppedDaysAgo, ...pledge }) => ({
    ...pledge,
    locale: pledge.locale ?? "fr",
    dedupeKey: pledge.reference,
    createdAt: at(daysAgo),
    updatedAt: at(stoppedDaysAgo ?? daysAgo),
    stoppedAt: stoppedDaysAgo === undefined ? null : at(stoppedDaysAgo),
  }));
  await tx.insert(pledges).values(kept);
}
