import type { GateUser } from "#contract/accounts/access";
import type { AccountState } from "#contract/accounts/current-user";
import type { Locale } from "#contract/formats/locale";

/** A permission that counts for the accounts of one sector. */
export type SectorGrant = { permission: string; sectorId: string };

/** The person who makes a request, as stored now. */
export type Actor = GateUser & {
  id: string;
  sessionId: string;
  sectorId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  locale: Locale;
  extraData: { annualVerificationNeeded: boolean; accountState: AccountState; sectorGrants: SectorGrant[] };
  requestId: string;
};
