import { and, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { documents } from "#backend/modules/documents/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { fileDocumentKinds } from "#contract/accounts/criteria";
import { drivingDocumentKinds } from "#contract/accounts/person-edit";

/**
 * Somebody's file waits for a decision again: its answers and documents stay until then, and documents of the driving that nobody has checked wait again. A
 * rejected document is of no more use, and keeps its purge date.
 */
export async function keepUntilDecided(tx: Db, userId: string) {
  const isOfFile = inArray(documents.kind, [...fileDocumentKinds]);
  const isUnchecked = and(inArray(documents.kind, [...drivingDocumentKinds]), eq(documents.verification, "pending"));
  const own = and(eq(documents.ownerId, userId), or(isOfFile, isUnchecked), ne(documents.verification, "rejected"));
  await tx
    .update(documents)
    .set({ purgeAt: null })
    .where(and(own, isNotNull(documents.purgeAt), isNull(documents.purgedAt)));
  await tx.update(beneficiaryFiles).set({ answersPurgeAt: null }).where(eq(beneficiaryFiles.userId, userId));
}
