import { and, eq, isNotNull, isNull, not, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { deliveryTo, isDead, sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { type StoredSubscriber, withdraw } from "#backend/modules/mails/subscribers";
import { Refusal } from "#backend/refusal";
import type { Subscriber, SubscribersQuery } from "#contract/accounts/newsletter";
import type { MailboxDelivery } from "#contract/api/mails";
import { newsletterSubscribers as subscribers } from "./tables.ts";

/** An address whose account decides is that account's, and in no list of subscribers. */
const isListed = isNull(subscribers.userId);

const shown = ({ id, email, locale, textVersion, page, ...row }: StoredSubscriber, isUnreached: boolean): Subscriber => ({
  ...{ id, email, locale, textVersion, page },
  state: row.withdrawnAt ? "withdrawn" : isUnreached ? "unreached" : "subscribed",
  requestedAt: row.requestedAt.toISOString(),
  confirmedAt: row.confirmedAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

export function listSubscribers(db: Db, query: SubscribersQuery) {
  const { confirmedAt, email, locale } = subscribers;
  const where = and(
    isListed,
    contains(subscribers, query.q),
    query.state && inState(db, query.state),
    query.locale && eq(locale, query.locale),
  );
  return pageOfRows(db, subscribers, query, { where, sorts: { confirmedAt, email } }, async (found, order) => {
    const rows = await db
      .select({ subscriber: subscribers, isUnreached: sql<boolean>`${isDead(db, email)}` })
      .from(subscribers)
      .innerJoin(found, eq(found.id, subscribers.id))
      .orderBy(...order);
    return rows.map(({ subscriber, isUnreached }) => shown(subscriber, isUnreached));
  });
}

function inState(db: Db, state: Subscriber["state"]) {
  const { withdrawnAt, email } = subscribers;
  if (state === "withdrawn") return isNotNull(withdrawnAt);
  const dead = isDead(db, email);
  return and(isNull(withdrawnAt), state === "unreached" ? dead : not(dead));
}

export async function readSubscriber(db: Db, id: string): Promise<Subscriber & { delivery: MailboxDelivery | null }> {
  const [row] = await db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.id, id), isListed));
  if (!row) throw new Refusal("not_found");
  const delivery = await deliveryTo(db, row.email);
  return { ...shown(row, !!delivery?.deadSince), delivery };
}

/** Ends a subscription at the request of its owner to staff. */
export async function removeSubscriber({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, id: string, reason: string) {
  await db.transaction(async (tx) => {
    const { state } = await readSubscriber(tx, id);
    if (state === "withdrawn" || !(await withdraw(tx, id, clock()))) throw new Refusal("wrong_state");
    const change = { before: { state: "subscribed" }, after: { state: "withdrawn" }, reason };
    await recordChange(tx, actor, { action: "subscriber.remove", entityType: "subscriber", entityId: id, ...change });
  });
}

/** Revives the address of a subscriber who told staff that it works. */
export async function writeAgainTo({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, id: string) {
  await db.transaction(async (tx) => {
    const { email } = await readSubscriber(tx, id);
    if (!(await sendToAgain(tx, email, clock()))) throw new Refusal("wrong_state");
    await recordChange(tx, actor, { action: "subscriber.write_again", entityType: "subscriber", entityId: id });
  });
}
