import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { aids } from "#backend/modules/aids/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { lastReceivedBy, receivedBy } from "#backend/modules/payments/received-by-account";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { acceptedAt } from "#backend/modules/verification/last-accepted";
import { accountDecisions, beneficiaryFiles } from "#backend/modules/verification/tables";
import { donorRoles } from "#contract/accounts/roles";
import { countedStates } from "#contract/charity/volunteer-hours";

const counted = sql.join(
  countedStates.map((state) => sql`${state}`),
  sql`, `,
);

/** What the lists of people say of each from other tables, in a query of `users` with others; each is read for the rows of a page alone. */
export function listFacts(db: Db, today: string) {
  const year = today.slice(0, 4);
  return {
    /** Minutes of this year that are validated. */
    minutes: sql<number>`(select coalesce(sum(${volunteerHours.minutes}), 0)::int from ${volunteerHours} where ${volunteerHours.userId} = ${users.id}
      and ${volunteerHours.status} in (${counted}) and ${volunteerHours.date} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date)`,
    skills: sql<
      string | null
    >`(select ${volunteerProfiles.skills} from ${volunteerProfiles} where ${volunteerProfiles.userId} = ${users.id})`,
    household: file<number>(sql`${beneficiaryFiles.adults} + ${beneficiaryFiles.children}`),
    /** What donors gave this year, in cents, and the day of their last gift. */
    givenCents: ofDonors<number>(sql`(${receivedBy(db, users.id, `${year}-01-01`)})::float8`),
    lastGiftOn: ofDonors<string>(lastReceivedBy(db, users.id)),
    /** Of a student with an open account, the last day on which the file is valid, and who decided on it last. */
    fileValidUntil: ofStudents<string>(sql`${fileEnds}::text`),
    verifier: ofStudents<string>(sql`(select verifiers.first_name || ' ' || verifiers.last_name from ${accountDecisions} decision
      join ${users} verifiers on verifiers.id = decision.decided_by
      where decision.user_id = users.id order by decision.decided_at desc limit 1)`),
    lastAid: sql<string | null>`(select max(${aids.day})::text from ${aids} where ${aids.userId} = ${users.id})`,
  };
}

const ofDonors = <Value>(value: SQL) => sql<Value | null>`case when ${inArray(users.role, [...donorRoles])} then ${value} end`;

const isOpenStudent = and(eq(users.role, "BENEFICIARY"), eq(users.accountState, "validated"));

const ofStudents = <Value>(value: SQL) => sql<Value | null>`case when ${isOpenStudent} then ${value} end`;

/** The end of August after a student's file was opened or confirmed, as `fileValidUntil` of the contract counts it. */
const fileEnds = sql`(date_trunc('year', ${acceptedAt} at time zone 'Europe/Paris' + interval '4 months') + interval '8 months' - interval '1 day')::date`;

/** Students whose file is valid and ends within some days, or has ended. */
export const fileEndsWithin = (today: string, days: number): SQL | undefined =>
  and(isOpenStudent, sql`${fileEnds} between ${today}::date and ${today}::date + ${days}::int`);
export const fileHasEnded = (today: string): SQL | undefined => and(isOpenStudent, sql`${fileEnds} < ${today}::date`);

const file = <Value>(value: SQL) =>
  sql<Value | null>`(select ${value} from ${beneficiaryFiles} where ${beneficiaryFiles.userId} = ${users.id})`;
