import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { waitsForGuardian } from "#backend/identity/minors";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { fileDocumentKinds } from "#contract/accounts/criteria";
import type { FilePiece } from "#contract/accounts/people";
import { isStanding } from "./last-accepted.ts";
import { accountDecisions, beneficiaryFiles } from "./tables.ts";

const one = { one: sql`1` };

/** A document of a student's file that nobody has checked, and whose bytes still exist. */
export const isUnchecked = and(
  inArray(documents.kind, [...fileDocumentKinds]),
  eq(documents.verification, "pending"),
  isNull(documents.purgedAt),
);

/** When a file was last accepted. Answers are purged after that: a later file is complete without them, and takes a newer certificate. */
const lastAccepted = sql`(select max(accepted.decided_at) from ${accountDecisions} accepted
  where accepted.user_id = ${users.id} and accepted.verdict = 'accept' and accepted.criteria_version_id is not null and ${isStanding})`;

/** What the file of an account lacks before it can be decided, as conditions about a row of `users`. */
function lacks(db: Db, today: string): Record<FilePiece, SQL> {
  const isStudent = eq(users.role, "BENEFICIARY");
  const answered = db
    .select(one)
    .from(beneficiaryFiles)
    .where(and(eq(beneficiaryFiles.userId, users.id), sql`${beneficiaryFiles.answers} <> '{}'::jsonb`));
  return {
    answers: sql`(${and(isStudent, sql`${lastAccepted} is null`, notExists(answered))})`,
    studies: lacksStudies(db),
    consent: waitsForGuardian(db, today),
  };
}

/** Whether the file of a student lacks a certificate of enrolment that counts: a usable one, newer than the last acceptance. */
function lacksStudies(db: Db): SQL {
  const usable = or(eq(documents.verification, "accepted"), isUnchecked);
  const isNew = sql`coalesce(${documents.createdAt} > ${lastAccepted}, true)`;
  const enrolled = db
    .select(one)
    .from(documents)
    .where(and(eq(documents.ownerId, users.id), eq(documents.kind, "PROOF_STUDIES"), usable, isNew));
  return sql`(${and(eq(users.role, "BENEFICIARY"), notExists(enrolled))})`;
}

/** The pieces that an account's file lacks, as a column beside its row of `users`. */
export function missingPieces(db: Db, today: string) {
  const cases = Object.entries(lacks(db, today)).map(([piece, condition]) => sql`case when ${condition} then ${piece}::text end`);
  return sql<FilePiece[]>`array_remove(array[${sql.join(cases, sql`, `)}], null)`;
}

export async function lacksCertificate(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), lacksStudies(db)))) > 0;
}

export const isComplete = (db: Db, today: string) => sql`not (${or(...Object.values(lacks(db, today)))})`;

/** How many documents of a student's file nobody has checked. */
export const uncheckedDocuments = (db: Db) => db.$count(documents, and(eq(documents.ownerId, users.id), isUnchecked)).mapWith(Number);
