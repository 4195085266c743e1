import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { lockAccount } from "#backend/identity/account-scope";
import { waitsForGuardian } from "#backend/identity/minors";
import { requireRestricted } from "#backend/identity/restricted";
import { decideSupportingDocument } from "#backend/modules/documents/supporting-documents";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { moveAccount } from "#backend/modules/users/transitions";
import { addStaffMessage, closeChatOf, reopenChatOf } from "#backend/modules/verification/chat-messages";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { StaffTransition } from "#contract/accounts/account-transitions";
import type { SupportingDocumentDecision } from "#contract/accounts/supporting-documents";
import type { Decision, Verdict } from "#contract/accounts/verification-chats";
import { franceDay } from "#contract/formats/france-time";
import { isUnchecked } from "./completeness.ts";
import { currentCriteria } from "./criteria.ts";
import { closeDocuments } from "./supporting-documents.ts";
import { accountDecisions, beneficiaryFiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type User = typeof users.$inferSelect;

const steps = { accept: "approve", ask: "ask", refuse: "refuse" } as const satisfies Record<Verdict, StaffTransition>;

/**
 * Decides about an account that waits: opens it, refuses it, or sends it back with what is missing. The decision stores
 * who took it, why, and under which criteria; the person gets a mail. Acceptance or refusal closes the chat. `batchId`: the approval of
 * several accounts that it belongs to.
 */
export async function decideAccount(
  services: Deps,
  by: Actor,
  userId: string,
  { verdict, reason: typed, documents: verdicts = [] }: z.output<typeof Decision>,
  batchId?: string,
) {
  await services.db.transaction(async (tx) => {
    const today = franceDay(services.clock());
    const actor = await lockAccount(tx, by, userId, today);
    const { role, locale, sectorId, stateChangedAt } = await lockDecidable(tx, actor, userId, { verdict, today });
    // One instant for all that the decision changes, later than those of the decisions that it waited for.
    const now = services.clock();
    // Before anything about the file is revealed.
    if (verdict === "accept") requireRestricted(actor, role === "BENEFICIARY", sectorId);
    const inTx = { ...services, db: tx, clock: () => now };
    const again = await decideDocumentsOf(inTx, actor, userId, verdicts);
    if (verdict === "accept" && role === "BENEFICIARY" && (await hasUnchecked(tx, userId)))
      throw fieldRefusal("documents", "chats:decision.documentsFirst");
    const missing = again.map(({ kind, reason }) =>
      services.translate(locale, "documents:again", { kind: services.translate(locale, `documents:kinds.${kind}`), reason }),
    );
    const reason = verdict === "ask" ? [typed, ...missing].filter(Boolean).join("\n") : typed;
    await moveAccount(inTx, { by: "staff", actor }, userId, steps[verdict], { reason });
    const criteria = role === "BENEFICIARY" ? await currentCriteria(tx) : null;
    const batch = batchId ? { batchId, waitedSince: stateChangedAt } : {};
    await tx
      .insert(accountDecisions)
      .values({ userId, verdict, reason, decidedBy: actor.id, criteriaVersionId: criteria?.id, decidedAt: now, ...batch });
    // The mail of the decision holds the question: the message has none.
    if (verdict === "ask") return addStaffMessage(inTx, actor, userId, { body: reason ?? "", internal: false }, { notify: false });
    await closeFile(tx, userId, verdict === "accept" ? "eligible" : "not_eligible", now);
    await closeChatOf(tx, userId, now);
  });
}

type Undone = { reason: string; acceptedAt: Date; waitedSince: Date | null };

/**
 * Undoes an acceptance that was a mistake: the account waits for a decision again, since it waited before, a student's with the file as it was, and the chat
 * that the acceptance closed waits for the team where the person wrote last.
 */
export async function undoAcceptance(
  services: Deps,
  actor: Actor,
  userId: string,
  { reason, acceptedAt, waitedSince }: Undone,
): Promise<void> {
  const { db } = services;
  const now = services.clock();
  const inTx = { ...services, clock: () => now };
  await moveAccount(inTx, { by: "staff", actor }, userId, "undoApproval", { reason, since: waitedSince ?? undefined });
  await db.insert(accountDecisions).values({ userId, verdict: "take_back", reason, decidedBy: actor.id, decidedAt: now });
  const file = and(eq(beneficiaryFiles.userId, userId), eq(beneficiaryFiles.status, "eligible"));
  await db.update(beneficiaryFiles).set({ status: "to_verify" }).where(file);
  await reopenChatOf(db, userId, { closedAt: acceptedAt, now });
}

/**
 * Decides on a document by itself. Where one is rejected while the team has the file of a student, the file goes back to the student, who
 * can then send another one.
 */
export function decideDocument(services: Deps, by: Actor, id: string, { verdict, reason }: SupportingDocumentDecision) {
  return services.db.transaction(async (tx) => {
    const inTx = { ...services, db: tx };
    const waiting = and(eq(users.role, "BENEFICIARY"), eq(users.accountState, "to_validate"));
    const [owner] = await tx
      .select({ id: users.id })
      .from(documents)
      .innerJoin(users, eq(users.id, documents.ownerId))
      .where(and(eq(documents.id, id), isUnchecked, waiting));
    if (verdict === "rejected" && owner) return decideAccount(inTx, by, owner.id, { verdict: "ask", documents: [{ id, verdict, reason }] });
    await decideSupportingDocument(inTx, by, id, { verdict, reason });
  });
}

type DocumentVerdicts = NonNullable<z.output<typeof Decision>["documents"]>;

/** Checks documents along with the account. The mail about the account lists those to send again: they get no separate mail. */
async function decideDocumentsOf(services: Deps, actor: Actor, userId: string, verdicts: DocumentVerdicts) {
  const again: { kind: string; reason: string }[] = [];
  for (const { id, verdict, reason } of verdicts) {
    if (!verdict) continue;
    const { kind } = await decideSupportingDocument(services, actor, id, { verdict, reason, ownerId: userId, notify: false });
    if (verdict === "rejected") again.push({ kind, reason: reason ?? "" });
  }
  return again;
}

async function hasUnchecked(tx: Db, userId: string) {
  return (await tx.$count(documents, and(eq(documents.ownerId, userId), isUnchecked))) > 0;
}

/** The account, if it waits for a decision that this person may make. */
async function lockDecidable(tx: Db, actor: Actor, userId: string, { verdict, today }: { verdict: Verdict; today: string }): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user) throw new Refusal("not_found");
  if (user.id === actor.id) throw new Refusal("wrong_state");
  if (verdict === "accept" && (await lacksConsent(tx, userId, today))) throw new Refusal("wrong_state");
  return user;
}

/** Whether a minor's guardian has still to agree. */
async function lacksConsent(tx: Db, userId: string, today: string) {
  return (await tx.$count(users, and(eq(users.id, userId), waitsForGuardian(tx, today)))) > 0;
}

/** The effect of the decision on somebody's file. */
async function closeFile(tx: Db, userId: string, status: "eligible" | "not_eligible", now: Date) {
  await tx.update(beneficiaryFiles).set({ status }).where(eq(beneficiaryFiles.userId, userId));
  await closeDocuments(tx, userId, now, { isRefused: status === "not_eligible" });
}
