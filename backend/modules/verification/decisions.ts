import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/http/refusal";
import type { Services } from "#backend/http/services";
import { recordChange } from "#backend/modules/audit/recording";
import { queueMail } from "#backend/modules/mails/outbox";
import { guardianConsents } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { addStaffMessage } from "#backend/modules/verification-chats/messages";
import type { AccountState } from "#contract/current-user";
import type { Decision } from "#contract/verification-chats";
import { currentCriteria } from "./criteria.ts";
import { closePapers } from "./papers.ts";
import { accountDecisions, beneficiaryFiles } from "./tables.ts";

type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type User = typeof users.$inferSelect;

const decidable: AccountState[] = ["waiting", "to_validate", "refused"];

/**
 * Decides about an account that waits: opens it, refuses it, or sends it back with what is missing. The decision keeps
 * who took it, why, and under which criteria; the person gets a mail.
 */
export async function decideAccount(services: Needs, actor: Actor, userId: string, { verdict, reason }: z.output<typeof Decision>) {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const user = await lockDecidable(tx, actor, userId, verdict);
    const accountState = stateFor(verdict, user);
    await tx
      .update(users)
      .set({
        accountState,
        stateReason: reason ?? null,
        stateChangedAt: now,
        updatedAt: now,
        ...(verdict === "accept" && { annualVerificationNeeded: false }),
      })
      .where(eq(users.id, userId));
    const criteria = user.role === "BENEFICIARY" ? await currentCriteria(tx) : null;
    await tx
      .insert(accountDecisions)
      .values({ userId, verdict, reason, decidedBy: actor.id, criteriaVersionId: criteria?.id, decidedAt: now });
    if (verdict !== "ask") await closeFile(tx, userId, verdict === "accept" ? "eligible" : "not_eligible", now);
    await recordChange(tx, actor, {
      action: `account.${verdict}`,
      entityType: "user",
      entityId: userId,
      before: { accountState: user.accountState },
      after: { accountState },
      reason,
    });
    const inTx = { ...services, db: tx };
    if (verdict === "ask") await addStaffMessage(inTx, actor, userId, { body: reason ?? "", internal: false });
    await queueMail(inTx, userId, mailFor(verdict, user), { reason: reason ?? "" }, `account.${verdict}:${userId}:${now.toISOString()}`);
  });
}

type Verdict = "accept" | "refuse" | "ask";

/** The account, if it waits for a decision that is this person's to take. */
async function lockDecidable(tx: Db, actor: Actor, userId: string, verdict: Verdict): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user || user.role === "ADMIN") throw new Refusal("not_found");
  if (!decidable.includes(user.accountState) || user.id === actor.id) throw new Refusal("wrong_state");
  if (verdict === "accept" && (await lacksConsent(tx, userId))) throw new Refusal("wrong_state");
  return user;
}

function stateFor(verdict: Verdict, { role }: User): AccountState {
  if (verdict === "accept") return "validated";
  if (verdict === "refuse") return "refused";
  return role === "BENEFICIARY" ? "waiting" : "to_validate";
}

function mailFor(verdict: Verdict, { role }: User) {
  if (verdict === "ask") return "more_information";
  if (verdict === "accept") return "account_accepted";
  return role === "BENEFICIARY" ? "account_refused_beneficiary" : "account_refused";
}

/** Whether a minor's guardian has still to agree. */
async function lacksConsent(tx: Db, userId: string) {
  return (await tx.$count(guardianConsents, and(eq(guardianConsents.userId, userId), isNull(guardianConsents.consentedAt)))) > 0;
}

/** What the decision makes of a student's file. */
async function closeFile(tx: Db, userId: string, status: "eligible" | "not_eligible", now: Date) {
  await tx.update(beneficiaryFiles).set({ status }).where(eq(beneficiaryFiles.userId, userId));
  await closePapers(tx, userId, now);
}
