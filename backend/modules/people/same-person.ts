import { and, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accountsOf } from "#backend/identity/account-scope";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import type { PersonRecord } from "#contract/accounts/people";

type Reader = Parameters<typeof accountsOf>[0];
const other = alias(users, "other");

/** Another account that may be the same person's, among those that the reader looks after. */
const isSamePerson = (reader: Reader) =>
  and(
    accountsOf(reader, other),
    ne(other.id, users.id),
    ne(other.accountState, "left"),
    sql`(lower(${fullName(other)}) = lower(${fullName(users)}) or ${other.phone} = ${users.phone})`,
  );

/** How many other accounts may be the same person's, as a column beside a row of `users`. */
export const countSamePeople = (reader: Reader) => sql<number>`(select count(*)::int from ${users} other where ${isSamePerson(reader)})`;

const otherName = fullName(other);

/** These accounts, ten at most. */
export const samePeople = (reader: Reader) =>
  sql<NonNullable<PersonRecord["more"]>["sameAs"]>`(select coalesce(json_agg(json_build_object(
    'id', ${other.id}, 'name', ${otherName}, 'email', ${other.email}, 'accountState', ${other.accountState})), '[]')
  from (select * from ${users} other where ${isSamePerson(reader)} limit 10) other)`;
