import type { Db } from "#backend/db/client";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { accountOf, consentToNewsletter } from "#backend/modules/mails/subscribers";
import { type newsletterRequests, newsletterSubscribers as subscribers } from "./tables.ts";

type Confirmed = Omit<typeof newsletterRequests.$inferSelect, "tokenHash" | "expiresAt" | "usedAt">;

/** Subscribes an address that was proved: its open account consents; without one it has a row of its own. */
export async function subscribe(tx: Db, confirmed: Confirmed, now: Date) {
  const account = await accountOf(tx, confirmed.email);
  if (account) await consentToNewsletter(tx, account, confirmed.textVersion, now);
  else await subscribeAlone(tx, confirmed, now);
  await sendToAgain(tx, confirmed.email, now);
}

async function subscribeAlone(tx: Db, { createdAt, ...confirmed }: Confirmed, now: Date) {
  // The clocks of two processes may differ.
  const requestedAt = createdAt < now ? createdAt : now;
  const row = { ...confirmed, requestedAt, confirmedAt: now, withdrawnAt: null, userId: null, updatedAt: now };
  await tx
    .insert(subscribers)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({ target: subscribers.email, set: row });
}
