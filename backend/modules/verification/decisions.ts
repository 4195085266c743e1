import { and, eq, isNull } from "drizzle-orm";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { lockAccount } from "#backend/identity/account-scope";
import { requireRestricted } from "#backend/identity/restricted";
import { decideSupportingDocument } from "#backend/modules/documents/supporting-documents";
import { documents } from "#backend/modules/documents/tables";
import { guardianConsents } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { moveAccount } from "#backend/modules/users/transitions";
import { addStaffMessage, closeChatOf } from "#backend/modules/verification/chat-messages";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { StaffTransition } from "#contract/accounts/account-transitions";
import type { Decision, Verdict } from "#contract/accounts/verification-chats";
import { isUnchecked } from "./completeness.ts";
import { currentCriteria } from "./criteria.ts";
import { closeDocuments } from "./supporting-documents.ts";
import { accountDecisions, beneficiaryFiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type User = typeof users.$inferSelect;

const steps = { accept: "approve", ask: "ask", refuse: "refuse" } as const satisfies Record<Verdict, StaffTransition>;

/**
 * Decides about an account that waits: opens it, refuses it, or sends it back with what is missing. The decision stores
 * who took it, why, and under which criteria; the person gets a mail. Acceptance or refusal closes the chat.
 */
export async function decideAccount(
  services: Deps,
  by: Actor,
  userId: string,
  { verdict, reason: typed, documents: verdicts = [] }: z.output<typeof Decision>,
) {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const actor = await lockAccount(tx, by, userId);
    const { role, locale, sectorId } = await lockDecidable(tx, actor, userId, verdict);
    // Before anything about the file is revealed.
    if (verdict === "accept") requireRestricted(actor, role === "BENEFICIARY", sectorId);
    const inTx = { ...services, db: tx };
    const again = await decideDocumentsOf(inTx, actor, userId, verdicts);
    if (verdict === "accept" && role === "BENEFICIARY" && (await hasUnchecked(tx, userId)))
      throw fieldRefusal("documents", "chats:decision.documentsFirst");
    const missing = again.map(({ kind, reason }) =>
      services.translate(locale, "documents:again", { kind: services.translate(locale, `documents:kinds.${kind}`), reason }),
    );
    const reason = verdict === "ask" ? [typed, ...missing].filter(Boolean).join("\n") : typed;
    await moveAccount(inTx, { by: "staff", actor }, userId, steps[verdict], { reason });
    const criteria = role === "BENEFICIARY" ? await currentCriteria(tx) : null;
    await tx
      .insert(accountDecisions)
      .values({ userId, verdict, reason, decidedBy: actor.id, criteriaVersionId: criteria?.id, decidedAt: now });
    if (verdict === "ask") return addStaffMessage(inTx, actor, userId, { body: reason ?? "", internal: false });
    await closeFile(tx, userId, verdict === "accept" ? "eligible" : "not_eligible", now);
    await closeChatOf(tx, userId, now);
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
async function lockDecidable(tx: Db, actor: Actor, userId: string, verdict: Verdict): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user || user.role === "ADMIN") throw new Refusal("not_found");
  if (user.id === actor.id) throw new Refusal("wrong_state");
  if (verdict === "accept" && (await lacksConsent(tx, userId))) throw new Refusal("wrong_state");
  return user;
}

/** Whether a minor's guardian has still to agree. */
async function lacksConsent(tx: Db, userId: string) {
  return (await tx.$count(guardianConsents, and(eq(guardianConsents.userId, userId), isNull(guardianConsents.consentedAt)))) > 0;
}

/** The effect of the decision on a student's file. */
async function closeFile(tx: Db, userId: string, status: "eligible" | "not_eligible", now: Date) {
  await tx.update(beneficiaryFiles).set({ status }).where(eq(beneficiaryFiles.userId, userId));
  await closeDocuments(tx, userId, now);
}
