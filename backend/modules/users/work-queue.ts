import { type SQL, sql } from "drizzle-orm";
import { type QueueReader, type WorkQueueSource, within } from "#backend/dashboard/work-queue";
import { firstMomentInTime, waitsLongerThan } from "#backend/db/overdue";
import { accountsDecidedBy, managesAccounts } from "#backend/identity/account-scope";
import { accountDeadline } from "#contract/accounts/answer-days";
import { franceDay } from "#contract/formats/france-time";
import { users } from "./tables.ts";

const waitsFor = (reader: QueueReader, now: Date) =>
  within(sql`${users.accountState} = 'to_validate'`, accountsDecidedBy(reader, franceDay(now)));

/** Accounts that wait for a decision. */
export const accountQueue: WorkQueueSource = {
  name: "accounts",
  worksOn: managesAccounts,
  rows: (_, reader, now) => ({
    table: users,
    since: users.stateChangedAt,
    waits: waitsFor(reader, now),
    late: waitsLongerThan(users.stateChangedAt, accountDeadline, now),
  }),
  days(reader, now): SQL<number[]> {
    const starts = Array.from({ length: accountDeadline.workingDays }, (_, at) => firstMomentInTime({ workingDays: at + 1 }, now));
    const counts = starts.map((start, at) => {
      const end = starts[at - 1];
      const until = end === undefined ? sql`true` : sql`${users.stateChangedAt} < ${end}::timestamptz`;
      return sql`count(*) filter (where ${users.stateChangedAt} >= ${start}::timestamptz and ${until})`;
    });
    return sql<number[]>`(select json_build_array(${sql.join(counts, sql`, `)}) from ${users} where ${waitsFor(reader, now)})`;
  },
};
