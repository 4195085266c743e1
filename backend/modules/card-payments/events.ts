import { and, asc, eq, inArray, lt, lte, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { onMachineCall } from "#backend/http/machine-calls";
import type { Services } from "#backend/http/services";
import { PaymentFailure, type PaymentProvider } from "#backend/ports/payment-provider";
import { Refusal } from "#backend/refusal";
import {
  cardPaymentsApi,
  type ProviderEvent,
  type ProviderEventResult,
  type ProviderEventRow,
  type ProviderEventsQuery,
} from "#contract/giving/card-payments";
import { noteEventFailed } from "./mailing.ts";
import { recordFromProvider } from "./recording.ts";
import { syncSubscription } from "./subscribing.ts";
import { providerEvents } from "./tables.ts";

export const eventJob = "card-events";

type Deps = Pick<Services, "db" | "clock">;
type Event = typeof providerEvents.$inferSelect;

const minute = 60_000;
/** While a process handles an event, no other one does; after this time it has died. */
const heldFor = 10 * minute;
/** Tries of an event. The last is seventeen hours after the first; then it waits for somebody to replay it. */
const maxTries = 11;
const atOnce = 20;
/** Longer than anybody asks what an event did. */
const daysStored = 400;

/** Where the provider reports events. It does not exist without a secret. */
export const eventWebhook = ({ settings, paymentProvider }: Pick<Services, "settings" | "paymentProvider">) =>
  onMachineCall(cardPaymentsApi.webhook, {
    limit: "providerEventByNetwork",
    secrets: paymentProvider ? (settings.stripe?.webhookSecrets ?? []) : [],
    signatureHeader: "stripe-signature",
    handle: async ({ body, ...services }) => {
      if (await storeEvent(services, body)) services.wake(eventJob);
    },
  });

/** Stores an event to handle it afterwards, so that the provider has its answer at once. False when it is known. */
export async function storeEvent({ db, clock }: Deps, { id, type, livemode, data: { object } }: ProviderEvent): Promise<boolean> {
  const now = clock();
  const row = { event: id, type, objectId: object.id, live: livemode, nextTryAt: now, createdAt: now, updatedAt: now };
  const stored = await db.insert(providerEvents).values(row).onConflictDoNothing({ target: providerEvents.event }).returning();
  return stored.length > 0;
}

type Handling = Deps & Pick<Services, "settings" | "translate" | "wakeMail" | "log">;

/** Handles what is due; says whether there is more. */
export async function handleEvents(services: Handling, provider: PaymentProvider | null): Promise<{ more: boolean }> {
  if (!provider) return { more: false };
  const due = await takeDue(services);
  for (const event of due) await handle(services, provider, event);
  return { more: due.length === atOnce };
}

/** The events that are due, held by this process. */
async function takeDue({ db, clock }: Deps): Promise<Event[]> {
  const now = clock();
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: providerEvents.id })
      .from(providerEvents)
      .where(lte(providerEvents.nextTryAt, now))
      .orderBy(asc(providerEvents.nextTryAt))
      .limit(atOnce)
      .for("update", { skipLocked: true });
    if (due.length === 0) return [];
    return tx
      .update(providerEvents)
      .set({ tries: sql`${providerEvents.tries} + 1`, nextTryAt: new Date(now.getTime() + heldFor), updatedAt: now })
      .where(
        inArray(
          providerEvents.id,
          due.map(({ id }) => id),
        ),
      )
      .returning();
  });
}

async function handle(services: Handling, provider: PaymentProvider, event: Event) {
  try {
    const result = await resultOf(services, provider, event);
    await close(services, event, { state: "handled", result, reason: null, nextTryAt: null, handledAt: services.clock() });
  } catch (error) {
    const reason = error instanceof PaymentFailure ? error.reason : "EUNEXPECTED";
    services.log.error({ err: error, event: event.event, type: event.type }, "event of the payment provider failed");
    const nextTryAt = nextTry(event.tries, services.clock());
    await close(services, event, { state: "failed", reason, nextTryAt });
    if (!nextTryAt) await noteEventFailed(services);
  }
}

/** After one minute, then always twice as long; none after the last. */
const nextTry = (tries: number, now: Date) => (tries >= maxTries ? null : new Date(now.getTime() + 2 ** (tries - 1) * minute));

/** Only the process that holds the event closes it: one that was taken over meanwhile stays as it is. */
async function close({ db, clock }: Deps, { id, tries }: Event, values: Partial<Event>) {
  await db
    .update(providerEvents)
    .set({ ...values, updatedAt: clock() })
    .where(and(eq(providerEvents.id, id), eq(providerEvents.tries, tries)));
}

/** Events come in any order: each only says which payment or monthly gift to read again. Types that change no payment are `unchanged`. */
async function resultOf(services: Handling, provider: PaymentProvider, { live, type, objectId }: Event): Promise<ProviderEventResult> {
  if (live !== provider.live) return "other_mode";
  if (!/^(checkout\.session|payment_intent|charge|refund|invoice|customer\.subscription)\./.test(type)) return "unchanged";
  const subscriptionId = await provider.subscriptions.of(objectId);
  const synced = subscriptionId && (await syncSubscription(services, provider, subscriptionId));
  const paymentId = await provider.paymentOf(objectId);
  const paid = paymentId && (await recordFromProvider(services, provider, paymentId));
  if (synced === "recorded") return synced;
  return paid || synced || "waiting";
}

/** Handles an event that failed once more, now. */
export async function replayEvent(services: Deps & Pick<Services, "wake">, actor: Actor, id: string) {
  const { db, clock, wake } = services;
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(providerEvents).where(eq(providerEvents.id, id)).for("update");
    if (!before) throw new Refusal("not_found");
    if (before.state !== "failed") throw new Refusal("wrong_state");
    const now = clock();
    await tx.update(providerEvents).set({ state: "received", tries: 0, nextTryAt: now, updatedAt: now }).where(eq(providerEvents.id, id));
    const states = { before: { state: before.state }, after: { state: "received" } };
    await recordChange(tx, actor, { action: "card_event.replay", entityType: "card_event", entityId: id, ...states });
  });
  wake(eventJob);
}

export function listEvents(db: Db, query: ProviderEventsQuery) {
  const where = and(contains(providerEvents, query.q), query.state && eq(providerEvents.state, query.state));
  return pageOfRows(db, providerEvents, query, { where, sorts: { receivedAt: providerEvents.createdAt } }, async (found, order) => {
    const rows = await db
      .select({ event: providerEvents })
      .from(providerEvents)
      .innerJoin(found, eq(found.id, providerEvents.id))
      .orderBy(...order);
    return rows.map(({ event }) => shown(event));
  });
}

const shown = ({ createdAt, nextTryAt, ...event }: Event): ProviderEventRow => ({
  ...event,
  receivedAt: createdAt.toISOString(),
  nextTryAt: nextTryAt?.toISOString() ?? null,
});

export async function purgeEvents(db: Db, now: Date) {
  await db.delete(providerEvents).where(lt(providerEvents.createdAt, new Date(now.getTime() - daysStored * 86_400_000)));
}
