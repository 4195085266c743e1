import { type SQL, sql } from "drizzle-orm";
import { aids } from "#backend/modules/aids/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { countedStates } from "#contract/charity/volunteer-hours";

const counted = sql.join(
  countedStates.map((state) => sql`${state}`),
  sql`, `,
);

/** What the lists of people say of each from other tables, in a query of `users` with others; each is read for the rows of a page alone. */
export function listFacts(today: string) {
  const year = today.slice(0, 4);
  return {
    /** Minutes of this year that are validated. */
    minutes: sql<number>`(select coalesce(sum(${volunteerHours.minutes}), 0)::int from ${volunteerHours} where ${volunteerHours.userId} = ${users.id}
      and ${volunteerHours.status} in (${counted}) and ${volunteerHours.date} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date)`,
    skills: sql<
      string | null
    >`(select ${volunteerProfiles.skills} from ${volunteerProfiles} where ${volunteerProfiles.userId} = ${users.id})`,
    household: file<number>(sql`${beneficiaryFiles.adults} + ${beneficiaryFiles.children}`),
    lastAid: sql<string | null>`(select max(${aids.day})::text from ${aids} where ${aids.userId} = ${users.id})`,
  };
}

const file = <Value>(value: SQL) =>
  sql<Value | null>`(select ${value} from ${beneficiaryFiles} where ${beneficiaryFiles.userId} = ${users.id})`;
