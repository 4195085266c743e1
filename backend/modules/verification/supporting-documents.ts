import { and, desc, eq, inArray, isNotNull, isNull, lte } from "drizzle-orm";
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
import { documentsShown, maxDocumentBytes, type SupportingDocumentKind, supportingDocumentKinds } from "#contract/accounts/documents";
import { drivingDocumentKinds } from "#contract/accounts/person-edit";
import { beneficiaryFiles } from "./tables.ts";

/** Of those that nobody has checked, which their owner may remove: the others are history. */
const documentsAllowed = 12;

type Deps = Pick<Services, "db" | "files" | "limits" | "clock">;

const ownDocuments = (userId: string, kinds: readonly SupportingDocumentKind[] = fileDocumentKinds) =>
  and(eq(documents.ownerId, userId), isNotNull(documents.verification), inArray(documents.kind, [...kinds]));

/** The documents of a person's file, newest first. Of more than these, the others were decided long ago: at most twelve wait. */
export const supportingDocumentsOf = (db: Db, userId: string): Promise<FileDocument[]> => newestDocuments(db, userId, fileDocumentKinds);

/** Those of a driver. */
export const drivingDocumentsOf = (db: Db, userId: string) => newestDocuments(db, userId, drivingDocumentKinds);

async function newestDocuments<Kind extends SupportingDocumentKind>(db: Db, userId: string, kinds: readonly Kind[]) {
  const newest = [desc(documents.createdAt), documents.id];
  const rows = await db
    .select()
    .from(documents)
    .where(ownDocuments(userId, kinds))
    .orderBy(...newest)
    .limit(documentsShown);
  return rows.map(({ id, kind, fileName, verification, rejectReason, createdAt, purgeAt }) => ({
    id,
    kind: kind as Kind,
    name: fileName ?? "",
    status: verification ?? ("pending" as const),
    reason: rejectReason,
    sentAt: createdAt.toISOString(),
    closed: verification === "pending" && purgeAt !== null,
  }));
}

/**
 * Stores a supporting document for its owner and the team alone. Pictures are re-encoded; a PDF stays as it is. One that waits already, of the
 * same kind and with the same bytes, is the same document: its form was sent twice.
 */
export function addSupportingDocument(services: Adding, actor: Actor, document: { file: File; kind: FileDocument["kind"] }) {
  return addDocument(services, actor, document, { kinds: fileDocumentKinds, full: "too_many_documents" });
}

/** Stores a document of someone's vehicle or licence, which staff review before that person drives. */
export function addDrivingDocument(services: Adding, actor: Actor, document: { file: File; kind: (typeof drivingDocumentKinds)[number] }) {
  return addDocument(services, actor, document, { kinds: drivingDocumentKinds, full: "too_many_driving_documents" });
}

type Adding = Deps & Pick<Services, "log">;

async function addDocument(
  { db, files, limits, clock, log }: Adding,
  actor: Actor,
  { file, kind }: { file: File; kind: SupportingDocumentKind },
  { kinds, full }: { kinds: readonly SupportingDocumentKind[]; full: "too_many_documents" | "too_many_driving_documents" },
) {
  if (file.size > maxDocumentBytes) throw new Refusal("too_large");
  await limits.take("uploadByPerson", actor.id);
  const stored = await storeFile(files, "papers", file);
  const written = db.transaction(async (tx) => {
    // Serialised: the documents are counted while none can be added.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
    const unchecked = and(ownDocuments(actor.id, kinds), eq(documents.verification, "pending"));
    const same = and(unchecked, eq(documents.kind, kind), eq(documents.sha256, stored.sha256));
    const [known] = await tx.select({ id: documents.id }).from(documents).where(same);
    if (known) return known;
    if ((await tx.$count(documents, unchecked)) >= documentsAllowed) throw new Refusal(full, { count: documentsAllowed });
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

/**
 * After the decision on a file: sets the purge date of documents and answers. Documents that nobody checked wait no longer with it; those of somebody's
 * driving wait on, unless the person is refused.
 */
export async function closeDocuments(tx: Db, userId: string, now: Date, { isRefused }: { isRefused: boolean }) {
  const purgeAt = await documentPurgeDate(tx, now);
  await tx
    .update(documents)
    .set({ purgeAt })
    .where(and(ownDocuments(userId, isRefused ? supportingDocumentKinds : fileDocumentKinds), isNull(documents.purgeAt)));
  await tx.update(beneficiaryFiles).set({ answersPurgeAt: purgeAt }).where(eq(beneficiaryFiles.userId, userId));
}

/** Deletes the answers on the same day as the documents. */
export async function purgeAnswers(db: Db, now: Date) {
  await db.update(beneficiaryFiles).set({ answers: {}, answersPurgeAt: null }).where(lte(beneficiaryFiles.answersPurgeAt, now));
}

/** How many documents a person's file has. */
export const countSupportingDocuments = (db: Db, userId: string) => db.$count(documents, ownDocuments(userId));
