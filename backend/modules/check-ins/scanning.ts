import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { notifyOfPauses } from "#backend/modules/event-registrations/absence-pauses";
import { proposeFor } from "#backend/modules/event-registrations/attendance";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { setStatus } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { ScanAnswer, ScanDraft } from "#contract/charity/check-ins";
import { judge } from "#contract/charity/door-judging";
import { longestOffline } from "#contract/charity/longest-offline";
import { lockDoor, requireDoor, requireManual } from "./access.ts";
import { type Known, knownByName, knownOf, subjectOf } from "./resolving.ts";
import { checkIns, scanAttempts } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "organisation">;
type Answered = { id: string; answer: ScanAnswer };
type Attempt = Pick<typeof scanAttempts.$inferInsert, "eventId" | "kind" | "mode" | "at" | "deviceId" | "nonce" | "byUserId">;

/**
 * Answers a scan at the door of an event, and records it. The same one (device and nonce) sent again gets the answer that it got. Whoever enters or leaves
 * is decided under the lock of the event's places, in the order of decision 52: of two doors at the same moment, one lets the person in. A closed event takes
 * those alone that were made at its door before, without connection.
 */
export async function scan(services: Deps, actor: Actor, eventId: string, draft: ScanDraft): Promise<Answered> {
  const { db, clock } = services;
  const { event } = draft.registrationId ? await requireManual(db, actor, eventId) : await requireDoor(db, actor, eventId);
  if (!draft.code && !draft.registrationId) throw fieldRefusal("code", "door:error.code");
  const now = clock();
  const { deviceId, nonce, kind } = draft;
  const mode = draft.at ? "offline" : draft.registrationId ? "manual" : "scan";
  const attempt: Attempt = { eventId, deviceId, nonce, kind, mode, at: momentOf(draft, now), byUserId: actor.id };
  return db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const known = await find(inside, event, draft);
    const before = await answerBefore(tx, attempt, known);
    if (before) return before;
    if (known?.facts.registration?.eventId !== eventId) return answer(inside, event, attempt, known);
    const { event: current, manual } = await lockDoor(tx, actor, eventId);
    if (draft.registrationId && !manual) throw new Refusal("forbidden");
    // What was read before the lock may have changed, and the same scan may have been answered.
    const answered = await answerBefore(tx, attempt, known);
    if (answered) return answered;
    const { closedAt } = current;
    const wasOpen = !closedAt || (mode === "offline" && !draft.registrationId && attempt.at < closedAt);
    if (!wasOpen) throw new Refusal("event_closed");
    return answer(inside, current, attempt, await find(inside, current, draft));
  });
}

const minute = 60_000;

/** When somebody stood at the door. A device without connection sends it later, and its clock may be some minutes off. */
function momentOf({ at }: ScanDraft, now: Date): Date {
  if (!at) return now;
  const moment = new Date(at);
  const age = now.getTime() - moment.getTime();
  if (age > longestOffline * 60 * minute || age < -10 * minute) throw fieldRefusal("at", "door:error.tooOld");
  return age < 0 ? now : moment;
}

async function find({ db, settings }: Deps, event: EventRow, { code, registrationId }: ScanDraft): Promise<Known | null> {
  if (registrationId) {
    const known = await knownByName(db, event, registrationId);
    if (!known) throw new Refusal("not_found");
    return known;
  }
  const subject = await subjectOf(db, settings.sessionSecrets, code ?? "", event.id);
  return subject && knownOf(db, event, subject);
}

/**
 * The answer that this scan has got, if it has been sent before. The same number for something else is refused: of somebody else, at another door, in
 * the other direction, or of another person, as a form sends it that is shown again by the back button.
 */
async function answerBefore(db: Db, attempt: Attempt, known: Known | null): Promise<Answered | null> {
  const { deviceId, nonce, eventId, byUserId, kind } = attempt;
  const [done] = await db
    .select()
    .from(scanAttempts)
    .where(and(eq(scanAttempts.deviceId, deviceId), eq(scanAttempts.nonce, nonce)));
  if (!done) return null;
  const isSame =
    done.eventId === eventId && done.byUserId === byUserId && done.kind === kind && done.registrationId === (known?.registrationId ?? null);
  if (!isSame) throw new Refusal("already_sent");
  return { id: done.id, answer: done.answer };
}

/** Judges, and writes what follows: a check-in where somebody enters or leaves, and the attempt in any case. */
async function answer(services: Deps, event: EventRow, attempt: Attempt, known: Known | null): Promise<Answered> {
  const { db } = services;
  const result = known ? judge(known.facts, attempt.kind, attempt.at) : "unknown";
  const registrationId = known?.registrationId ?? null;
  const changes = registrationId !== null && (result === "ok" || result === "left");
  const made = changes ? await checkIn(services, event, attempt, { ...known, registrationId }) : null;
  const [row] = await db
    .insert(scanAttempts)
    .values({ ...attempt, answer: result, registrationId, checkInId: made ?? known?.openEntryId, createdAt: services.clock() })
    .onConflictDoNothing()
    .returning({ id: scanAttempts.id });
  // Sent twice at the same moment, of something that needs no lock.
  const answered = row ? { id: row.id, answer: result } : await answerBefore(db, attempt, known);
  if (!answered) throw new Refusal("already_sent");
  return answered;
}

type Person = { registrationId: string; openEntryId?: string | null; facts?: Known["facts"] };

/** Somebody enters, which says that they attended, or leaves. Both say which hours are proposed. The event is locked. */
async function checkIn(
  services: Deps,
  event: EventRow,
  { eventId: _, ...attempt }: Attempt,
  { registrationId, openEntryId, facts }: Person,
): Promise<string> {
  const { db, clock } = services;
  const status = facts?.registration?.status;
  const statusBefore = attempt.kind === "entry" && status !== "attended" ? status : undefined;
  const before = statusBefore && { statusBefore, ...(await stateOf(db, registrationId)) };
  const [made] = await db
    .insert(checkIns)
    .values({ ...attempt, registrationId, ...before, createdAt: clock() })
    .onConflictDoNothing({ target: [checkIns.deviceId, checkIns.nonce] })
    .returning({ id: checkIns.id });
  if (!made) throw new Refusal("already_sent");
  if (attempt.kind === "exit" && openEntryId) await db.update(checkIns).set({ closedBy: made.id }).where(eq(checkIns.id, openEntryId));
  if (statusBefore) {
    await setStatus(services, [registrationId], "attended");
    if (statusBefore === "no_show") await notifyOfPauses(services, [registrationId]);
  }
  await proposeFor(db, { event, ids: [registrationId], now: clock() });
  return made.id;
}

/** What goes with the state of a registration once its person attends. */
async function stateOf(db: Db, registrationId: string) {
  const { excusedAt, awayAt, replacementSince } = eventRegistrations;
  const [row] = await db
    .select({ excusedBefore: excusedAt, awayBefore: awayAt, replacementBefore: replacementSince })
    .from(eventRegistrations)
    .where(eq(eventRegistrations.id, registrationId))
    .for("update");
  return row;
}
