import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { isHelped, requireRestricted } from "#backend/identity/restricted";
import { paperPurgeDate } from "#backend/modules/documents/purge-date";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { PaperKind } from "#contract/accounts/documents";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { PaperDecision, PaperQuery, PaperRow } from "#contract/accounts/supporting-documents";
import { documents } from "./tables.ts";

type Reader = Pick<Actor, "permissions">;
const verifiers = alias(users, "verifiers");
const isPaper = isNotNull(documents.verification);

/** The paper of an account that is gone is treated like a student's. */
const helped = sql<boolean>`(${users.id} is null or ${isHelped})`;

const fields = {
  paper: documents,
  firstName: users.firstName,
  lastName: users.lastName,
  verifierFirst: verifiers.firstName,
  verifierLast: verifiers.lastName,
  helped,
};

type Found = {
  paper: typeof documents.$inferSelect;
  firstName: string | null;
  lastName: string | null;
  verifierFirst: string | null;
  verifierLast: string | null;
  helped: boolean;
};

function rowOf(reader: Reader, { paper, firstName, lastName, verifierFirst, verifierLast, helped }: Found): PaperRow {
  const withheld = helped && !mayReadRestricted(reader);
  return {
    id: paper.id,
    kind: paper.kind as PaperKind,
    person: firstName ? `${firstName} ${lastName}` : "–",
    fileName: withheld ? null : paper.fileName,
    bytes: paper.bytes,
    mime: paper.mime,
    status: paper.verification ?? "pending",
    reason: withheld ? null : paper.rejectReason,
    verifier: verifierFirst && `${verifierFirst} ${verifierLast}`,
    createdAt: paper.createdAt.toISOString(),
    verifiedAt: paper.verifiedAt?.toISOString() ?? null,
    purgeAt: paper.purgeAt?.toISOString() ?? null,
    purged: paper.purgedAt !== null,
    withheld,
  };
}

export function listSupportingDocuments(db: Db, reader: Reader, query: PaperQuery) {
  const person = contains(users, query.q);
  const where = and(
    isPaper,
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

export async function getPaper(db: Db, reader: Reader, id: string): Promise<PaperRow> {
  const [row] = await db
    .select(fields)
    .from(documents)
    .leftJoin(users, eq(users.id, documents.ownerId))
    .leftJoin(verifiers, eq(verifiers.id, documents.verifiedBy))
    .where(and(eq(documents.id, id), isPaper));
  if (!row) throw new Refusal("not_found");
  return rowOf(reader, row);
}

/** The file of a paper, for who decides on it. Each reading is written down. */
export async function readPaper({ db, files }: Services, actor: Actor, id: string): Promise<PrivateFile | null> {
  const [found] = await db
    .select({ paper: documents, helped })
    .from(documents)
    .leftJoin(users, eq(users.id, documents.ownerId))
    .where(and(eq(documents.id, id), isPaper));
  if (!found) return null;
  requireRestricted(actor, found.helped);
  const { paper } = found;
  const bytes = !paper.purgedAt && (await files.get(paper.storageKey));
  if (!bytes) return null;
  await recordChange(db, actor, { action: "document.read", entityType: "document", entityId: id });
  return { bytes, mime: paper.mime, name: `${paper.kind.toLowerCase()}.${paper.mime.split("/").at(-1)}` };
}

type Given = {
  verdict: PaperDecision["verdict"];
  reason?: string;
  /** Whose it must be, where it is decided along with an account. */
  ownerId?: string;
  /** Whether its owner gets a mail when it is rejected. */
  tell?: boolean;
};
type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Accepts or rejects a paper once; from then on its day to go is set by the policy. */
export async function decidePaper(services: Needs, actor: Actor, id: string, { verdict, reason, ownerId, tell = true }: Given) {
  const { db, clock } = services;
  const now = clock();
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ paper: documents, helped })
      .from(documents)
      .leftJoin(users, eq(users.id, documents.ownerId))
      .where(and(eq(documents.id, id), isPaper, ownerId ? eq(documents.ownerId, ownerId) : undefined))
      .for("update", { of: documents });
    if (!found) throw new Refusal("not_found");
    requireRestricted(actor, found.helped);
    const { paper } = found;
    if (paper.verification !== "pending") throw new Refusal("wrong_state");
    const rejectReason = verdict === "rejected" ? reason : null;
    const purgeAt = await paperPurgeDate(tx, now);
    await tx
      .update(documents)
      .set({ verification: verdict, rejectReason, verifiedBy: actor.id, verifiedAt: now, purgeAt, updatedAt: now })
      .where(eq(documents.id, id));
    await recordChange(tx, actor, { action: `document.${verdict}`, entityType: "document", entityId: id, after: { kind: paper.kind } });
    if (rejectReason && paper.ownerId && tell)
      await queueMail({ ...services, db: tx }, paper.ownerId, "paper_rejected", { reason: rejectReason }, `rejected ${id}`);
    return { kind: paper.kind };
  });
}
