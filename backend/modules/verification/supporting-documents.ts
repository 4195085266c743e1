import { and, asc, eq, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { documentPurgeDate } from "#backend/modules/documents/purge-date";
import { documents } from "#backend/modules/documents/tables";
import { keepFile, orRemove } from "#backend/modules/documents/uploading";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { type FileDocument, fileDocumentKinds } from "#contract/accounts/criteria";
import { maxDocumentBytes } from "#contract/accounts/documents";
import { beneficiaryFiles } from "./tables.ts";

const documentsAllowed = 12;

type Needs = Pick<Services, "db" | "files" | "limits" | "clock">;

const ownDocuments = (userId: string) =>
  and(eq(documents.ownerId, userId), isNotNull(documents.verification), inArray(documents.kind, [...fileDocumentKinds]));

/** The documents of a person's file, oldest first. */
export async function supportingDocumentsOf(db: Db, userId: string): Promise<FileDocument[]> {
  const rows = await db.select().from(documents).where(ownDocuments(userId)).orderBy(asc(documents.createdAt)).limit(100);
  return rows.map(({ id, kind, fileName, verification, rejectReason, createdAt }) => ({
    id,
    kind: kind as FileDocument["kind"],
    name: fileName ?? "",
    status: verification ?? "pending",
    reason: rejectReason,
    sentAt: createdAt.toISOString(),
  }));
}

/** Stores a supporting document for its owner and the team alone. Pictures are re-encoded; a PDF stays as it is. */
export async function addSupportingDocument(
  { db, files, limits, clock, log }: Needs & Pick<Services, "log">,
  actor: Actor,
  { file, kind }: { file: File; kind: FileDocument["kind"] },
) {
  if (file.size > maxDocumentBytes) throw new Refusal("too_large");
  await limits.take("uploadByPerson", actor.id);
  const stored = await keepFile(files, "papers", file);
  const written = db.transaction(async (tx) => {
    // Serialised: the documents are counted while none can be added.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
    if ((await tx.$count(documents, ownDocuments(actor.id))) >= documentsAllowed) throw new Refusal("wrong_state");
    await tx.insert(documents).values({ ...stored, ...ownedBy(actor.id), kind, createdAt: clock() });
    return { id: stored.id };
  });
  return orRemove({ files, log }, stored.storageKey, written);
}

/** The columns of a new supporting document: its owner, private, to be checked. */
export const ownedBy = (ownerId: string) => ({ ownerId, visibility: "owner", verification: "pending" }) as const;

/** Takes back a supporting document that nobody has checked yet. */
export async function removeSupportingDocument({ db, files }: Needs, actor: Actor, id: string) {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(ownDocuments(actor.id), eq(documents.id, id)));
  if (!document) throw new Refusal("not_found");
  const [gone] = await db
    .delete(documents)
    .where(and(eq(documents.id, id), eq(documents.verification, "pending")))
    .returning();
  if (!gone) throw new Refusal("wrong_state");
  await files.remove(gone.storageKey);
}

/** After the decision on a file: sets the purge date of documents and answers. */
export async function closeDocuments(tx: Db, userId: string, now: Date) {
  const purgeAt = await documentPurgeDate(tx, now);
  await tx
    .update(documents)
    .set({ purgeAt })
    .where(and(ownDocuments(userId), isNull(documents.purgeAt)));
  await tx.update(beneficiaryFiles).set({ answersPurgeAt: purgeAt }).where(eq(beneficiaryFiles.userId, userId));
}

/** Deletes the answers on the same day as the documents. */
export async function purgeAnswers(db: Db, now: Date) {
  await db.update(beneficiaryFiles).set({ answers: {}, answersPurgeAt: null }).where(lte(beneficiaryFiles.answersPurgeAt, now));
}
