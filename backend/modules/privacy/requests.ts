import { and, desc, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { referenceNumber } from "#backend/db/reference-numbers";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import { heldOrNamed } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import { dayMonthsLater, franceDay, franceWallTime, instantInFrance, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import {
  type DataRequest,
  mayCopyForOthers,
  type OnBehalf,
  type PrivacyQuery,
  type PrivacyRecord,
  type PrivacyRow,
  type PublicDataRequest,
  type ReceivedRequest,
  type RequestAnswer,
  type RequestKind,
} from "#contract/law/privacy";
import { answerByEmail, languageOf, whatIsHeld } from "./by-email.ts";
import { erasePeople, lockForErasure } from "./erasure.ts";
import { dataRequests } from "./tables.ts";

type Row = typeof dataRequests.$inferSelect;

/** The legal deadline: the same day of the next month in France, or the last one where that month is shorter. */
function dueAfter(now: Date): Date {
  const [day = "", time = ""] = franceWallTime(now).split("T");
  return instantInFrance(`${dayMonthsLater(day, 1)}T${time}`) ?? now;
}

const waiting = ["open", "running"] as const;
const numberOf = ({ number }: Pick<Row, "number">) => referenceNumber("D", number);

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

export function shown(row: Row): DataRequest {
  const { id, kind, status, reason, stepsDone, steps, archiveBytes, requestedBy } = row;
  const times = { receivedAt: row.receivedAt.toISOString(), dueAt: row.dueAt.toISOString(), answeredAt: iso(row.answeredAt) };
  return {
    id,
    number: numberOf(row),
    kind,
    status,
    reason,
    stepsDone,
    steps,
    archiveBytes,
    onBehalf: requestedBy !== null,
    ...times,
    archiveExpiresAt: row.archiveKey && iso(row.archiveExpiresAt),
  };
}

export async function ownRequests(db: Db, userId: string): Promise<DataRequest[]> {
  const rows = await db.select().from(dataRequests).where(eq(dataRequests.userId, userId)).orderBy(desc(dataRequests.receivedAt)).limit(50);
  return rows.map(shown);
}

type NewRequest = { kind: RequestKind; message?: string };

/** A request of someone logged in, whose identity is known: a copy is begun at once, the rest waits for staff. The same request is not open twice. */
export async function requestData(services: Services, actor: Actor, { kind, message }: NewRequest): Promise<DataRequest> {
  const { db, clock, limits } = services;
  await limits.take("dataRequestByAccount", actor.id);
  const now = clock();
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
    const same = and(eq(dataRequests.userId, actor.id), eq(dataRequests.kind, kind), inArray(dataRequests.status, waiting));
    const [known] = await tx.select().from(dataRequests).where(same);
    if (known) return shown(known);
    const status = kind === "access" ? "running" : "open";
    const [row] = await tx
      .insert(dataRequests)
      .values({ userId: actor.id, kind, message, status, receivedAt: now, dueAt: dueAfter(now) })
      .returning();
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, actor, { action: "data_request.create", entityType: "data_request", entityId: row.id, after: { kind } });
    if (kind !== "access") await confirmReceipt({ ...services, db: tx }, actor, row);
    return shown(row);
  });
}

/**
 * A request that someone sent by letter, entered by staff: a copy is begun, an erasure is done at once. The reason says
 * where it comes from (the letter and its date) and stays in the log. Administrators must first give up their role.
 */
export async function requestOnBehalf(
  services: Services,
  actor: Actor,
  userId: string,
  { kind, reason, sure }: OnBehalf,
): Promise<DataRequest> {
  if (kind === "erase" && !sure) throw fieldRefusal("sure", "privacy:onBehalf.sureNeeded");
  if (userId === actor.id) throw new Refusal("own_account");
  if (kind === "access" && !mayCopyForOthers(actor)) throw new Refusal("forbidden");
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    if (kind === "erase") await lockForErasure({ ...services, db: tx }, [userId]);
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
    if (!person) throw new Refusal("not_found");
    const running = and(eq(dataRequests.userId, userId), eq(dataRequests.kind, kind), eq(dataRequests.status, "running"));
    const [known] = await tx
      .select()
      .from(dataRequests)
      .where(and(running, isNotNull(dataRequests.requestedBy)));
    if (known) return shown(known);
    const values = { userId, kind, requestedBy: actor.id, status: "running", receivedAt: now, dueAt: dueAfter(now) } as const;
    const [row] = await tx.insert(dataRequests).values(values).returning();
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, actor, {
      action: "data_request.on_behalf",
      entityType: "data_request",
      entityId: row.id,
      after: { kind },
      reason,
    });
    if (kind === "access") return shown(row);
    await eraseFor({ ...services, db: tx }, actor, row, now);
    return getRequest({ ...services, db: tx }, row.id, now);
  });
}

export async function requestsOf(db: Db, userId: string): Promise<DataRequest[]> {
  const requests = await ownRequests(db, userId);
  if (requests.length === 0 && (await db.$count(users, eq(users.id, userId))) === 0) throw new Refusal("not_found");
  return requests;
}

function confirmReceipt(services: Services, { id: userId, locale }: Actor, row: Row) {
  return queueMail(services, userId, "data_request_received", confirmed(row, locale), `request ${row.id}`);
}

/** The values of the mail about a received request. */
function confirmed(row: Row, locale: Locale) {
  const day = (instant: Date) => writtenDay(locale, franceDay(instant));
  return { number: numberOf(row), receivedDate: day(row.receivedAt), dueDate: day(row.dueAt) };
}

/**
 * A request by e-mail address only. The response does not reveal whether it is known: staff verify the identity. The same
 * request is not open twice, by a unique index: sending it again leads to the first one.
 */
export async function requestWithoutAccount(
  services: Services,
  { email, kind, message }: PublicDataRequest,
  { network, locale }: { network: string; locale: Locale },
): Promise<{ id: string }> {
  const { db, clock, limits } = services;
  await limits.take("dataRequestByNetwork", network);
  const same = and(eq(dataRequests.email, email), eq(dataRequests.kind, kind), inArray(dataRequests.status, waiting));
  const open = async (from: Db) => (await from.select({ id: dataRequests.id }).from(dataRequests).where(same))[0];
  const known = await open(db);
  if (known) return known;
  await limits.take("dataRequestByAccount", hashOf(email.toLowerCase()));
  const now = clock();
  return db.transaction(async (tx) => {
    const values = { email, kind, message, receivedAt: now, dueAt: dueAfter(now) };
    const [row] = await tx.insert(dataRequests).values(values).onConflictDoNothing().returning();
    if (!row) {
      const first = await open(tx);
      if (!first) throw new Refusal("unexpected");
      return first;
    }
    await recordChange(tx, null, { action: "data_request.create", entityType: "data_request", entityId: row.id, after: { kind } });
    const mail = confirmed(row, locale);
    await queueMailTo({ ...services, db: tx }, { email, locale }, "data_request_received_by_address", mail, `request ${row.id}`);
    return { id: row.id };
  });
}

/** What the page after the form shows of a request by e-mail address, for the holder of its id. */
export async function receivedRequest(db: Db, id: string): Promise<ReceivedRequest> {
  const [row] = await db
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.id, id), isNull(dataRequests.userId)));
  if (!row) throw new Refusal("not_found");
  return shown(row);
}

export async function withdraw(tx: Db, actor: Actor, id: string, now: Date) {
  const mine = and(eq(dataRequests.id, id), eq(dataRequests.userId, actor.id), inArray(dataRequests.status, waiting));
  const [row] = await tx.update(dataRequests).set({ status: "withdrawn", answeredAt: now, updatedAt: now }).where(mine).returning();
  if (!row) throw new Refusal("not_found");
  await recordChange(tx, actor, { action: "data_request.withdraw", entityType: "data_request", entityId: id });
}

const isWaiting = ({ status }: Row) => (waiting as readonly string[]).includes(status);

export async function listRequests(db: Db, query: PrivacyQuery, now: Date) {
  const anyOf = await heldOrNamed(db, dataRequests, dataRequests.userId, query.q);
  const where = and(
    query.status && eq(dataRequests.status, query.status),
    query.kind && eq(dataRequests.kind, query.kind),
    query.due && and(eq(dataRequests.status, "open"), lt(dataRequests.dueAt, now)),
  );
  const sorts = { dueAt: dataRequests.dueAt, receivedAt: dataRequests.receivedAt };
  return pageOfRows(db, dataRequests, query, { where, anyOf, sorts }, async (found, order) => {
    const rows = await db
      .select({ request: dataRequests, firstName: users.firstName, lastName: users.lastName })
      .from(dataRequests)
      .innerJoin(found, eq(found.id, dataRequests.id))
      .leftJoin(users, eq(users.id, dataRequests.userId))
      .orderBy(...order);
    return rows.map((row) => rowOf(row, now));
  });
}

function rowOf(
  { request, firstName, lastName }: { request: Row; firstName: string | null; lastName: string | null },
  now: Date,
): PrivacyRow {
  const person = firstName ? `${firstName} ${lastName}` : (request.email ?? "–");
  const late = isWaiting(request) && request.dueAt < now;
  return { ...shown(request), person, userId: request.userId, message: request.message, late };
}

export async function getRequest(services: Pick<Services, "db" | "declarations">, id: string, now: Date): Promise<PrivacyRecord> {
  const { db } = services;
  const [row] = await db
    .select({ request: dataRequests, firstName: users.firstName, lastName: users.lastName })
    .from(dataRequests)
    .leftJoin(users, eq(users.id, dataRequests.userId))
    .where(eq(dataRequests.id, id));
  if (!row) throw new Refusal("not_found");
  return { ...rowOf(row, now), byEmail: await whatIsHeld(services, row.request) };
}

/** Ends a request: answered by hand, refused with a reason, the person erased, or their copy made by the next run. */
export async function answerRequest(services: Services, actor: Actor, id: string, answer: RequestAnswer) {
  const { clock } = services;
  const now = clock();
  await services.db.transaction(async (tx) => {
    const [request] = await tx.select().from(dataRequests).where(eq(dataRequests.id, id)).for("update");
    if (!request) throw new Refusal("not_found");
    if (!isWaiting(request)) throw new Refusal("wrong_state");
    if ("identity" in answer) return answerByEmail({ ...services, db: tx }, actor, request, answer, now);
    const { outcome } = answer;
    const set = (values: Partial<Row>) =>
      tx
        .update(dataRequests)
        .set({ ...values, updatedAt: now })
        .where(eq(dataRequests.id, id));
    await recordChange(tx, actor, { action: `data_request.${outcome}`, entityType: "data_request", entityId: id });
    if (outcome === "copied") {
      if (!request.userId || request.kind !== "access") throw new Refusal("wrong_state");
      await set({ status: "running" });
    } else if (outcome === "erased") await eraseFor({ ...services, db: tx }, actor, request, now);
    else await set({ status: outcome, answeredAt: now, reason: answer.outcome === "refused" ? answer.reason : null });
    if (answer.outcome === "refused") await explainRefusal({ ...services, db: tx }, request, answer.reason);
  });
}

/** Mails the reason of the refusal to the requester, with or without account. */
async function explainRefusal(services: Services, { id, userId, email }: Row, reason: string) {
  const once = `refused ${id}`;
  if (userId) return queueMail(services, userId, "data_request_refused", { reason }, once);
  if (!email) return;
  const reader = { email, locale: await languageOf(services.db, email) };
  await queueMailTo(services, reader, "data_request_refused_by_address", { reason }, once);
}

/** Erases the person of a request, and confirms it by mail to their e-mail address. Administrators must first give up their role. */
async function eraseFor(services: Services, actor: Actor, { userId, kind }: Row, now: Date) {
  const [person] = userId ? await services.db.select().from(users).where(eq(users.id, userId)) : [];
  if (!person || kind !== "erase" || person.role === "ADMIN") throw new Refusal("wrong_state");
  await erasePeople(services, actor, [person.id], now);
  await queueMailTo(services, person, "erasure_done", {}, `erased ${person.id}`);
}
