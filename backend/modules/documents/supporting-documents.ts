import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { accountsOf, lockAccount } from "#backend/identity/account-scope";
import { isHelped, requireRestricted } from "#backend/identity/restricted";
import { documentPurgeDate } from "#backend/modules/documents/purge-date";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { SupportingDocumentKind } from "#contract/accounts/documents";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { SupportingDocumentDecision, SupportingDocumentQuery, SupportingDocumentRow } from "#contract/accounts/supporting-documents";
import { documents } from "./tables.ts";

type Reader = Pick<Actor, "permissions" | "role" | "extraData">;
const verifiers = alias(users, "verifiers");
const isSupportingDocument = isNotNull(documents.verification);

/** The document of an account that is gone is treated like a student's. */
const helped = sql<boolean>`(${users.id} is null or ${isHelped})`;

const fields = {
  document: documents,
  firstName: users.firstName,
  lastName: users.lastName,
  verifierFirst: verifiers.firstName,
  verifierLast: verifiers.lastName,
  helped,
  sectorId: users.sectorId,
};

type Found = {
  document: typeof documents.$inferSelect;
  firstName: string | null;
  lastName: string | null;
  verifierFirst: string | null;
  verifierLast: string | null;
  helped: boolean;
  sectorId: string | null;
};

function rowOf(
  reader: Reader,
  { document, firstName, lastName, verifierFirst, verifierLast, helped, sectorId }: Found,
): SupportingDocumentRow {
  const withheld = helped && !mayReadRestricted(reader, sectorId);
  return {
    id: document.id,
    kind: document.kind as SupportingDocumentKind,
    person: firstName ? `${firstName} ${lastName}` : "–",
    fileName: withheld ? null : document.fileName,
    bytes: document.bytes,
    mime: document.mime,
    status: document.verification ?? "pending",
    reason: withheld ? null : document.rejectReason,
    verifier: verifierFirst && `${verifierFirst} ${verifierLast}`,
    createdAt: document.createdAt.toISOString(),
    verifiedAt: document.verifiedAt?.toISOString() ?? null,
    purgeAt: document.purgeAt?.toISOString() ?? null,
    purged: document.purgedAt !== null,
    withheld,
  };
}

export function listSupportingDocuments(db: Db, reader: Reader, query: SupportingDocumentQuery) {
  const person = and(contains(users, query.q), accountsOf(reader));
  const where = and(
    isSupportingDocument,
    query.status && eq(documents.verification, query.status),
    query.kind && eq(documents.kind, query.kind),
    person && inArray(documents.ownerId, db.select({ id: users.id }).from(users).where(person)),
  );
  const sorts = { createdAt: documents.createdAt, purgeAt: documents.purgeAt };
  return pageOfRows(db, documents, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select(fields)
      .from(documents)
      .innerJoin(found, eq(found.id, documents.id))
      .leftJoin(users, eq(users.id, documents.ownerId))
      .leftJoin(verifiers, eq(verifiers.id, documents.verifiedBy))
      .orderBy(...order);
    return rows.map((row) => rowOf(reader, row));
  });
}

export async function getSupportingDocument(db: Db, reader: Reader, id: string): Promise<SupportingDocumentRow> {
  const [row] = await db
    .select(fields)
    .from(documents)
    .leftJoin(users, eq(users.id, documents.ownerId))
    .leftJoin(verifiers, eq(verifiers.id, documents.verifiedBy))
    .where(and(eq(documents.id, id), isSupportingDocument, accountsOf(reader)));
  if (!row) throw new Refusal("not_found");
  return rowOf(reader, row);
}

/** The file of a document, for staff who decide on it. Each access is recorded. */
export async function readSupportingDocument({ db, files }: Services, actor: Actor, id: string): Promise<PrivateFile | null> {
  const [found] = await db
    .select({ document: documents, helped, sectorId: users.sectorId })
    .from(documents)
    .leftJoin(users, eq(users.id, documents.ownerId))
    .where(and(eq(documents.id, id), isSupportingDocument, accountsOf(actor)));
  if (!found) return null;
  requireRestricted(actor, found.helped, found.sectorId);
  const { document } = found;
  const bytes = !document.purgedAt && (await files.get(document.storageKey));
  if (!bytes) return null;
  await recordChange(db, actor, { action: "document.read", entityType: "document", entityId: id });
  return { bytes, mime: document.mime, name: `${document.kind.toLowerCase()}.${document.mime.split("/").at(-1)}` };
}

type Given = {
  verdict: SupportingDocumentDecision["verdict"];
  reason?: string;
  /** The required owner, when it is decided along with an account. */
  ownerId?: string;
  /** Whether its owner gets a mail when it is rejected. */
  notify?: boolean;
};
type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Accepts or rejects a document once, and sets its purge date by the retention policy. */
export async function decideSupportingDocument(services: Deps, by: Actor, id: string, { verdict, reason, ownerId, notify = true }: Given) {
  const { db, clock } = services;
  const now = clock();
  return db.transaction(async (tx) => {
    const [owned] = await tx
      .select({ ownerId: documents.ownerId })
      .from(documents)
      .where(and(eq(documents.id, id), isSupportingDocument));
    if (!owned) throw new Refusal("not_found");
    const actor = await lockAccount(tx, by, owned.ownerId);
    const [found] = await tx
      .select({ document: documents, helped, sectorId: users.sectorId })
      .from(documents)
      .leftJoin(users, eq(users.id, documents.ownerId))
      .where(and(eq(documents.id, id), isSupportingDocument, ownerId ? eq(documents.ownerId, ownerId) : undefined))
      .for("update", { of: documents });
    if (!found) throw new Refusal("not_found");
    requireRestricted(actor, found.helped, found.sectorId);
    const { document } = found;
    if (document.verification !== "pending") throw new Refusal("wrong_state");
    const rejectReason = verdict === "rejected" ? reason : null;
    const purgeAt = await documentPurgeDate(tx, now);
    await tx
      .update(documents)
      .set({ verification: verdict, rejectReason, verifiedBy: actor.id, verifiedAt: now, purgeAt, updatedAt: now })
      .where(eq(documents.id, id));
    await recordChange(tx, actor, { action: `document.${verdict}`, entityType: "document", entityId: id, after: { kind: document.kind } });
    if (rejectReason && document.ownerId && notify)
      await queueMail({ ...services, db: tx }, document.ownerId, "paper_rejected", { reason: rejectReason }, `rejected ${id}`);
    return { kind: document.kind };
  });
}
