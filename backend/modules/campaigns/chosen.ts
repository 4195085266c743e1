import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { addressedBy } from "#backend/identity/account-scope";
import { peopleMatching, visibleTo } from "#backend/modules/people/filters";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { maxChosen } from "#contract/accounts/campaign-drafts";
import { type ChosenPeople, type ChosenPerson, chosenPage } from "#contract/accounts/campaign-people";
import { PeopleQuery } from "#contract/accounts/people";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { franceDay } from "#contract/formats/france-time";
import { meantBy, reachOf } from "./audience.ts";
import { requireCampaign, visibleCampaigns } from "./records.ts";
import { accountPage } from "./results.ts";
import { campaignPeople, campaigns } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

/** Opens a draft to the people who were selected in a list, among those whom the actor sees there and may write to. */
export async function writeToChosen({ db, clock }: Deps, actor: Actor, { list, selection, dryRun }: ChosenPeople) {
  const now = clock();
  const query = PeopleQuery.parse("ids" in selection ? {} : selection.query);
  const inList = peopleMatching(db, actor, list, query, { now, today: franceDay(now) });
  const selected = "ids" in selection ? and(inList, inArray(users.id, selection.ids)) : inList;
  const chosen = and(selected, addressedBy(actor));
  const [all, count] = [await db.$count(users, selected), await db.$count(users, chosen)];
  const counted = { count, left: all - count, names: dryRun ? await firstNames(db, chosen) : [], id: null };
  if (dryRun) return counted;
  if (count === 0) throw fieldRefusal("selection", "campaigns:error.nobodyChosen");
  if (count > maxChosen) throw fieldRefusal("selection", "campaigns:error.tooManyChosen");
  return { ...counted, id: await openDraft(db, actor, chosen, now) };
}

async function firstNames(db: Db, where: SQL | undefined): Promise<string[]> {
  const { firstName, lastName, id } = users;
  const rows = await db
    .select({ name: fullName(users) })
    .from(users)
    .where(where)
    .orderBy(lastName, firstName, id)
    .limit(maxPreviewedNames);
  return rows.map(({ name }) => name);
}

/** A draft has no texts at first, and is not sent before they are written. */
function openDraft(db: Db, actor: Actor, chosen: SQL | undefined, now: Date): Promise<string> {
  const empty = { fr: "" };
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(campaigns)
      .values({
        ...{ topic: "association", channels: ["inbox", "email"], chosen: true, roles: [], sectorIds: [] },
        ...{ title: empty, sentence: empty, body: empty, label: empty },
        ...{ createdBy: actor.id, updatedBy: actor.id, createdAt: now, updatedAt: now },
      })
      .returning({ id: campaigns.id });
    if (!row) throw new Refusal("unexpected");
    const { rows: added } = await tx.execute(sql`insert into ${campaignPeople} (campaign_id, user_id)
      select ${row.id}::uuid, ${users.id} from ${users} where ${chosen ?? sql`true`} limit ${maxChosen} returning 1`);
    const after = { people: added.length };
    await recordChange(tx, actor, { action: "campaign.create", entityType: "campaign", entityId: row.id, after });
    return row.id;
  });
}

/** Those who were chosen for a campaign, by name, each with why they would get nothing now. */
export async function chosenOf(db: Db, actor: Actor, id: string, { page }: { page: number }, now: Date) {
  const campaign = await requireCampaign(db, actor, id);
  const { reason } = reachOf(db, campaign, now);
  const meant = meantBy(db, actor, campaign, now);
  const rows = await db
    .select({
      id: users.id,
      name: sql<string | null>`case when ${visibleTo(actor) ?? sql`true`} then ${fullName(users)} end`,
      reason: sql<ChosenPerson["reason"]>`case when ${meant} then ${reason} else 'changed' end`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(campaignPeople)
    .innerJoin(users, eq(users.id, campaignPeople.userId))
    .where(eq(campaignPeople.campaignId, id))
    .orderBy(users.lastName, users.firstName, users.id)
    .limit(chosenPage)
    .offset((page - 1) * chosenPage);
  const items = rows.map(({ total: _, ...row }) => ({ ...row, path: row.name === null ? null : accountPage(row.id) }));
  return { state: campaign.state, items, total: rows[0]?.total ?? 0 };
}

/** Takes somebody out of a draft. */
export async function removeChosen({ db, clock }: Deps, actor: Actor, { id, person }: { id: string; person: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const [campaign] = await tx
      .select({ state: campaigns.state, version: campaigns.version })
      .from(campaigns)
      .where(and(eq(campaigns.id, id), visibleCampaigns(actor)))
      .for("update");
    if (!campaign) throw new Refusal("not_found");
    if (campaign.state !== "draft") throw new Refusal("wrong_state");
    const { campaignId, userId } = campaignPeople;
    const before = await tx.$count(campaignPeople, eq(campaignId, id));
    const gone = await tx
      .delete(campaignPeople)
      .where(and(eq(campaignId, id), eq(userId, person)))
      .returning({ userId });
    if (gone.length === 0) return;
    await tx
      .update(campaigns)
      .set({ version: campaign.version + 1, updatedBy: actor.id, updatedAt: clock() })
      .where(eq(campaigns.id, id));
    await recordChange(tx, actor, {
      action: "campaign.edit",
      entityType: "campaign",
      entityId: id,
      before: { people: before },
      after: { people: before - 1 },
    });
  });
}
