import type { GateUser } from "#contract/access";
import type { AccountState } from "#contract/current-user";
import type { Locale } from "#contract/locale";

/** The person behind a request, as the database knows them at this moment. */
export type Actor = GateUser & {
  id: string;
  sessionId: string;
  sectorId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  locale: Locale;
  extraData: { annualVerificationNeeded: boolean; accountState: AccountState };
  requestId: string;
};
