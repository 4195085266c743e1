import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { documents } from "#backend/modules/documents/tables";
import { orRemove, removeLoose, storeFile } from "#backend/modules/documents/uploading";
import { ownedBy } from "#backend/modules/verification/supporting-documents";
import { Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import { maxDocumentBytes, type SupportingDocumentKind } from "#contract/accounts/documents";
import { documentsFor, type RegistrationKind } from "#contract/accounts/registration-steps";
import type { Draft } from "./drafts.ts";
import { registrationDocuments, registrationDrafts } from "./tables.ts";

const documentsAllowed = 6;

type Deps = Pick<Services, "db" | "files" | "limits" | "log">;

/** The documents that came with a draft, oldest first. */
export async function documentsOfDraft(db: Db, token: string) {
  const rows = await db
    .select()
    .from(registrationDocuments)
    .where(eq(registrationDocuments.draftHash, hashOf(token)))
    .orderBy(asc(registrationDocuments.createdAt));
  return rows.map(({ id, kind, fileName }) => ({ id, kind, name: fileName }));
}

/**
 * Keeps a document with a draft. It is checked and stored like those of an account, and goes with the draft when that is left. The same bytes of the
 * same kind are one document: the form was sent twice.
 */
export async function addDraftDocument(
  { db, files, limits, log }: Deps,
  draft: Draft,
  network: string,
  { file, kind }: { file: File; kind: SupportingDocumentKind },
) {
  if (!documentsFor(draft.kind).includes(kind)) throw new Refusal("wrong_state");
  if (file.size > maxDocumentBytes) throw new Refusal("too_large");
  await limits.take("documentByNetwork", network);
  const stored = await storeFile(files, "papers", file);
  const written = db.transaction(async (tx) => {
    const draftHash = hashOf(draft.token);
    const [row] = await tx.select().from(registrationDrafts).where(eq(registrationDrafts.tokenHash, draftHash)).for("update");
    if (!row) throw new Refusal("wrong_state");
    const own = eq(registrationDocuments.draftHash, draftHash);
    const same = and(own, eq(registrationDocuments.kind, kind), eq(registrationDocuments.sha256, stored.sha256));
    const [known] = await tx.select({ id: registrationDocuments.id }).from(registrationDocuments).where(same);
    if (known) return known;
    if ((await tx.$count(registrationDocuments, own)) >= documentsAllowed)
      throw new Refusal("too_many_documents", { count: documentsAllowed });
    await tx.insert(registrationDocuments).values({ ...stored, draftHash, kind });
    return { id: stored.id };
  });
  const added = await orRemove({ files, log }, stored.storageKey, written);
  if (added.id !== stored.id) await removeLoose({ files, log }, stored.storageKey);
  return added;
}

/** Deletes a document of one of these drafts, with its bytes. */
export async function removeDraftDocument({ db, files }: Pick<Services, "db" | "files">, drafts: Draft[], id: string) {
  const hashes = drafts.map(({ token }) => hashOf(token));
  const own = and(eq(registrationDocuments.id, id), inArray(registrationDocuments.draftHash, hashes));
  const [gone] = await db.delete(registrationDocuments).where(own).returning();
  if (!gone) throw new Refusal("not_found");
  await files.remove(gone.storageKey);
}

/** Moves the documents of a draft to its account, as far as this kind of registration asks for them; the others stay with the draft. */
export async function handOverDocuments(tx: Db, draft: { token: string; kind: RegistrationKind }, userId: string, now: Date) {
  const which = and(
    eq(registrationDocuments.draftHash, hashOf(draft.token)),
    inArray(registrationDocuments.kind, [...documentsFor(draft.kind)]),
  );
  const sent = await tx.delete(registrationDocuments).where(which).returning();
  const rows = sent.map(({ draftHash: _, ...document }) => ({ ...document, ...ownedBy(userId), createdAt: now, updatedAt: now }));
  if (rows.length > 0) await tx.insert(documents).values(rows);
}
