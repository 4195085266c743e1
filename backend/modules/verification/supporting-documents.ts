import { and, asc, eq, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { documentPurgeDate } from "#backend/modules/documents/purge-date";
import { documents } from "#backend/modules/documents/tables";
import { orRemove, removeLoose, storeFile } from "#backend/modules/documents/uploading";
import { removeAfterCommit } from "#backend/modules/privacy/removed-files";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { type FileDocument, fileDocumentKinds } from "#contract/accounts/criteria";
import { maxDocumentBytes, type SupportingDocumentKind } from "#contract/accounts/documents";
import { drivingDocumentKinds } from "#contract/accounts/person-edit";
import { beneficiaryFiles } from "./tables.ts";

const documentsAllowed = 12;

type Deps = Pick<Services, "db" | "files" | "limits" | "clock">;

const ownDocuments = (userId: string, kinds: readonly SupportingDocumentKind[] = fileDocumentKinds) =>
  and(eq(documents.ownerId, userId), isNotNull(documents.verification), inArray(documents.kind, [...kinds]));

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

/**
 * Stores a supporting document for its owner and the team alone. Pictures are re-encoded; a PDF stays as it is. One that waits already, of the
 * same kind and with the same bytes, is the same document: its form was sent twice.
 */
export function addSupportingDocument(services: Adding, actor: Actor, document: { file: File; kind: FileDocument["kind"] }) {
  return addDocument(services, actor, document, fileDocumentKinds);
}

/** Stores a document of someone's vehicle or licence, which staff review before that person drives. */
export function addDrivingDocument(services: Adding, actor: Actor, document: { file: File; kind: (typeof drivingDocumentKinds)[number] }) {
  return addDocument(services, actor, document, drivingDocumentKinds);
}

type Adding = Deps & Pick<Services, "log">;

async function addDocument(
  { db, files, limits, clock, log }: Adding,
  actor: Actor,
  { file, kind }: { file: File; kind: SupportingDocumentKind },
  kinds: readonly SupportingDocumentKind[],
) {
  if (file.size > maxDocumentBytes) throw new Refusal("too_large");
  await limits.take("uploadByPerson", actor.id);
  const stored = await storeFile(files, "papers", file);
  const written = db.transaction(async (tx) => {
    // Serialised: the documents are counted while none can be added.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
    const same = and(eq(documents.kind, kind), eq(documents.sha256, stored.sha256), eq(documents.verification, "pending"));
    const [known] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(ownDocuments(actor.id, kinds), same));
    if (known) return known;
    if ((await tx.$count(documents, ownDocuments(actor.id, kinds))) >= documentsAllowed) throw new Refusal("wrong_state");
    await tx.insert(documents).values({ ...stored, ...ownedBy(actor.id), kind, createdAt: clock() });
    return { id: stored.id };
  });
  const added = await orRemove({ files, log }, stored.storageKey, written);
  if (added.id !== stored.id) await removeLoose({ files, log }, stored.storageKey);
  return added;
}

/** The columns of a new supporting document: its owner, private, to be checked. */
export const ownedBy = (ownerId: string) => ({ ownerId, visibility: "owner", verification: "pending" }) as const;

/** Takes back a supporting document that nobody has checked yet. */
export async function removeSupportingDocument({ db }: Pick<Services, "db">, actor: Actor, id: string) {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(ownDocuments(actor.id), eq(documents.id, id)));
  if (!document) throw new Refusal("not_found");
  await db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(documents)
      .where(and(eq(documents.id, id), eq(documents.verification, "pending")))
      .returning();
    if (!gone) throw new Refusal("wrong_state");
    await removeAfterCommit(tx, [gone.storageKey]);
  });
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
