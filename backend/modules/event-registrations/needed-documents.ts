import { type SQL, sql } from "drizzle-orm";
import { events } from "#backend/modules/events/tables";
import { acceptedAt } from "#backend/modules/verification/last-accepted";
import { type EventDocumentKind, eventDocumentKinds, isOfDriver } from "#contract/charity/event-documents";
import { eventRegistrations, registrationRules } from "./tables.ts";

/** The column of a driver's profile that says until when a document counts. */
const expiryOf = { LICENCE: "licence_expiry", INSURANCE: "insurance_expiry", INSPECTION: "inspection_expiry" } as const;

const inFrance = (instant: SQL) => sql`(${instant} at time zone 'Europe/Paris')::date`;

/** A day in SQL: of an event in a query of `events`, or one that is known (YYYY-MM-DD). */
const dayOf = (day: string | undefined) => (day ? sql`${day}::date` : inFrance(sql`${events.startsAt}`));

/** A student's file that was confirmed since this day is valid on a day: until the next end of August. */
const confirmedSince = (day: SQL) => sql`(date_trunc('year', ${day} + interval '4 months') - interval '4 months')::date`;

/**
 * Whether an account of `users` has an accepted document of a kind that counts on a day. One of a driver does until the last day in the profile, while the
 * team approves that: drivers type its days themselves. One of a student's file does as long as the file is valid. The row of a document stays when its file
 * is erased: it was seen.
 */
function counts(kind: EventDocumentKind, day: SQL): SQL {
  const accepted = sql`exists (select from documents paper
    where paper.owner_id = users.id and paper.kind = ${kind} and paper.verification = 'accepted')`;
  if (isOfDriver(kind))
    return sql`(${accepted} and exists (select from driver_profiles driver
      where driver.user_id = users.id and driver.status = 'approved' and driver.${sql.identifier(expiryOf[kind])} >= ${day}))`;
  return sql`(${accepted} and not users.annual_verification_needed and ${inFrance(acceptedAt)} >= ${confirmedSince(day)})`;
}

/** The kinds of documents that count for an account of `users` on a day (YYYY-MM-DD), or on that of the event of the query. */
export const documentsOn = (day?: string): SQL<EventDocumentKind[]> => {
  const each = eventDocumentKinds.map((kind) => sql`case when ${counts(kind, dayOf(day))} then ${kind}::text end`);
  return sql`array_remove(array[${sql.join(each, sql`, `)}], null)`;
};

/** Whether an account of `users` has all documents of some kinds on a day (YYYY-MM-DD); undefined where none is needed. */
export const hasDocuments = (kinds: readonly EventDocumentKind[], day: string): SQL | undefined =>
  kinds.length === 0
    ? undefined
    : sql.join(
        kinds.map((kind) => counts(kind, dayOf(day))),
        sql` and `,
      );

/** The documents that an event needs and a registration's person lacks, in a query that joins events, their rules and `users`; guests lack none. */
export const lackingDocuments: SQL<EventDocumentKind[]> = sql`case
  when ${registrationRules.needsDocuments} = '{}' or ${eventRegistrations.userId} is null then '{}'::text[]
  else array(select unnest(${registrationRules.needsDocuments}) except select unnest(${documentsOn()})) end`;

/** Whether nothing is lacking, in the same query. */
export const hasNeededDocuments: SQL = sql`(${registrationRules.needsDocuments} = '{}' or ${eventRegistrations.userId} is null
  or ${registrationRules.needsDocuments} <@ ${documentsOn()})`;
