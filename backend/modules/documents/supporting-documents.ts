import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { accountsDecidedBy, accountsOf, byAdministrators, lockAccount } from "#backend/identity/account-scope";
import { isHelped, requireRestricted } from "#backend/identity/restricted";
import { documentPurgeDate } from "#backend/modules/documents/purge-date";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { fileDocumentKinds } from "#contract/accounts/criteria";
import type { SupportingDocumentKind } from "#contract/accounts/documents";
import { drivingDocumentKinds } from "#contract/accounts/person-edit";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { SupportingDocumentDecision, SupportingDocumentQuery, SupportingDocumentRow } from "#contract/accounts/supporting-documents";
import { franceDay } from "#contract/formats/france-time";
import { documents } from "./tables.ts";

type Reader = Pick<Actor, "permissions" | "role" | "extraData">;
const verifiers = alias(users, "verifiers");
const isSupportingDocument = isNotNull(documents.verification);

/** The document of an account that is gone is treated like a student's. */
const helped = sql<boolean>`(${users.id} is null or ${isHelped})`;

/** Those that wait for staff: none of a file that is decided, and none whose bytes are gone. Literals match the partial index. */
export const waitsForCheck = sql`${documents.verification} = 'pending' and ${documents.verification} is not null
  and ${documents.purgeAt} is null and ${documents.purgedAt} is null`;

const fields = (reader: Reader, today: string) => ({
  document: documents,
  firstName: users.firstName,
  lastName: users.lastName,
  verifierFirst: verifiers.firstName,
  verifierLast: verifiers.lastName,
  helped,
  sectorId: users.sectorId,
  byAdministrators: byAdministrators(reader, today),
});

type Found = {
  document: typeof documents.$inferSelect;
  firstName: string | null;
  lastName: string | null;
  verifierFirst: string | null;
  verifierLast: string | null;
  helped: boolean;
  sectorId: string | null;
  byAdministrators: boolean;
};

function rowOf(
  reader: Reader,
  { document, firstName, lastName, verifierFirst, verifierLast, helped, sectorId, byAdministrators }: Found,
): SupportingDocumentRow {
  const withheld = helped && !mayReadRestricted(reader, sectorId);
  return {
    id: document.id,
    kind: document.kind as SupportingDocumentKind,
    person: firstName ? `${firstName} ${lastName}` : "–",
    ownerId: document.ownerId,
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
    closed: document.verification === "pending" && document.purgeAt !== null,
    byAdministrators,
  };
}

/** The documents of the accounts that the reader looks after; those to check are the ones that the reader may decide on. */
export function listSupportingDocuments(db: Db, reader: Reader, query: SupportingDocumentQuery, now: Date) {
  const today = franceDay(now);
  const waiting = query.status === "pending";
  const person = and(contains(users, query.q), waiting ? accountsDecidedBy(reader, today) : accountsOf(reader));
  const where = and(
    isSupportingDocument,
    waiting ? waitsForCheck : query.status && eq(documents.verification, query.status),
    query.kind && eq(documents.kind, query.kind),
    person && inArray(documents.ownerId, db.select({ id: users.id }).from(users).where(person)),
  );
  const sorts = { createdAt: documents.createdAt, purgeAt: documents.purgeAt };
  return pageOfRows(db, documents, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select(fields(reader, today))
      .from(documents)
      .innerJoin(found, eq(found.id, documents.id))
      .leftJoin(users, eq(users.id, documents.ownerId))
      .leftJoin(verifiers, eq(verifiers.id, documents.verifiedBy))
      .orderBy(...order);
    return rows.map((row) => rowOf(reader, row));
  });
}

export async function getSupportingDocument(db: Db, reader: Reader, id: string, now: Date): Promise<SupportingDocumentRow> {
  const [row] = await db
    .select(fields(reader, franceDay(now)))
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

const ownerWaits = sql<boolean>`coalesce(${inArray(users.accountState, ["waiting", "to_validate"])}, false)`;

const pageToSendAgain = (kind: string) =>
  drivingDocumentKinds.some((one) => one === kind) ? "/account/settings/driving" : "/account/pending/criteria";

/** Accepts or rejects a document once, and sets its purge date by the retention policy, unless its file waits for a decision. */
export async function decideSupportingDocument(services: Deps, by: Actor, id: string, { verdict, reason, ownerId, notify = true }: Given) {
  const { db, clock } = services;
  const now = clock();
  return db.transaction(async (tx) => {
    const [owned] = await tx
      .select({ ownerId: documents.ownerId })
      .from(documents)
      .where(and(eq(documents.id, id), isSupportingDocument));
    if (!owned) throw new Refusal("not_found");
    const actor = await lockAccount(tx, by, owned.ownerId, franceDay(now));
    const [found] = await tx
      .select({ document: documents, helped, sectorId: users.sectorId, waits: ownerWaits })
      .from(documents)
      .leftJoin(users, eq(users.id, documents.ownerId))
      .where(and(eq(documents.id, id), isSupportingDocument, ownerId ? eq(documents.ownerId, ownerId) : undefined))
      .for("update", { of: documents });
    if (!found) throw new Refusal("not_found");
    requireRestricted(actor, found.helped, found.sectorId);
    const { document } = found;
    if (document.verification !== "pending" || document.purgedAt) throw new Refusal("wrong_state");
    // One of a refused file is checked along with a new decision on the account alone.
    if (document.purgeAt && !ownerId) throw new Refusal("wrong_state");
    const rejectReason = verdict === "rejected" ? reason : null;
    // The decision on the file sets the date of those that it rests on.
    const waitsForFile = verdict === "accepted" && found.waits && fileDocumentKinds.some((kind) => kind === document.kind);
    const purgeAt = waitsForFile ? null : await documentPurgeDate(tx, now);
    await tx
      .update(documents)
      .set({ verification: verdict, rejectReason, verifiedBy: actor.id, verifiedAt: now, purgeAt, updatedAt: now })
      .where(eq(documents.id, id));
    await recordChange(tx, actor, { action: `document.${verdict}`, entityType: "document", entityId: id, after: { kind: document.kind } });
    if (rejectReason && document.ownerId && notify) {
      const values = { reason: rejectReason, page: pageToSendAgain(document.kind) };
      await queueMail({ ...services, db: tx }, document.ownerId, "paper_rejected", values, `rejected ${id}`);
    }
    return { kind: document.kind };
  });
}
