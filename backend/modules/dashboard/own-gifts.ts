import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { lacksAddress } from "#backend/modules/fiscal-receipts/gifts";
import { ofAccount } from "#backend/modules/fiscal-receipts/own";
import { fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { receivedBy } from "#backend/modules/payments/received-by-account";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import type { Dashboard } from "#contract/charity/dashboard";
import type { Moment } from "./own-days.ts";

type Gifts = NonNullable<Dashboard["gifts"]>;

const giftsShown = 5;
const receiptsShown = 2;

/**
 * In one statement: what was pledged with the address that the account has proved to be its own, what came this year of that and of the account
 * itself, the newest receipts, and whether the next one lacks an address.
 */
export async function giftsOf(db: Db, actor: Actor, { today }: Moment): Promise<Gifts> {
  const [giving] = await db
    .select({
      items: newestPledges(db, actor),
      receivedCents: sql`(${receivedBy(db, actor.id, `${today.slice(0, 4)}-01-01`)})`.mapWith(Number),
      lacksAddress: lacksAddress(actor.id),
      receipts: newestReceipts(db, actor),
    })
    .from(sql`(values (1)) as giving`);
  if (!giving) throw new Error("A statement without a condition answered no row.");
  return { ...giving, items: giving.items.map((gift) => ({ ...gift, at: new Date(gift.at).toISOString() })) };
}

function newestPledges(db: Db, actor: Actor) {
  const ownEmail = db.select({ email: users.email }).from(users).where(eq(users.id, actor.id));
  const { id, reference, amountCents, rhythm, status, createdAt } = pledges;
  const newest = db
    .select({
      reference: sql`${reference}`.as("reference"),
      amountCents: sql`${amountCents}`.as("amountCents"),
      rhythm: sql`${rhythm}`.as("rhythm"),
      status: sql`${status}`.as("status"),
      at: sql`${createdAt}`.as("at"),
    })
    .from(pledges)
    .where(inArray(pledges.email, ownEmail))
    .orderBy(desc(createdAt), desc(id))
    .limit(giftsShown)
    .as("newest");
  return sql<Gifts["items"]>`(select coalesce(json_agg(newest), '[]') from ${newest})`;
}

function newestReceipts(db: Db, actor: Actor) {
  const { id, displayNumber, amountCents, periodTo, issuedAt, status, erasedAt } = fiscalReceipts;
  const newest = db
    .select({
      id: sql`${id}`.as("id"),
      number: sql`${displayNumber}`.as("number"),
      amountCents: sql`${amountCents}`.as("amountCents"),
      periodTo: sql`${periodTo}`.as("periodTo"),
    })
    .from(fiscalReceipts)
    .where(and(ofAccount(actor.id), isNull(erasedAt), eq(status, "issued")))
    .orderBy(desc(periodTo), desc(issuedAt), desc(id))
    .limit(receiptsShown)
    .as("newest");
  return sql<Gifts["receipts"]>`(select coalesce(json_agg(newest), '[]') from ${newest})`;
}
