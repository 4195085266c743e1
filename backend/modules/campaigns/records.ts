import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sectorsAddressedBy } from "#backend/identity/account-scope";
import { documents } from "#backend/modules/documents/tables";
import { publishedAmong, publishedDocuments } from "#backend/modules/mails/attachments";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { AudienceFields, CampaignDraft, CampaignEdit } from "#contract/accounts/campaign-drafts";
import { maxAttachedBytes } from "#contract/accounts/campaign-drafts";
import { type CampaignQuery, type CampaignRecord, type CampaignRow, hasOthers, type PublishedDocument } from "#contract/accounts/campaigns";
import { instantInFrance } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { writesToSubscribers } from "./audience.ts";
import { viewOf } from "./choices.ts";
import { columnsOfEvent } from "./event-readers.ts";
import { campaignPeople, campaigns } from "./tables.ts";
import { eventOf } from "./variables.ts";

export type StoredCampaign = typeof campaigns.$inferSelect;
type Deps = Pick<Services, "db" | "clock" | "push">;

/** Administrators see all campaigns, coordinators those that they have made, none of which is about an event. */
export const visibleCampaigns = (actor: Actor): SQL | undefined =>
  actor.role === "ADMIN" ? undefined : and(eq(campaigns.createdBy, actor.id), isNull(campaigns.eventId));

const createdBy = alias(users, "created_by");
const updatedBy = alias(users, "updated_by");
const first = alias(campaigns, "first");

export function listCampaigns(db: Db, actor: Actor, locale: Locale, query: CampaignQuery) {
  const where = and(
    visibleCampaigns(actor),
    contains(campaigns, query.q),
    query.state && eq(campaigns.state, query.state),
    query.topic && eq(campaigns.topic, query.topic),
    query.eventId ? eq(campaigns.eventId, query.eventId) : undefined,
  );
  const sorts = {
    updatedAt: campaigns.updatedAt,
    at: sql`coalesce(${campaigns.startedAt}, ${campaigns.scheduledAt})`,
    people: campaigns.people,
  };
  return pageOfRows(db, campaigns, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select({ campaign: campaigns, updatedBy: fullName(updatedBy) })
      .from(campaigns)
      .innerJoin(updatedBy, eq(updatedBy.id, campaigns.updatedBy))
      .innerJoin(found, eq(found.id, campaigns.id))
      .orderBy(...order);
    return rows.map(({ campaign, updatedBy }): CampaignRow => {
      const { title, startedAt, scheduledAt, updatedAt, ...row } = campaign;
      const at = startedAt ?? scheduledAt;
      return { ...row, title: readIn(locale, title).text, at: at?.toISOString() ?? null, updatedBy, updatedAt: updatedAt.toISOString() };
    });
  });
}

/** A campaign that the actor may see. */
export async function requireCampaign(db: Db, actor: Actor, id: string): Promise<StoredCampaign> {
  const [row] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), visibleCampaigns(actor)));
  if (!row) throw new Refusal("not_found");
  return row;
}

export async function readCampaign(
  services: Pick<Services, "db" | "translate">,
  actor: Actor,
  id: string,
): Promise<CampaignRecord & { taskId: string | null }> {
  const { db } = services;
  const names = sql<string[]>`array(select ${sectors.name} from ${sectors} where ${sectors.id} = any(${campaigns.sectorIds}) order by 1)`;
  const published = publishedDocuments(db, sql`${documents.id} = any(${campaigns.attachmentIds})`);
  const attached = sql<PublishedDocument[]>`(select coalesce(json_agg(published), '[]') from ${published})`;
  const listed = sql<number>`(select count(*)::int from ${campaignPeople} where ${campaignPeople.campaignId} = ${campaigns.id})`;
  const [row] = await db
    .select({
      ...{ campaign: campaigns, createdBy: fullName(createdBy), updatedBy: fullName(updatedBy), sectors: names, attached, listed },
      firstTitle: first.title,
    })
    .from(campaigns)
    .innerJoin(createdBy, eq(createdBy.id, campaigns.createdBy))
    .innerJoin(updatedBy, eq(updatedBy.id, campaigns.updatedBy))
    .leftJoin(first, eq(first.id, campaigns.othersOf))
    .where(and(eq(campaigns.id, id), visibleCampaigns(actor)));
  if (!row) throw new Refusal("not_found");
  const { campaign, attached: found, listed: chosen, firstTitle, ...others } = row;
  const written = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    ...campaign,
    ...others,
    chosen: campaign.chosen ? chosen : null,
    others: campaign.othersOf ? { id: campaign.othersOf, title: firstTitle } : null,
    event: await eventOf(services, campaign, actor),
    attachments: campaign.attachmentIds.flatMap((one) => found.find((document) => document.id === one) ?? []),
    scheduledAt: written(campaign.scheduledAt),
    startedAt: written(campaign.startedAt),
    finishedAt: written(campaign.finishedAt),
    updatedAt: campaign.updatedAt.toISOString(),
  };
}

/** Refuses a draft without its texts: one to people who were chosen in a list has none at first. */
export function requireTexts({ title, sentence, body, channels }: Pick<StoredCampaign, "title" | "sentence" | "body" | "channels">): void {
  if (!title.fr) throw fieldRefusal("title.fr", "campaigns:error.title");
  if (!sentence.fr) throw fieldRefusal("sentence.fr", "campaigns:error.sentence");
  if (channels.includes("email") && !body.fr) throw fieldRefusal("body.fr", "campaigns:error.body");
}

/** Refuses attachments that are not published, named twice, or too large together. */
export async function requireAttachments(db: Db, ids: readonly string[]): Promise<void> {
  if (new Set(ids).size < ids.length) throw fieldRefusal("attachmentIds", "campaigns:error.attachmentTwice");
  const found = await publishedAmong(db, ids);
  if (found.length < ids.length) throw fieldRefusal("attachmentIds", "campaigns:error.attachment");
  const bytes = found.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes > maxAttachedBytes) throw fieldRefusal("attachmentIds", "campaigns:error.attachedBytes");
}

/** The columns of what a form says, checked against what the actor may address. */
async function columnsOf({ db, clock, push }: Deps, actor: Actor, draft: CampaignDraft, before?: StoredCampaign) {
  const { viewId, when, at, path, ...fields } = draft;
  const ofEvent = await columnsOfEvent(db, actor, draft);
  const allowed = sectorsAddressedBy(actor);
  if (fields.subscribers && !writesToSubscribers(actor)) throw fieldRefusal("subscribers", "campaigns:error.noSubscribers");
  if (allowed && fields.sectorIds.some((id) => !allowed.includes(id))) throw fieldRefusal("sectorIds", "campaigns:error.sector");
  const count = fields.sectorIds.length;
  if (count > 0 && (await db.$count(sectors, inArray(sectors.id, fields.sectorIds))) < count)
    throw fieldRefusal("sectorIds", "campaigns:error.sector");
  if (fields.channels.includes("push") && !push.sender) throw fieldRefusal("channels", "campaigns:error.noPush");
  await requireAttachments(db, fields.attachmentIds);
  const scheduledAt = when === "later" && at ? instantInFrance(at) : null;
  if (scheduledAt && scheduledAt <= clock()) throw fieldRefusal("at", "campaigns:error.past");
  const common = { ...fields, path: path ?? null, scheduledAt };
  if (fields.chosen && !ofEvent.eventId) {
    if (!before?.chosen) throw fieldRefusal("roles", "campaigns:error.roles");
    return { ...common, ...ofEvent, roles: [], sectorIds: [], subscribers: false, view: null };
  }
  const view = ofEvent.eventId ? null : await viewOf(db, actor, viewId, before);
  return { ...common, view, ...ofEvent };
}

/** The audience of fields that are not saved. Those of a draft may have its view, even when that is gone or another person's. */
export async function audienceOf(db: Db, actor: Actor, { id, viewId, eventId, ...fields }: AudienceFields) {
  const before = id ? await requireCampaign(db, actor, id) : undefined;
  return {
    id: before?.id,
    othersOf: before?.othersOf ?? null,
    eventId: eventId ?? null,
    ...fields,
    view: await viewOf(db, actor, viewId, before),
  };
}

export async function createCampaign(services: Services, actor: Actor, draft: CampaignDraft): Promise<{ id: string }> {
  const { db, clock } = services;
  const columns = await columnsOf(services, actor, draft);
  const now = clock();
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(campaigns)
      .values({ ...columns, createdBy: actor.id, updatedBy: actor.id, createdAt: now, updatedAt: now })
      .returning({ id: campaigns.id });
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, actor, { action: "campaign.create", entityType: "campaign", entityId: row.id, after: { title: draft.title } });
    return row;
  });
}

type Logged = Pick<CampaignRecord, "title" | "roles" | "subscribers" | "sectorIds" | "topic" | "eventStatuses">;
const loggedOf = ({ title, roles, subscribers, sectorIds, topic, eventStatuses }: Logged) => ({
  ...{ title, roles, subscribers, sectorIds, topic, eventStatuses },
});

export async function editCampaign(
  services: Services,
  actor: Actor,
  id: string,
  { version, ...draft }: CampaignEdit,
): Promise<{ id: string }> {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    const before = await lockVersion(tx, campaigns, { id, version, allowed: visibleCampaigns(actor) }, (within) =>
      readCampaign({ ...services, db: within }, actor, id),
    );
    if (before.state !== "draft") throw new Refusal("wrong_state");
    const columns = await columnsOf({ ...services, db: tx }, actor, draft, before);
    await tx
      .update(campaigns)
      .set({ ...columns, version: version + 1, updatedBy: actor.id, updatedAt: clock() })
      .where(eq(campaigns.id, id));
    await recordChange(tx, actor, {
      action: "campaign.edit",
      entityType: "campaign",
      entityId: id,
      before: loggedOf(before),
      after: loggedOf(draft),
    });
    return { id };
  });
}

export async function removeCampaign({ db }: Services, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .delete(campaigns)
      .where(and(eq(campaigns.id, id), visibleCampaigns(actor), eq(campaigns.state, "draft")))
      .returning();
    if (!row) {
      await requireCampaign(tx, actor, id);
      throw new Refusal("wrong_state");
    }
    await recordChange(tx, actor, { action: "campaign.remove", entityType: "campaign", entityId: id, before: { title: row.title } });
  });
}

/**
 * A new draft with the same texts and audience. A copy of one that goes to the others of a campaign does so too, unless it was sent: then its texts are
 * used for something new.
 */
export async function copyCampaign(services: Services, actor: Actor, id: string): Promise<{ id: string }> {
  const copied = await requireCampaign(services.db, actor, id);
  return addCopy(services, actor, copied, copied.state === "sent" ? null : copied.othersOf);
}

/** The same of one that did not reach everybody, without the people who have had it. */
export async function writeToOthers(services: Services, actor: Actor, id: string): Promise<{ id: string }> {
  const copied = await requireCampaign(services.db, actor, id);
  if (!hasOthers(copied)) throw new Refusal("wrong_state");
  return addCopy(services, actor, copied, copied.othersOf ?? id);
}

async function addCopy({ db, clock }: Services, actor: Actor, copied: StoredCampaign, othersOf: string | null) {
  const { title, sentence, body, label, path, topic, roles, subscribers, sectorIds, view, channels, attachmentIds } = copied;
  const { id, chosen, eventId, eventStatuses, quotaIds } = copied;
  const own = { createdBy: actor.id, updatedBy: actor.id, createdAt: clock(), updatedAt: clock() };
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(campaigns)
      .values({
        ...{ title, sentence, body, label, path, topic, roles, subscribers, sectorIds, view, channels, attachmentIds },
        ...{ chosen, eventId, eventStatuses, quotaIds, othersOf, ...own },
      })
      .returning({ id: campaigns.id });
    if (!row) throw new Refusal("unexpected");
    if (chosen) await copyChosen(tx, id, row.id);
    await recordChange(tx, actor, { action: "campaign.create", entityType: "campaign", entityId: row.id, after: { title } });
    return row;
  });
}

const copyChosen = (tx: Db, from: string, to: string) =>
  tx.execute(sql`insert into ${campaignPeople} (campaign_id, user_id)
    select ${to}::uuid, ${campaignPeople.userId} from ${campaignPeople} where ${campaignPeople.campaignId} = ${from}`);
