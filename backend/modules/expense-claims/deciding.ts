import { and, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { brokenConstraint } from "#backend/db/broken-constraint";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { ClaimState } from "#contract/charity/expense-claims";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { getClaim, ownClaim } from "./list.ts";
import { hasPostalAddress, issuesReceipts, pageOfExpenses } from "./receipts.ts";
import { heldByDatabase } from "./refusals.ts";
import { expenseClaims } from "./tables.ts";

type Claim = typeof expenseClaims.$inferSelect;
type Deps = Pick<Services, "db" | "clock" | "wakeMail" | "settings" | "translate" | "organisation">;
type Decision = { version: number; reason?: string };

/** Accepts the claim of somebody else. From then on a tax receipt may certify it. */
export const acceptClaim = (services: Deps, actor: Actor, id: string, { version }: Decision) =>
  decide(services, actor, id, version, ["sent"], (now) => ({ status: "accepted", deciderId: actor.id, decidedAt: now }));

/** Declines the claim of somebody else, or takes back its acceptance as long as no receipt certifies it. */
export const declineClaim = (services: Deps, actor: Actor, id: string, { version, reason = "" }: Decision) =>
  decide(services, actor, id, version, ["sent", "accepted"], (now) => ({
    status: "declined",
    deciderId: actor.id,
    decidedAt: now,
    declineReason: reason,
  }));

async function decide(
  services: Deps,
  actor: Actor,
  id: string,
  version: number,
  from: ClaimState[],
  set: (now: Date) => Partial<Claim> & { status: ClaimState },
) {
  const { db, clock } = services;
  await held(() =>
    db.transaction(async (tx) => {
      const before = await lockVersion(tx, expenseClaims, { id, version }, () => getClaim(tx, actor, id));
      if (before.userId === actor.id) throw new Refusal("forbidden");
      if (!from.includes(before.status)) throw new Refusal("wrong_state");
      const now = clock();
      const changed = { ...set(now), updatedAt: now, version: version + 1 };
      const [row] = await tx.update(expenseClaims).set(changed).where(eq(expenseClaims.id, id)).returning();
      if (!row) throw new Refusal("unexpected");
      await mailDecision({ ...services, db: tx }, row, before.status);
      const action = row.status === "accepted" ? "expense_claim.accept" : "expense_claim.decline";
      const change = { action, entityType: "expense_claim", entityId: id } as const;
      await recordChange(tx, actor, { ...change, before: { status: before.status }, after: { status: row.status } });
    }),
  );
}

/** Takes back a claim of one's own that nobody decided on yet. Again, it is withdrawn. */
export async function withdrawClaim({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, id: string, version: number) {
  await db.transaction(async (tx) => {
    const allowed = eq(expenseClaims.userId, actor.id);
    const before = await lockVersion(tx, expenseClaims, { id, version, allowed }, () => ownClaim(tx, actor, id));
    if (before.status !== "sent") throw new Refusal("wrong_state");
    const changed = { status: "withdrawn" as const, updatedAt: clock(), version: version + 1 };
    await tx.update(expenseClaims).set(changed).where(eq(expenseClaims.id, id));
  });
}

/** A claim that a receipt certifies is locked by the database: the receipt is cancelled first. */
async function held(run: () => Promise<void>) {
  try {
    await heldByDatabase(run);
  } catch (error) {
    if (brokenConstraint(error) === "expense_claims_certified") throw new Refusal("wrong_state");
    throw error;
  }
}

/** Writes to the volunteer what became of their claim, in their language. */
const mailDecision = (services: Deps, claim: Claim, before: ClaimState) =>
  mailClaims(services, [claim], `${claim.id} ${claim.version}`, before);

/** One mail to a volunteer about claims of theirs that were decided on together. */
export async function mailClaims(services: Deps, claims: Claim[], batch: string, before: ClaimState = "sent") {
  const [claim] = claims;
  if (!claim) return;
  const { userId, status, declineReason } = claim;
  const [person] = await services.db
    .select({ locale: users.locale, role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.accountState} <> 'left'`));
  if (!person) return;
  const { locale, role } = person;
  const days = [...new Set(claims.map(({ spentOn }) => spentOn))].toSorted();
  const values = {
    amount: formatEuros(
      locale,
      claims.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ),
    date: days.map((day) => writtenDay(locale, day)).join(", "),
    page: pageOfExpenses(role),
  };
  const key = `expenses ${batch}`;
  if (status === "accepted") {
    const receipt = services.translate(locale, await receiptText(services, userId));
    await queueMail(services, userId, "expenses_accepted", { ...values, receipt }, key);
    return;
  }
  const topic = before === "accepted" ? "expenses_taken_back" : "expenses_declined";
  await queueMail(services, userId, topic, { ...values, reason: declineReason ?? "" }, key);
}

/** What becomes of accepted expenses: they are on the receipt of the year, once the address is known, where receipts are issued. */
async function receiptText(services: Deps, userId: string) {
  if (!(await issuesReceipts(services))) return "expenses:mail.noReceipts";
  return (await hasPostalAddress(services.db, userId)) ? "expenses:mail.receipt" : "expenses:mail.address";
}
