import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { documents } from "#backend/modules/documents/tables";
import { guardianConsents } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { fileDocumentKinds } from "#contract/accounts/criteria";
import type { FilePiece } from "#contract/accounts/people";
import { accountDecisions, beneficiaryFiles } from "./tables.ts";

const one = { one: sql`1` };

/** A document of a student's file that nobody has checked, and whose bytes still exist. */
export const isUnchecked = and(
  inArray(documents.kind, [...fileDocumentKinds]),
  eq(documents.verification, "pending"),
  isNull(documents.purgedAt),
);

/** When a file was last accepted: answers are purged after that, and each year requires a new certificate. */
const lastAccepted = sql`(select max(accepted.decided_at) from ${accountDecisions} accepted
  where accepted.user_id = ${users.id} and accepted.verdict = 'accept' and accepted.criteria_version_id is not null)`;

/** What the file of an account lacks before it can be decided, as conditions about a row of `users`. */
function lacks(db: Db): Record<FilePiece, SQL> {
  const isStudent = eq(users.role, "BENEFICIARY");
  const answered = db
    .select(one)
    .from(beneficiaryFiles)
    .where(and(eq(beneficiaryFiles.userId, users.id), sql`${beneficiaryFiles.answers} <> '{}'::jsonb`));
  const enrolled = db
    .select(one)
    .from(documents)
    .where(
      and(eq(documents.ownerId, users.id), eq(documents.kind, "PROOF_STUDIES"), inArray(documents.verification, ["pending", "accepted"])),
    );
  const unanswered = db
    .select(one)
    .from(guardianConsents)
    .where(and(eq(guardianConsents.userId, users.id), isNull(guardianConsents.consentedAt)));
  return {
    answers: sql`(${and(isStudent, sql`${lastAccepted} is null`, notExists(answered))})`,
    studies: sql`(${and(isStudent, notExists(enrolled))})`,
    consent: sql`exists ${unanswered}`,
  };
}

/** The pieces that an account's file lacks, as a column beside its row of `users`. */
export function missingPieces(db: Db) {
  const cases = Object.entries(lacks(db)).map(([piece, condition]) => sql`case when ${condition} then ${piece}::text end`);
  return sql<FilePiece[]>`array_remove(array[${sql.join(cases, sql`, `)}], null)`;
}

export const isComplete = (db: Db) => sql`not (${or(...Object.values(lacks(db)))})`;

/** How many documents of a student's file nobody has checked. */
export const uncheckedDocuments = (db: Db) => db.$count(documents, and(eq(documents.ownerId, users.id), isUnchecked)).mapWith(Number);
