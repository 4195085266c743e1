import { and, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#backend/modules/users/tables";
import type { PersonRecord } from "#contract/accounts/people";

const other = alias(users, "other");

/** Another account that may be the same person's. */
const isSamePerson = and(
  ne(other.id, users.id),
  ne(other.accountState, "left"),
  sql`(lower(${other.firstName} || ' ' || ${other.lastName}) = lower(${users.firstName} || ' ' || ${users.lastName}) or ${other.phone} = ${users.phone})`,
);

/** How many other accounts may be the same person's, as a column beside a row of `users`. */
export const countSamePeople = sql<number>`(select count(*)::int from ${users} other where ${isSamePerson})`;

const otherName = sql`${other.firstName} || ' ' || ${other.lastName}`;

/** These accounts, ten at most. */
export const samePeople = sql<NonNullable<PersonRecord["more"]>["sameAs"]>`(select coalesce(json_agg(json_build_object(
    'id', ${other.id}, 'name', ${otherName}, 'email', ${other.email}, 'accountState', ${other.accountState})), '[]')
  from (select * from ${users} other where ${isSamePerson} limit 10) other)`;
