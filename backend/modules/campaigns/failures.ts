import { and, eq } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { findActor } from "#backend/identity/authentication";
import { queueMails } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { redirectFor } from "#contract/accounts/access";
import { type CampaignReason, campaignsApi } from "#contract/accounts/campaigns";
import { readIn } from "#contract/formats/localized-text";
import type { StoredCampaign } from "./records.ts";

type Failure = "sending_given_up" | "sending_incomplete";

/**
 * Notifies whoever sent or scheduled a campaign that nothing of it has left, or that it has not reached everybody, and why. Where they may send none any
 * more, all administrators are notified; of one that somebody took back, nobody is. Call it in the transaction that ends the campaign, which can be scheduled
 * and taken back several times.
 */
export async function notifyOfFailure(
  services: Services,
  { id, title, sentBy, version }: StoredCampaign,
  topic: Failure,
  reason: CampaignReason | "undelivered" | "takenBack" | "firstGone",
): Promise<void> {
  const { db, clock, translate } = services;
  const sender = sentBy && (await findActor(db, sentBy, clock()));
  const maySend = !!sender && redirectFor(sender, campaignsApi.start.access) === null;
  if (!maySend && reason === "takenBack") return;
  const people = await db
    .select({ userId: users.id, email: users.email, locale: users.locale, firstName: users.firstName })
    .from(users)
    .where(maySend ? eq(users.id, sender.id) : and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  const mails = people.map((to) => ({
    to,
    values: { campaignId: id, title: readIn(to.locale, title).text, reason: translate(to.locale, `campaigns:why.${reason}`) },
    dedupeKey: `${topic}:${id}:${version}:${to.userId}`,
  }));
  await queueMails(services, topic, mails);
}
