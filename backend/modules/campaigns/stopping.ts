import { and, eq, exists, inArray, isNull, like, lte, notExists, or, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices, pushMessages } from "#backend/modules/notices/tables";
import { endTask } from "#backend/modules/tasks/queries";
import { tasks } from "#backend/modules/tasks/tables";
import { Refusal } from "#backend/refusal";
import type { CampaignReason, CampaignState } from "#contract/accounts/campaigns";
import type { TaskState } from "#contract/accounts/tasks";
import { notifyOfFailure } from "./failures.ts";
import { visibleCampaigns } from "./records.ts";
import { ofCampaign, remainderOf } from "./results.ts";
import { campaigns } from "./tables.ts";

type Step = "stop" | "cancel" | "reopen";
const from: Record<Step, CampaignState> = { stop: "sending", cancel: "scheduled", reopen: "scheduled" };
const to = { stop: "stopped", cancel: "cancelled", reopen: "draft" } as const satisfies Record<Step, CampaignState>;

/**
 * Stops a campaign under way, or takes a scheduled one back. What has left has left; what waits is not sent. Whoever started it is notified, unless they do
 * it themselves: of the end of its task, or that nothing is sent.
 */
export async function moveCampaign(services: Services, actor: Actor, id: string, step: Step): Promise<CampaignState> {
  const { db, clock, taskKinds } = services;
  return db.transaction(async (tx) => {
    // Not a stronger lock: a chunk under way writes notices that refer to the row, and this waits for it.
    const [campaign] = await tx
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.id, id), visibleCampaigns(actor)))
      .for("no key update");
    if (!campaign) throw new Refusal("not_found");
    if (campaign.state !== from[step]) throw new Refusal("wrong_state");
    const now = clock();
    if (campaign.taskId) await endTask(tx, campaign.taskId, now, { actor, kinds: taskKinds });
    if (step === "stop") await withdraw(tx, id, now);
    else if (campaign.sentBy !== actor.id) await notifyOfFailure({ ...services, db: tx }, campaign, "sending_given_up", "takenBack");
    const back = { people: null, left: null, sentBy: null, finishedAt: null };
    await tx
      .update(campaigns)
      .set({
        ...(step === "reopen" ? back : { finishedAt: now }),
        ...(step === "stop" && (await remainderOf(tx, campaign))),
        ...{ state: to[step], version: campaign.version + 1, updatedBy: actor.id, updatedAt: now },
      })
      .where(eq(campaigns.id, id));
    await recordChange(tx, actor, {
      action: `campaign.${step}`,
      entityType: "campaign",
      entityId: id,
      before: { state: campaign.state },
      after: { state: to[step] },
    });
    return to[step];
  });
}

/** Ends the messages of a campaign that wait. One that is just being sent is left to whoever sends it. */
async function withdraw(tx: Db, id: string, now: Date) {
  const waiting = (channel: "email" | "push") => and(ofCampaign(id), eq(notices.channel, channel), eq(notices.state, "waiting"));
  const mails = tx.select({ id: notices.mailId }).from(notices).where(waiting("email"));
  const { status, claimedUntil } = outgoingMails;
  await tx
    .update(outgoingMails)
    .set({ status: "expired", lastError: "STOPPED", claimedUntil: null, updatedAt: now })
    .where(and(eq(status, "waiting"), or(isNull(claimedUntil), lte(claimedUntil, now)), inArray(outgoingMails.id, mails)));
  const pushed = tx.select({ id: notices.id }).from(notices).where(waiting("push"));
  const isFree = or(isNull(pushMessages.claimedUntil), lte(pushMessages.claimedUntil, now));
  await tx.delete(pushMessages).where(and(isFree, inArray(pushMessages.noticeId, pushed)));
  const left = tx.select({ one: sql`1` }).from(pushMessages).where(eq(pushMessages.noticeId, notices.id));
  await tx
    .update(notices)
    .set({ state: "expired", stateAt: now })
    .where(and(waiting("push"), notExists(left)));
}

/** How many campaigns a run ends. */
const atOnce = 20;
const hour = 3_600_000;
/** For how many hours after its end a campaign may still have mails that come back. */
const comesBack = 30 * 24;
const endedWithin = (now: Date, hours: number) =>
  sql`${campaigns.finishedAt} > ${new Date(now.getTime() - hours * hour).toISOString()}::timestamptz`;

/**
 * Ends campaigns whose task is over: those whose messages have all left or failed, and those whose task was stopped. What another process was
 * sending when one was stopped, and could not deliver, is withdrawn later. The sender of one that did not reach everybody is notified, also when a mail
 * comes back after its end.
 */
export async function endCampaigns(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const undelivered = db
    .select({ one: sql`1` })
    .from(notices)
    .where(and(eq(notices.campaignId, campaigns.id), eq(notices.state, "failed"), like(notices.dedupeKey, "campaign:%")));
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .leftJoin(tasks, eq(tasks.id, campaigns.taskId))
    .where(
      or(
        and(eq(campaigns.state, "sending"), or(isNull(tasks.id), sql`${tasks.state} not in ('waiting', 'running')`)),
        and(eq(campaigns.state, "stopped"), endedWithin(now, 1)),
        and(eq(campaigns.state, "sent"), endedWithin(now, comesBack), exists(undelivered)),
      ),
    )
    .limit(atOnce);
  for (const { id } of rows) await db.transaction((tx) => end({ ...services, db: tx }, id, now));
}

/** A task is deleted with the account of its owner, who sends nothing any more. */
function reasonOf(state: TaskState | undefined): CampaignReason | null {
  if (state === "stopped" || state === undefined) return "rights";
  return state === "failed" ? "fault" : null;
}

async function end(services: Services, id: string, now: Date) {
  const { db: tx } = services;
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for("no key update", { skipLocked: true });
  if (!row) return;
  if (row.state === "stopped") return withdraw(tx, id, now);
  if (row.state === "sent") return endAsFailed(services, row, now);
  const [task] = await tx
    .select()
    .from(tasks)
    .where(eq(tasks.id, row.taskId ?? ""));
  if (row.state !== "sending" || task?.state === "running" || task?.state === "waiting") return;
  const stopped = !task || task.state === "cancelled" || task.state === "stopped";
  if (stopped) await withdraw(tx, id, now);
  const found = await tx.selectDistinct({ state: notices.state }).from(notices).where(ofCampaign(id));
  if (!stopped && found.some((one) => one.state === "waiting")) return;
  // What expired was stopped, or its reader unsubscribed, paused it or logged out before it left.
  const undelivered = found.some((one) => one.state === "failed");
  const faulty = undelivered || (task?.failed ?? 0) > 0 || task?.state === "failed";
  const reason = reasonOf(task?.state);
  await tx
    .update(campaigns)
    .set({
      ...{ state: stopped ? "stopped" : faulty ? "partly_failed" : "sent", reason, finishedAt: now },
      ...{ version: row.version + 1, updatedAt: now, ...(await remainderOf(tx, row)) },
    })
    .where(eq(campaigns.id, id));
  // Stopped as a task, by its owner: as a campaign it has its row already.
  if (task?.state === "cancelled") {
    const by = { id: task.ownerId, requestId: task.requestId };
    const change = { before: { state: row.state }, after: { state: "stopped" } };
    await recordChange(tx, by, { action: "campaign.stop", entityType: "campaign", entityId: id, ...change });
  }
  // Whoever stopped one by hand knows it.
  if (reason || (faulty && !stopped)) await notifyOfFailure(services, row, "sending_incomplete", reason ?? "undelivered");
}

/** A mail of a campaign that was sent has come back. */
async function endAsFailed(services: Services, row: typeof campaigns.$inferSelect, now: Date) {
  const set = { state: "partly_failed" as const, version: row.version + 1, updatedAt: now };
  await services.db.update(campaigns).set(set).where(eq(campaigns.id, row.id));
  await notifyOfFailure(services, row, "sending_incomplete", "undelivered");
}
