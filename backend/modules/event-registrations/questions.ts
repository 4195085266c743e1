import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
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
import { eventQuestions, eventRegistrations } from "./tables.ts";

type QuestionRow = typeof eventQuestions.$inferSelect;

/** The questions that an event asks who registers, in their order. */
export function currentQuestions(db: Db, eventId: string): Promise<QuestionRow[]> {
  return db
    .select()
    .from(eventQuestions)
    .where(and(eq(eventQuestions.eventId, eventId), isNull(eventQuestions.archivedAt)))
    .orderBy(asc(eventQuestions.position), asc(eventQuestions.id));
}

/** The answers of somebody who registers, as they are stored. Refused at each question whose answer is missing or none of its kind. */
export async function answersTo(db: Db, eventId: string, given: GivenAnswers): Promise<EventAnswer[]> {
  const fieldErrors: Record<string, string[]> = {};
  const answers = (await currentQuestions(db, eventId)).flatMap((question) => {
    const answer = given[question.id]?.trim() ?? "";
    const fault = faultOf(question, answer);
    if (fault) fieldErrors[`answers.${question.id}`] = [`event-questions:error.${fault}`];
    const { id, kind, label } = question;
    return fault || !answer ? [] : [{ question: id, kind, label, answer }];
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

const hasAnswer = (id: string) => sql`${eventRegistrations.answers} @> ${JSON.stringify([{ question: id }])}::jsonb`;

/** All questions of an event with the number of registrations that have an answer to each. */
export async function questionsOf(db: Db, eventId: string): Promise<EventQuestions> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!event) throw new Refusal("not_found");
  const rows = await db
    .select({
      question: eventQuestions,
      answered: sql<number>`(select count(*)::int from event_registrations registered where registered.event_id = event_questions.event_id
        and registered.answers @> jsonb_build_array(jsonb_build_object('question', event_questions.id)))`,
    })
    .from(eventQuestions)
    .where(eq(eventQuestions.eventId, eventId))
    .orderBy(asc(eventQuestions.position), asc(eventQuestions.id));
  return {
    event,
    questions: rows.map(({ question, answered }) => ({ ...question, archived: question.archivedAt !== null, answered })),
  };
}

/** Saves all questions of an event. Nobody's answer loses its question: one with answers is archived instead of removed, and stays of its kind. */
export function saveQuestions({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, eventId: string, draft: QuestionsDraft) {
  return db.transaction(async (tx) => {
    const { version, eventQuestions: drafts } = draft;
    await lockVersion(tx, events, { id: eventId, version }, async () => ({}));
    if (drafts.filter(({ archived }) => !archived).length > mostQuestions)
      throw fieldRefusal("eventQuestions", `event-questions:error.tooMany?count=${mostQuestions}`);
    const stored = await tx.select().from(eventQuestions).where(eq(eventQuestions.eventId, eventId)).for("update");
    const gone = stored.filter(({ id }) => !drafts.some((one) => one.id === id));
    for (const { id } of gone) {
      const count = await tx.$count(eventRegistrations, and(eq(eventRegistrations.eventId, eventId), hasAnswer(id)));
      if (count > 0) throw fieldRefusal("eventQuestions", `event-questions:error.answered?count=${count}`);
    }
    const now = clock();
    if (gone.length > 0)
      await tx.delete(eventQuestions).where(
        inArray(
          eventQuestions.id,
          gone.map(({ id }) => id),
        ),
      );
    for (const [position, one] of drafts.entries()) await saveQuestion(tx, { eventId, stored, position, draft: one, now });
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

type Place = { eventId: string; stored: QuestionRow[]; position: number; draft: QuestionDraft; now: Date };

async function saveQuestion(tx: Db, { eventId, stored, position, draft, now }: Place): Promise<void> {
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
  if (before.kind !== kind) {
    const count = await tx.$count(eventRegistrations, and(eq(eventRegistrations.eventId, eventId), hasAnswer(before.id)));
    if (count > 0) throw fieldRefusal(`eventQuestions[${position}].kind`, `event-questions:error.kindStays?count=${count}`);
  }
  await tx.update(eventQuestions).set(values).where(eq(eventQuestions.id, before.id));
}
