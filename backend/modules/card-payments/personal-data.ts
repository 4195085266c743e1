import { type SQL, sql } from "drizzle-orm";
import { ofAccounts, type PersonalData, throughSent } from "#backend/privacy/personal-data";

/** Whether money of a page of dues may still come: it may be paid, a debit is on its way, or a renewal was ordered. */
const isAwaited = sql`(it.state <> 'expired' and it.created_at > now() - interval '2 days'
  or exists (select from pending_debits due where due.membership_id = it.membership_id)
  or exists (select from membership_renewals renewal where renewal.next_id = it.membership_id and renewal.state = 'ordered'))`;

/** What is of the memberships of these people. */
const ofDues = (which: SQL) => ({
  ...ofAccounts((ids) => sql`it.membership_id in (select id from memberships where user_id in ${ids}) and ${which}`),
  through: true,
});

/**
 * Where a gift or dues were paid, and the debits on their way. Payments stay, and find what becomes of them by the provider's own id. What is of a pledge
 * that an erasure only anonymises, since money of it came or may still come, is not found any more then, and stays with it. Of dues, what their money is
 * recorded by stays until it came or was refused.
 */
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
  { table: "checkouts", columns: [], ...ofDues(sql`not ${isAwaited}`), hidden: ["session_id"], erasure: "delete" },
  { table: "checkouts", columns: [], ...ofDues(isAwaited), hidden: ["session_id"], erasure: "keep", because: "accounting" },
  { table: "pending_debits", columns: [], ...ofDues(sql`true`), hidden: ["provider_reference"], erasure: "keep", because: "accounting" },
];
