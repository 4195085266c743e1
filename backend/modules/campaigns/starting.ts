import { and, asc, eq, lte, notInArray } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { findActor } from "#backend/identity/authentication";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { publishedAmong } from "#backend/modules/mails/attachments";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { startTask } from "#backend/modules/tasks/starting";
import { tasks } from "#backend/modules/tasks/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { redirectFor } from "#contract/accounts/access";
import {
  type Audience,
  type CampaignReason,
  type CampaignState,
  campaignsApi,
  confirmedAbove,
  sentWithinHours,
} from "#contract/accounts/campaigns";
import { countAudience, reachedBy, subscribersMeant } from "./audience.ts";
import { notifyOfFailure } from "./failures.ts";
import { guestsMeant } from "./guests.ts";
import { readCampaign, requireAttachments, requireTexts, type StoredCampaign, visibleCampaigns } from "./records.ts";
import { campaigns } from "./tables.ts";

type Start = { version: number; confirmed?: number };

/**
 * Sends a draft, or schedules it when its time is to come. The people are counted in the transaction that starts it: of many, the number that the
 * actor has read must be right.
 */
export async function startCampaign(services: Services, actor: Actor, id: string, { version, confirmed }: Start): Promise<CampaignState> {
  const { db, clock, limits } = services;
  await limits.take("campaignByPerson", actor.id);
  try {
    return await db.transaction(async (tx) => {
      const draft = await lockVersion(tx, campaigns, { id, version, allowed: visibleCampaigns(actor) }, (within) =>
        readCampaign({ ...services, db: within }, actor, id),
      );
      if (draft.state !== "draft") throw new Refusal("wrong_state");
      const now = clock();
      if (draft.scheduledAt && draft.scheduledAt <= now) throw fieldRefusal("at", "campaigns:error.past");
      requireTexts(draft);
      // The results of the first one say who has had it.
      if (await isFirstGone(tx, draft)) throw fieldRefusal("roles", "campaigns:error.othersGone");
      await requireAttachments(tx, draft.attachmentIds);
      const audience = await countAudience(tx, actor, draft, now);
      if (audience.tooMany) throw fieldRefusal("roles", "campaigns:error.tooMany");
      if (audience.people === 0) throw fieldRefusal("roles", "campaigns:error.nobody");
      if (audience.people > confirmedAbove && confirmed !== audience.people) throw otherNumber(audience.people);
      if (draft.scheduledAt) return schedule(tx, actor, draft, audience, now);
      return begin({ ...services, db: tx }, actor, draft, audience);
    });
  } catch (error) {
    // What was refused was not sent.
    if (error instanceof Refusal) await limits.uncount("campaignByPerson", actor.id);
    throw error;
  }
}

/** Whether a campaign goes to the others of one that is deleted: nobody knows any more who had it. */
const isFirstGone = async (db: Db, { othersOf }: Pick<StoredCampaign, "othersOf">) =>
  othersOf !== null && (await db.$count(campaigns, eq(campaigns.id, othersOf))) === 0;

const otherNumber = (people: number) => fieldRefusal("confirmed", `campaigns:error.confirm?people=${people}`);

async function schedule(tx: Db, actor: Actor, { id, version, scheduledAt }: StoredCampaign, { people, left }: Audience, now: Date) {
  await tx
    .update(campaigns)
    .set({ state: "scheduled", sentBy: actor.id, people, left, reason: null, version: version + 1, updatedBy: actor.id, updatedAt: now })
    .where(eq(campaigns.id, id));
  await recordChange(tx, actor, {
    action: "campaign.schedule",
    entityType: "campaign",
    entityId: id,
    before: { state: "draft" },
    after: { state: "scheduled", scheduledAt: scheduledAt?.toISOString(), people },
  });
  return "scheduled" as const;
}

/** Starts the task whose items are the people of now. */
async function begin(services: Services, actor: Actor, campaign: StoredCampaign, { people, left }: Audience) {
  const { db, clock } = services;
  const { id, version, channels, state } = campaign;
  const now = clock();
  const taskId = await startTask(
    services,
    actor,
    { endpoint: campaignsApi.start, body: { id }, logged: { parameters: channels.join(" ") } },
    [
      { table: users, key: users.id, where: reachedBy(db, actor, campaign, now), order: [] },
      { table: newsletterSubscribers, key: newsletterSubscribers.id, where: subscribersMeant(db, actor, campaign, now), order: [] },
      { table: eventRegistrations, key: eventRegistrations.id, where: guestsMeant(db, actor, campaign), order: [] },
    ],
  );
  const [task] = await db.select({ total: tasks.total }).from(tasks).where(eq(tasks.id, taskId));
  const total = task?.total ?? 0;
  // Somebody joined or left between the two statements.
  if (total !== people && total > confirmedAbove && state === "draft") throw otherNumber(total);
  await db
    .update(campaigns)
    .set({
      ...{ state: "sending", reason: null, sentBy: actor.id, taskId, startedAt: now, people: total, left },
      ...{ version: version + 1, updatedBy: actor.id, updatedAt: now },
    })
    .where(eq(campaigns.id, id));
  await recordChange(db, actor, {
    action: "campaign.send",
    entityType: "campaign",
    entityId: id,
    before: { state },
    after: { state: "sending", people: total, channels },
  });
  return "sending" as const;
}

/** How much more people than were confirmed a scheduled campaign may have, when its time has come. */
const mayGrowBy = 1.1;

/**
 * Starts scheduled campaigns whose time has come, each in a transaction that only one process gets. What nothing ran for is sent late, but not
 * hours later: then it is cancelled, says why, and its sender is notified.
 */
export async function startDueCampaigns(services: Services): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    let id = "";
    try {
      const found = await services.db.transaction(async (tx) => {
        const now = services.clock();
        const [due] = await tx
          .select()
          .from(campaigns)
          .where(
            and(
              eq(campaigns.state, "scheduled"),
              lte(campaigns.scheduledAt, now),
              failed.length > 0 ? notInArray(campaigns.id, failed) : undefined,
            ),
          )
          .orderBy(asc(campaigns.scheduledAt))
          .limit(1)
          .for("update", { skipLocked: true });
        if (!due) return false;
        id = due.id;
        await startDue({ ...services, db: tx }, due, now);
        return true;
      });
      if (!found) return;
    } catch (error) {
      if (!id) throw error;
      // Somebody with too many tasks under way waits until one is over.
      if (!(error instanceof Refusal)) services.log.error({ err: error, campaign: id }, "a scheduled campaign could not be started");
      failed.push(id);
    }
  }
}

async function startDue(services: Services, due: StoredCampaign, now: Date) {
  const { db } = services;
  const { id, scheduledAt, sentBy, people } = due;
  if (scheduledAt && now.getTime() - scheduledAt.getTime() > sentWithinHours * 3_600_000) return giveUp(services, due, "late", now);
  const found = sentBy && (await findActor(db, sentBy, now));
  if (!found || redirectFor(found, campaignsApi.start.access) !== null) return giveUp(services, due, "rights", now);
  const actor = { ...found, requestId: `campaign ${id}` };
  if ((await publishedAmong(db, due.attachmentIds)).length < due.attachmentIds.length) return giveUp(services, due, "attachment", now);
  if (await isFirstGone(db, due)) return giveUp(services, due, "nobody", now, "firstGone");
  const audience = await countAudience(db, actor, due, now);
  if (audience.people === 0) return giveUp(services, due, "nobody", now);
  if (audience.tooMany || (audience.people > confirmedAbove && audience.people > (people ?? 0) * mayGrowBy))
    return giveUp(services, due, "grown", now);
  await begin(services, actor, due, audience);
}

/** `written`: the reason that its sender reads, where the stored one says less. */
async function giveUp(
  services: Services,
  campaign: StoredCampaign,
  reason: CampaignReason,
  now: Date,
  written: CampaignReason | "firstGone" = reason,
) {
  const { db: tx } = services;
  const { id, version } = campaign;
  await tx
    .update(campaigns)
    .set({ state: "cancelled", reason, finishedAt: now, version: version + 1, updatedAt: now })
    .where(eq(campaigns.id, id));
  await recordChange(tx, null, {
    action: "campaign.cancel",
    entityType: "campaign",
    entityId: id,
    before: { state: "scheduled" },
    after: { state: "cancelled", why: reason },
  });
  await notifyOfFailure(services, campaign, "sending_given_up", written);
}
