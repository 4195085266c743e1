import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { columnsContain, contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { rowsMatching } from "#backend/modules/articles/records";
import { articles } from "#backend/modules/articles/tables";
import { knownTo } from "#backend/modules/event-registrations/own-events";
import { events } from "#backend/modules/events/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { type FoundRecords, foundOfKind } from "#contract/charity/office-search";
import { pledgeReference } from "#contract/giving/payments";

/** The newest events, articles and gifts that match, in one statement; money is for administrators. */
export async function findRecords(db: Db, actor: Actor, q: string): Promise<FoundRecords> {
  const named = contains(events, q);
  if (!named) return { events: [], articles: [], pledges: [], payments: [] };
  const isAdministrator = actor.role === "ADMIN";
  const announced = isAdministrator ? undefined : and(eq(events.status, "published"), knownTo(db, actor));
  const foundEvents = db
    .select({ id: sql`${events.id}`.as("id"), title: sql`${events.title}`.as("title"), startsAt: sql`${events.startsAt}`.as("startsAt") })
    .from(events)
    .where(and(named, announced))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(foundOfKind);
  const foundArticles = db
    .select({ id: sql`${articles.id}`.as("id"), title: sql`${articles.title}`.as("title"), status: sql`${articles.status}`.as("status") })
    .from(articles)
    .where(rowsMatching(actor, { q }))
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(foundOfKind);
  const reference = pledgeReference(q);
  // Of a part, the index on all words of a pledge finds it, then its reference decides.
  const byReference = reference ? eq(pledges.reference, reference) : and(contains(pledges, q), columnsContain([pledges.reference], q));
  const foundPledges = db
    .select({
      id: sql`${pledges.id}`.as("id"),
      reference: sql`${pledges.reference}`.as("reference"),
      amountCents: sql`${pledges.amountCents}`.as("amountCents"),
      at: sql`${pledges.createdAt}`.as("at"),
    })
    .from(pledges)
    .where(byReference)
    .orderBy(desc(pledges.createdAt), desc(pledges.id))
    .limit(foundOfKind);
  const ofPledges = db.select({ id: pledges.id }).from(pledges).where(byReference);
  const foundPayments = db
    .select({
      id: sql`${payments.id}`.as("id"),
      reference: sql`${pledges.reference}`.as("reference"),
      signedCents: sql`${payments.signedCents}`.as("signedCents"),
      receivedOn: sql`${payments.receivedOn}`.as("receivedOn"),
    })
    .from(payments)
    .innerJoin(pledges, eq(pledges.id, payments.pledgeId))
    .where(inArray(payments.pledgeId, ofPledges))
    .orderBy(desc(payments.receivedOn), desc(payments.id))
    .limit(foundOfKind);
  const [row] = await db
    .select({
      events: rowsOf<FoundRecords["events"]>(foundEvents.getSQL()),
      articles: rowsOf<FoundRecords["articles"]>(foundArticles.getSQL()),
      pledges: isAdministrator ? rowsOf<FoundRecords["pledges"]>(foundPledges.getSQL()) : none,
      payments: isAdministrator ? rowsOf<FoundRecords["payments"]>(foundPayments.getSQL()) : none,
    })
    .from(sql`(values (1)) as found`);
  if (!row) throw new Error("A statement without a condition answered no row.");
  return {
    ...row,
    events: row.events.map((event) => ({ ...event, startsAt: new Date(event.startsAt).toISOString() })),
    pledges: row.pledges.map((pledge) => ({ ...pledge, at: new Date(pledge.at).toISOString() })),
  };
}

const none = sql<never[]>`'[]'::json`;
const rowsOf = <Rows>(query: SQL) => sql<Rows>`(select coalesce(json_agg(it), '[]') from (${query}) it)`;
