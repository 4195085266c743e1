import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { addressedBy, sectorsAddressedBy } from "#backend/identity/account-scope";
import { publishedDocuments } from "#backend/modules/mails/attachments";
import { isSubscribed } from "#backend/modules/mails/subscribers";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { savedViews } from "#backend/modules/saved-views/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { CampaignView, PublishedDocument } from "#contract/accounts/campaigns";
import { type PeopleList, peopleLists } from "#contract/accounts/people";
import { type Role, roles } from "#contract/accounts/roles";
import { writesToSubscribers } from "./audience.ts";
import type { campaigns } from "./tables.ts";

/** The view that was chosen, as it is now; one that is gone since stays as it was. */
export async function viewOf(
  db: Db,
  actor: Actor,
  id: string | null | undefined,
  before?: Pick<typeof campaigns.$inferSelect, "view">,
): Promise<CampaignView | null> {
  if (!id) return null;
  const view = (await viewsFor(db, actor, eq(savedViews.id, id)))[0];
  if (!view && before?.view?.id === id) return before.view;
  if (!view) throw fieldRefusal("viewId", "campaigns:error.view");
  return view;
}

const pathOfList = (list: PeopleList) => `/dashboard/admin/users/${list}`;

async function viewsFor(db: Db, actor: Actor, where?: SQL): Promise<CampaignView[]> {
  const own = sql`(${savedViews.ownerId} = ${actor.id} or ${savedViews.sharedWith} = ${actor.role})`;
  const { id, name, list, query } = savedViews;
  const rows = await db
    .select({ id, name, list, query })
    .from(savedViews)
    .where(and(inArray(list, peopleLists.map(pathOfList)), own, where))
    .orderBy(asc(name))
    .limit(100);
  return rows.flatMap((row) => {
    const named = peopleLists.find((one) => pathOfList(one) === row.list);
    return named ? [{ ...row, list: named }] : [];
  });
}

type Count = { role: Role; people: number };

/** What the form offers. */
export async function choicesFor({ db, push }: Pick<Services, "db" | "push">, actor: Actor, { about }: { about?: "event" }) {
  const allowed = sectorsAddressedBy(actor);
  const counted = db
    .select({ role: users.role, people: sql<number>`count(*)`.as("people") })
    .from(users)
    .where(and(eq(users.accountState, "validated"), addressedBy(actor)))
    .groupBy(users.role)
    .as("counted");
  const named = db
    .select({ id: sectors.id, name: sectors.name })
    .from(sectors)
    .where(and(eq(sectors.status, "published"), allowed ? inArray(sectors.id, allowed) : undefined))
    .orderBy(asc(sectors.name))
    .limit(200)
    .as("named");
  type Found = { counts: Count[]; offeredSectors: { id: string; name: string }[]; documents: PublishedDocument[]; subscribers: number };
  const { rows } = await db.execute<Found>(sql`select
    (select coalesce(json_agg(published), '[]') from ${publishedDocuments(db)}) as documents,
    (select count(*)::int from ${newsletterSubscribers} where ${isSubscribed()}) as subscribers,
    (select coalesce(json_agg(counted), '[]') from ${counted}) as counts, (select coalesce(json_agg(named), '[]') from ${named}) as "offeredSectors"`);
  const { counts = [], offeredSectors = [], documents: offeredDocuments = [], subscribers = 0 } = rows[0] ?? {};
  const offered: readonly Role[] = allowed ? ["VOLUNTEER", "BENEFICIARY"] : roles;
  return {
    roles: offered.map((role) => ({ role, people: counts.find((one) => one.role === role)?.people ?? 0 })),
    sectors: offeredSectors,
    views: about ? [] : await viewsFor(db, actor),
    documents: offeredDocuments,
    push: push.sender !== null,
    subscribers: writesToSubscribers(actor) ? subscribers : null,
  };
}
