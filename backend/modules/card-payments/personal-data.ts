import { sql } from "drizzle-orm";
import { ofAccounts, type PersonalData, throughSent } from "#backend/privacy/personal-data";

/** Where a gift or dues were paid. Its payments stay, and find what becomes of them by the provider's own id. */
export const personalData: PersonalData[] = [
  { table: "checkouts", columns: [], ...throughSent("pledge_id", "pledges"), hidden: ["session_id"], erasure: "delete" },
  { table: "pending_debits", columns: [], ...throughSent("pledge_id", "pledges"), hidden: ["provider_reference"], erasure: "delete" },
  // Until the job has ended it at the provider, it is needed for that.
  {
    table: "provider_subscriptions",
    columns: [],
    ...throughSent("pledge_id", "pledges"),
    hidden: ["subscription_id", "failed_invoice"],
    erasure: "anonymise",
    anonymise: (tx, which) => tx.execute(sql`update provider_subscriptions it set stop_wanted = true where ${which}`),
  },
  {
    table: "checkouts",
    columns: [],
    ...ofAccounts((ids) => sql`it.membership_id in (select id from memberships where user_id in ${ids})`),
    through: true,
    hidden: ["session_id"],
    erasure: "delete",
  },
];
