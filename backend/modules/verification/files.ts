import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { moveAccount } from "#backend/modules/users/transitions";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type CriteriaAnswers, criteriaForm, leftToLiveOn, previewOf } from "#contract/accounts/criteria";
import { lacksCertificate } from "./completeness.ts";
import { currentCriteria } from "./criteria.ts";
import { supportingDocumentsOf } from "./supporting-documents.ts";
import { beneficiaryFiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** A student's own file, with the questions in force. */
export async function describeFile(db: Db, { id }: Pick<Actor, "id">) {
  const version = await currentCriteria(db);
  const [file] = await db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id));
  const answers = file?.answers ?? {};
  return {
    version,
    answers,
    documents: await supportingDocumentsOf(db, id),
    preview: previewOf(version.rule, answers),
    sentAt: file?.sentAt?.toISOString() ?? null,
  };
}

/** Stores the answers to the questions in force. */
export async function answerCriteria({ db, clock }: Deps, actor: Actor, typed: CriteriaAnswers) {
  requireEditableFile(actor);
  const { questions } = await currentCriteria(db);
  const checked = criteriaForm(questions).safeParse(typed);
  if (!checked.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(checked.error) });
  await storeAnswers({ db, clock }, actor, checked.data);
}

/** Stores those answers to the questions in force that are valid; the others stay as they were. */
export async function keepAnswers({ db, clock }: Deps, actor: Actor, typed: CriteriaAnswers) {
  requireEditableFile(actor);
  const { questions } = await currentCriteria(db);
  const { shape } = criteriaForm(questions);
  const valid = Object.entries(shape).flatMap(([key, answer]) => {
    const checked = answer.safeParse(typed[key]);
    return checked.success ? [[key, checked.data] as const] : [];
  });
  if (valid.length === 0) return;
  await db.transaction(async (tx) => {
    // Two forms at once follow each other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
    const [file] = await tx
      .select({ answers: beneficiaryFiles.answers })
      .from(beneficiaryFiles)
      .where(eq(beneficiaryFiles.userId, actor.id));
    await storeAnswers({ db: tx, clock }, actor, { ...file?.answers, ...Object.fromEntries(valid) });
  });
}

async function storeAnswers({ db, clock }: Pick<Deps, "db" | "clock">, actor: Actor, answers: CriteriaAnswers) {
  const left = leftToLiveOn(answers);
  const values = { answers, leftToLiveOnCents: Number.isNaN(left) ? null : left };
  await db
    .insert(beneficiaryFiles)
    .values({ userId: actor.id, ...values })
    .onConflictDoUpdate({ target: beneficiaryFiles.userId, set: values });
  await db.update(users).set({ lastInteractionAt: clock() }).where(eq(users.id, actor.id));
}

/** Submits a complete file to the team. */
export async function sendFile(services: Deps, actor: Actor) {
  requireEditableFile(actor);
  const { questions } = await currentCriteria(services.db);
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const [file] = await tx.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, actor.id)).for("update");
    if (!criteriaForm(questions).safeParse(file?.answers).success) throw fieldRefusal("", "pending:criteria.answersMissing");
    if (await lacksCertificate(tx, actor.id)) throw fieldRefusal("", "pending:criteria.documentMissing");
    await tx.update(beneficiaryFiles).set({ status: "to_verify", sentAt: now }).where(eq(beneficiaryFiles.userId, actor.id));
    const inTx = { ...services, db: tx };
    await moveAccount(inTx, { by: "self", actor }, actor.id, actor.isAccountValidated ? "recheck" : "submitFile");
    await queueMail(inTx, actor.id, "criteria_received", {}, `criteria_received:${actor.id}:${now.toISOString()}`);
  });
}

/** A file can be changed until it is submitted, and not while the team reviews it. */
export function requireEditableFile(actor: Actor) {
  const yearly = actor.role === "BENEFICIARY" && actor.extraData.annualVerificationNeeded;
  if (!(actor.isAccountWaitingUser && actor.role === "BENEFICIARY") && !yearly) throw new Refusal("wrong_state");
}
