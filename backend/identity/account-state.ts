import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { guardianConsents } from "#backend/modules/registration/tables";
import type { AccountState } from "#contract/accounts/current-user";
import { users } from "../modules/users/tables.ts";

type AccountRow = { emailVerifiedAt: Date | null; accountState: AccountState; annualVerificationNeeded: boolean };

/** The flags of `/api/user/me` about the account, derived from its state here and nowhere else. */
export function accountFlags({ emailVerifiedAt, accountState, annualVerificationNeeded }: AccountRow) {
  return {
    isEmailVerified: emailVerifiedAt !== null,
    isAccountWaitingUser: accountState === "waiting",
    isAccountValidated: accountState === "validated",
    extraData: { annualVerificationNeeded, accountState },
  };
}

/** Why an account is where it is, and since when. */
export async function describeStanding(db: Db, { id }: { id: string }) {
  const [user] = await db.select({ reason: users.stateReason, since: users.stateChangedAt }).from(users).where(eq(users.id, id));
  const unanswered = and(eq(guardianConsents.userId, id), isNull(guardianConsents.consentedAt));
  const guardianWaiting = (await db.$count(guardianConsents, unanswered)) > 0;
  return { reason: user?.reason ?? null, since: (user?.since ?? new Date(0)).toISOString(), guardianWaiting };
}
