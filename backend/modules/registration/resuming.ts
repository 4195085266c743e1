import { and, desc, eq, gt, notInArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { Refusal } from "#backend/refusal";
import { hashOf, newToken, openWith, sealFor } from "#backend/secrets";
import type { CriteriaQuestion } from "#contract/accounts/criteria";
import type { StartedRegistration } from "#contract/accounts/registration";
import { stepsLeft, stepsOf } from "#contract/accounts/registration-steps";
import type { Locale } from "#contract/formats/locale";
import { type Draft, draftOf, linkMail, reminderMail } from "./drafts.ts";
import { registrationDraftLinks, registrationDrafts } from "./tables.ts";

const purpose = "maillon link to a registration";
/** The maximum number of valid links of one draft; a further one invalidates the oldest. */
const linksAtATime = 5;
const reminderAfter = 2 * 24 * 60 * 60 * 1000;

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/**
 * Mails a link that opens the draft on another device, until the draft ends, and plans one reminder. The link holds the only key to the
 * draft but the browser's cookie: neither the database nor the outbox can open it. The draft lasts no longer for it.
 */
export async function mailResumeLink(services: Deps, { token: draftToken }: Draft, { email, locale }: { email: string; locale: Locale }) {
  const now = services.clock();
  const draftHash = hashOf(draftToken);
  const token = newToken();
  await services.db.transaction(async (tx) => {
    const [draft] = await tx
      .select()
      .from(registrationDrafts)
      .where(and(eq(registrationDrafts.tokenHash, draftHash), gt(registrationDrafts.expiresAt, now)))
      .for("update");
    if (!draft) throw new Refusal("wrong_state");
    const inTx = { ...services, db: tx };
    const link = { token, endsAt: draft.expiresAt };
    const values = { what: services.translate(locale, `mails:frame.registration.${draft.kind}`) };
    const to = { email, locale };
    if (!(await queueMailTo(inTx, to, "registration_resume", values, linkMail(hashOf(token)), { link }))) return;
    const notBefore = new Date(now.getTime() + reminderAfter);
    await queueMailTo(inTx, to, "registration_reminder", values, reminderMail(draftHash), { link, notBefore });
    await addLink(tx, draftHash, { tokenHash: hashOf(token), sealedToken: sealFor(token, draftToken, purpose), createdAt: now });
    const answers = JSON.parse(openWith(draftToken, draft.sealedAnswers));
    await tx
      .update(registrationDrafts)
      .set({ sealedAnswers: sealFor(draftToken, JSON.stringify({ ...answers, email })) })
      .where(eq(registrationDrafts.tokenHash, draftHash));
  });
}

async function addLink(tx: Db, draftHash: string, link: Omit<typeof registrationDraftLinks.$inferInsert, "draftHash">) {
  const ofDraft = eq(registrationDraftLinks.draftHash, draftHash);
  await tx.insert(registrationDraftLinks).values({ draftHash, ...link });
  const newest = tx
    .select({ tokenHash: registrationDraftLinks.tokenHash })
    .from(registrationDraftLinks)
    .where(ofDraft)
    .orderBy(desc(registrationDraftLinks.createdAt))
    .limit(linksAtATime);
  await tx.delete(registrationDraftLinks).where(and(ofDraft, notInArray(registrationDraftLinks.tokenHash, newest)));
}

/** The draft that a mailed link opens; null once it has ended. */
export async function draftOfLink(db: Db, now: Date, token: string): Promise<Draft | null> {
  const [link] = await db
    .select({ sealed: registrationDraftLinks.sealedToken })
    .from(registrationDraftLinks)
    .where(eq(registrationDraftLinks.tokenHash, hashOf(token)));
  return link ? draftOf(db, now, openWith(token, link.sealed, purpose)) : null;
}

/** How far a draft is, of all steps with the account itself. */
export function progressOf({ kind, answers, unfinished }: Draft, questions: readonly CriteriaQuestion[]): StartedRegistration {
  const steps = stepsOf(kind);
  const [first] = stepsLeft(kind, answers, questions, unfinished);
  return { kind, at: first ? steps.indexOf(first) + 1 : steps.length + 1, total: steps.length + 1 };
}

/** Drafts with an answer or a half-filled step, in the order of the last change. */
export async function startedAmong(db: Db, drafts: Draft[]): Promise<StartedRegistration[]> {
  const started = drafts.filter(({ answers, unfinished }) => Object.keys({ ...answers, ...unfinished }).length > 0);
  if (started.length === 0) return [];
  const { questions } = await currentCriteria(db);
  return started.sort((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime()).map((draft) => progressOf(draft, questions));
}
