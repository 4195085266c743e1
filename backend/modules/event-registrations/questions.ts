import { and, asc, count, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { eventGuestRequests } from "#backend/modules/event-guests/tables";
import { events } from "#backend/modules/events/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { AnswersDraft } from "#contract/charity/event-participants";
import {
  type EventAnswer,
  type EventQuestion,
  type EventQuestions,
  type GivenAnswers,
  linesOf,
  mostQuestions,
  type QuestionDraft,
  type QuestionsDraft,
} from "#contract/charity/event-questions";
import { liveStatuses } from "#contract/charity/event-registrations";
import { lockEvent } from "./locking.ts";
import { eventQuestions, eventRegistrations } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
type QuestionRow = typeof eventQuestions.$inferSelect;

/** The questions that an event asks who registers, in their order. */
export function currentQuestions(db: Db, eventId: string): Promise<QuestionRow[]> {
  return db
    .select()
    .from(eventQuestions)
    .where(and(eq(eventQuestions.eventId, eventId), isNull(eventQuestions.archivedAt)))
    .orderBy(asc(eventQuestions.position), asc(eventQuestions.id));
}

/** The same as a column, in a query of `events` with others. */
export const questionsColumn = sql<EventQuestion[]>`coalesce((select json_agg(json_build_object('id', question.id, 'kind', question.kind,
    'label', question.label, 'choices', question.choices, 'required', question.required) order by question.position, question.id)
  from event_questions question where question.event_id = ${events.id} and question.archived_at is null), '[]'::json)`;

/**
 * The answers of somebody who registers, as they are stored, under the lock of the event. Refused at each question whose answer is none of its kind, or
 * missing; staff who answer for somebody may leave a required one for `later`. Questions that have an answer already, or had one that was erased, are
 * left out.
 */
export async function answersTo(
  db: Db,
  eventId: string,
  given: GivenAnswers,
  { later = false, before = [] }: { later?: boolean; before?: readonly EventAnswer[] } = {},
): Promise<EventAnswer[]> {
  const fieldErrors: Record<string, string[]> = {};
  const open = (await currentQuestions(db, eventId)).filter(({ id }) => !before.some(({ question }) => question === id));
  const answers = open.flatMap((question) => {
    const answer = given[question.id]?.trim() ?? "";
    const fault = !answer && later ? null : faultOf(question, answer);
    if (fault) fieldErrors[`answers.${question.id}`] = [`event-questions:error.${fault}`];
    const { id, kind, label, choices } = question;
    const choice = kind === "choice" && choices.find(({ fr }) => fr === answer);
    return fault || !answer ? [] : [{ question: id, kind, label, answer, ...(choice && { choice }) }];
  });
  if (Object.keys(fieldErrors).length > 0) throw new Refusal("invalid", { fieldErrors });
  return answers;
}

const isNumber = /^-?\d{1,9}([.,]\d{1,2})?$/;

function faultOf({ kind, required, choices }: Pick<EventQuestion, "kind" | "required" | "choices">, answer: string): string | null {
  if (!answer) return required ? "missing" : null;
  if (kind === "number" && !isNumber.test(answer)) return "number";
  if (kind === "flag" && answer !== "yes" && answer !== "no") return "missing";
  return kind === "choice" && !choices.some(({ fr }) => fr === answer) ? "missing" : null;
}

/**
 * How many registrations for an event have an answer to each of its questions, by the id of the question. Requests whose link is still valid count as well:
 * they may become registrations.
 */
async function answeredIn(db: Db, eventId: string, now: Date): Promise<Map<string, number>> {
  const given = unionAll(
    db.select({ answers: eventRegistrations.answers }).from(eventRegistrations).where(eq(eventRegistrations.eventId, eventId)),
    db
      .select({ answers: eventGuestRequests.answers })
      .from(eventGuestRequests)
      .where(and(eq(eventGuestRequests.eventId, eventId), gt(eventGuestRequests.expiresAt, now))),
  ).as("given");
  const question = sql<string>`answer ->> 'question'`;
  const rows = await db
    .select({ question, count: count() })
    .from(given)
    .crossJoin(sql`jsonb_array_elements(${given.answers}) answer`)
    .where(sql`answer ->> 'erased' is null`)
    .groupBy(question);
  return new Map(rows.map((row) => [row.question, row.count]));
}

/** All questions of an event with the number of registrations that have an answer to each. */
export async function questionsOf({ db, clock }: Deps, eventId: string): Promise<EventQuestions> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!event) throw new Refusal("not_found");
  const answered = await answeredIn(db, eventId, clock());
  const rows = await db
    .select()
    .from(eventQuestions)
    .where(eq(eventQuestions.eventId, eventId))
    .orderBy(asc(eventQuestions.position), asc(eventQuestions.id));
  return {
    event,
    questions: rows.map((question) => ({
      ...{ ...question, archived: question.archivedAt !== null, answered: answered.get(question.id) ?? 0 },
    })),
  };
}

/** Saves all questions of an event. Nobody's answer loses its question: one with answers is archived instead of removed, and stays of its kind. */
export function saveQuestions({ db, clock }: Deps, actor: Actor, eventId: string, draft: QuestionsDraft) {
  return db.transaction(async (tx) => {
    const { version, eventQuestions: drafts } = draft;
    await lockVersion(tx, events, { id: eventId, version }, async () => ({}));
    if (drafts.filter(({ archived }) => !archived).length > mostQuestions)
      throw fieldRefusal("eventQuestions", `event-questions:error.tooMany?count=${mostQuestions}`);
    const stored = await tx.select().from(eventQuestions).where(eq(eventQuestions.eventId, eventId)).for("update");
    const gone = stored.filter(({ id }) => !drafts.some((one) => one.id === id));
    const now = clock();
    const answered = await answeredIn(tx, eventId, now);
    for (const { id } of gone) {
      const given = answered.get(id);
      if (given) throw fieldRefusal("eventQuestions", `event-questions:error.answered?count=${given}`);
    }
    if (gone.length > 0)
      await tx.delete(eventQuestions).where(
        inArray(
          eventQuestions.id,
          gone.map(({ id }) => id),
        ),
      );
    for (const [position, one] of drafts.entries()) await saveQuestion(tx, { eventId, stored, answered, position, draft: one, now });
    await tx
      .update(events)
      .set({ version: version + 1, updatedAt: now, updatedBy: actor.id })
      .where(eq(events.id, eventId));
    const labels = (rows: { label: { fr: string } }[]) => rows.map(({ label }) => label.fr);
    await recordChange(tx, actor, {
      action: "event.questions",
      entityType: "event",
      entityId: eventId,
      before: { questions: labels(stored.filter(({ archivedAt }) => archivedAt === null)) },
      after: { questions: labels(drafts.filter(({ archived }) => !archived)) },
    });
    return done;
  });
}

type Place = { eventId: string; stored: QuestionRow[]; answered: Map<string, number>; position: number; draft: QuestionDraft; now: Date };

async function saveQuestion(tx: Db, { eventId, stored, answered, position, draft, now }: Place): Promise<void> {
  const { id, kind, label, required } = draft;
  const before = stored.find((one) => one.id === id);
  if (id && !before) throw new Refusal("stale");
  const english = linesOf(draft.choices.en);
  const choices = kind === "choice" ? linesOf(draft.choices.fr).map((fr, at) => ({ fr, en: english[at] })) : [];
  const archivedAt = draft.archived ? (before?.archivedAt ?? now) : null;
  const values = { eventId, position, kind, label, required, choices, archivedAt, updatedAt: now };
  if (!before) {
    await tx.insert(eventQuestions).values({ ...values, createdAt: now });
    return;
  }
  const given = answered.get(before.id);
  if (before.kind !== kind && given)
    throw fieldRefusal(`eventQuestions[${position}].kind`, `event-questions:error.kindStays?count=${given}`);
  await tx.update(eventQuestions).set(values).where(eq(eventQuestions.id, before.id));
}

type OfRegistration = { id: string; registrationId: string };

/** Staff answer questions for somebody, those without an answer; what a person said, or what was erased of it, stays. The log says that they did, without the answers. */
export function answerFor(
  { db, clock }: Deps,
  actor: Actor,
  { id: eventId, registrationId: id }: OfRegistration,
  { version, answers: given }: AnswersDraft,
) {
  return db.transaction(async (tx) => {
    await lockEvent(tx, eventId, "share");
    const allowed = and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.status, [...liveStatuses]));
    const row = await lockVersion(tx, eventRegistrations, { id, version, allowed }, async () => ({}));
    const added = await answersTo(tx, eventId, given, { later: true, before: row.answers });
    if (added.length === 0) return done;
    await tx
      .update(eventRegistrations)
      .set({ answers: [...row.answers, ...added], version: version + 1, updatedAt: clock() })
      .where(eq(eventRegistrations.id, id));
    await recordChange(tx, actor, { action: "event_registration.add_answers", entityType: "event_registration", entityId: id });
    return done;
  });
}

const withoutText = ({ question, kind, label }: EventAnswer): EventAnswer => ({ question, kind, label, answer: "", erased: true });

type OfAnswer = { id: string; registrationId: string; question: string };

/** Erases one answer of a registration, whose question stays as answered; the log says that one was erased, without it. */
export function eraseAnswer({ db, clock }: Deps, actor: Actor, { id: eventId, registrationId: id, question }: OfAnswer) {
  return db.transaction(async (tx) => {
    const ofRegistration = and(eq(eventRegistrations.id, id), eq(eventRegistrations.eventId, eventId));
    const [row] = await tx.select().from(eventRegistrations).where(ofRegistration).for("update");
    if (!row?.answers.some((one) => one.question === question && !one.erased)) throw new Refusal("not_found");
    const answers = row.answers.map((one) => (one.question === question ? withoutText(one) : one));
    await tx
      .update(eventRegistrations)
      .set({ answers, version: row.version + 1, updatedAt: clock() })
      .where(ofRegistration);
    await recordChange(tx, actor, { action: "event_registration.erase_answer", entityType: "event_registration", entityId: id });
    return done;
  });
}
