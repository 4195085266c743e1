import type { Db } from "#backend/db/client";
import { createLimits } from "#backend/http/limits";
import { Refusal } from "#backend/refusal";
import { type MailTopic, mailFacts } from "./topics.ts";

/**
 * Counts a mail for its recipient, in the transaction of what causes it; false when the limit is reached. The caller
 * gets the same response either way.
 */
export async function mayReceive(db: Db, topic: MailTopic, recipient: string): Promise<boolean> {
  const rule = mailFacts[topic].limit;
  if (!rule) return true;
  try {
    await createLimits(db).take(rule, recipient.toLowerCase());
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_requests") return false;
    throw error;
  }
}
