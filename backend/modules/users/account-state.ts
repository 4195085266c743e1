import type { AccountState } from "#contract/current-user";

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
