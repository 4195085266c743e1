import { and, eq, inArray, isNotNull, lt, or } from "drizzle-orm";
import { recordChange, recordChanges } from "#backend/audit/recording";
import { looseRows } from "#backend/content/dependents";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import { maxDocumentBytes, type StoredDocument } from "#contract/accounts/documents";
import { documents } from "./tables.ts";
import { addDocument, orRemove, storeFile } from "./uploading.ts";

const isRecordFile = eq(documents.kind, "RECORD_FILE");
const mayBeUnreferenced = inArray(documents.kind, ["RECORD_FILE", "MESSAGE_FILE"]);
const oneDay = 24 * 60 * 60 * 1000;

/** Stores a file for a record of content that will refer to it. It belongs to the record, not to the uploader. */
export async function storeRecordFile(services: Services, actor: Actor, file: File): Promise<StoredDocument> {
  if (file.size > maxDocumentBytes) throw new Refusal("too_large");
  await services.limits.take("uploadByPerson", actor.id);
  const stored = await storeFile(services.files, "records", file);
  const values = { ...stored, kind: "RECORD_FILE", visibility: "owner", createdAt: services.clock() } as const;
  return orRemove(
    services,
    stored.storageKey,
    services.db.transaction((tx) => addDocument(tx, actor, values)),
  );
}

/** The file of a record, for staff. Each access is in the audit log. */
export async function readRecordFile(services: Services, actor: Actor, id: string): Promise<PrivateFile | null> {
  const file = await recordFile(services, id);
  if (file) await recordChange(services.db, actor, { action: "document.read", entityType: "document", entityId: id });
  return file;
}

/** The file of a record, after the caller has checked access. */
export async function recordFile({ db, files }: Pick<Services, "db" | "files">, id: string): Promise<PrivateFile | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isRecordFile));
  const bytes = row && (await files.get(row.storageKey));
  return row && bytes ? { bytes, mime: row.mime, name: `document.${row.mime.split("/").at(-1)}` } : null;
}

/**
 * Deletes the files that no record or message refers to; a form that is being filled in has a day. A photograph of a person goes
 * as soon as its portrait is gone.
 */
export async function purgeLooseFiles({ db, files }: Pick<Services, "db" | "files">, now: Date) {
  const old = and(mayBeUnreferenced, lt(documents.createdAt, new Date(now.getTime() - oneDay)));
  const left = and(eq(documents.kind, "PUBLIC_MEDIA"), isNotNull(documents.purgeAt));
  const loose = await looseRows(db, documents, or(old, left), 500);
  if (loose.length === 0) return;
  await db.transaction(async (tx) => {
    const gone = await tx.delete(documents).where(inArray(documents.id, loose)).returning({ id: documents.id, key: documents.storageKey });
    await recordChanges(
      tx,
      null,
      gone.map(({ id }) => ({ action: "document.purge", entityType: "document", entityId: id })),
    );
    for (const { key } of gone) await files.remove(key);
  });
}
