import { and, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { moveAccount } from "#backend/modules/users/transitions";
import { addOwnMessage } from "#backend/modules/verification/chat-messages";
import { Refusal } from "#backend/refusal";
import type { AnnualCheck } from "#contract/accounts/criteria";
import { franceDay } from "#contract/formats/france-time";
import { acceptedAt } from "./last-accepted.ts";
import { beneficiaryFiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/**
 * From 1 September: every student's account that is open, and was last accepted before this summer's end, is to be confirmed. One that was suspended then is
 * asked the day after it is reopened. It is idempotent.
 */
export async function beginYearlyCheck(services: Deps) {
  const now = services.clock();
  const year = franceDay(now).slice(0, 4);
  const begins = new Date(`${year}-08-31T22:00:00Z`);
  if (now < begins) return;
  await services.db.transaction(async (tx) => {
    const open = and(eq(users.role, "BENEFICIARY"), eq(users.accountState, "validated"), eq(users.annualVerificationNeeded, false));
    const chosen = await tx
      .update(users)
      .set({ annualVerificationNeeded: true, updatedAt: now })
      .where(and(open, sql`${acceptedAt} < ${begins.toISOString()}::timestamptz`))
      .returning({ id: users.id });
    for (const { id } of chosen) await queueMail({ ...services, db: tx }, id, "annual_check", {}, `annual_check:${id}:${year}`);
  });
}

/** The person confirms, or says what changed; the account waits for the team again. */
export async function confirmYear(services: Deps, actor: Actor, { changes }: z.output<typeof AnnualCheck>) {
  if (!actor.extraData.annualVerificationNeeded || !actor.isAccountValidated) throw new Refusal("wrong_state");
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const inTx = { ...services, db: tx };
    await moveAccount(inTx, { by: "self", actor }, actor.id, "recheck");
    await tx.update(beneficiaryFiles).set({ status: "to_verify", sentAt: now }).where(eq(beneficiaryFiles.userId, actor.id));
    if (changes) await addOwnMessage(inTx, actor, { body: changes });
  });
}
