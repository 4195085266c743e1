import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { oidcRecords } from "#backend/identity/tables";
import { recordChange } from "#backend/modules/audit/recording";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { moveAccount } from "#backend/modules/users/transitions";
import type { FileStore } from "#backend/ports/files";
import { personalTables } from "./personal-data.ts";
import { dataRequests, erasures, retentionProgress } from "./tables.ts";

type Needs = Pick<Services, "db" | "files" | "clock" | "translate" | "settings" | "wakeMail">;

/**
 * Takes a person out: what is only about them goes, what the law keeps stays under a name that says nothing. The ledger
 * is written first, so that an erasure once begun is finished by the next replay whatever happens in between.
 */
export async function erasePerson(services: Needs, actor: Actor | null, userId: string, now: Date) {
  const { db, files } = services;
  await writeLedger(db, files, userId, now);
  const gone = await db.transaction(async (tx) => {
    await leave({ ...services, db: tx }, userId);
    const keys = await eraseFiles(tx, userId, now);
    for (const { table, column, erasure } of personalTables)
      if (erasure === "delete") await tx.execute(sql`delete from ${sql.identifier(table)} where ${sql.identifier(column)} = ${userId}`);
    await tx.delete(oidcRecords).where(sql`${oidcRecords.payload}->>'accountId' = ${userId}`);
    keys.push(...(await eraseRequests(tx, userId, now)));
    await blankAudit(tx, userId);
    await tx.update(users).set(pseudonym(userId, now)).where(eq(users.id, userId));
    await tx
      .insert(retentionProgress)
      .values({ userId, state: "anonymised", firstNoticeAt: now })
      .onConflictDoUpdate({ target: retentionProgress.userId, set: { state: "anonymised" } });
    await tx.insert(erasures).values({ userId, at: now }).onConflictDoNothing();
    await recordChange(tx, actor, { action: "user.erase", entityType: "user", entityId: userId });
    return keys;
  });
  for (const key of gone) await files.remove(key);
}

/** Closes an account for good, unless it is closed already. */
export async function leave(services: Omit<Needs, "files">, userId: string) {
  const [account] = await services.db.select({ state: users.accountState }).from(users).where(eq(users.id, userId)).for("update");
  if (account && account.state !== "left") await moveAccount(services, { by: "system", actor: null }, userId, "leave");
}

function pseudonym(userId: string, now: Date): Partial<typeof users.$inferInsert> {
  const code = userId.slice(0, 8);
  return {
    email: `${userId}@erased.invalid`,
    firstName: "–",
    lastName: code,
    passwordHash: null,
    birthDate: null,
    phone: null,
    stateReason: null,
    emailVerifiedAt: now,
    sectorId: null,
    isStaffMember: false,
    annualVerificationNeeded: false,
    mattermostId: null,
    microsoftId: null,
    latitude: null,
    longitude: null,
    lastInteractionAt: null,
    updatedAt: now,
  };
}

/** Private files and the portrait go; a paper's row stays with who saw it, pictures of public pages stay without owner. */
async function eraseFiles(tx: Db, userId: string, now: Date): Promise<string[]> {
  const mine = await tx
    .select({ id: documents.id, key: documents.storageKey })
    .from(documents)
    .where(and(eq(documents.ownerId, userId), ne(documents.kind, "PUBLIC_MEDIA"), isNull(documents.purgedAt)));
  const ids = mine.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.delete(documents).where(and(inArray(documents.id, ids), isNull(documents.verification)));
    await tx
      .update(documents)
      .set({ purgedAt: now, fileName: null, rejectReason: sql`case when ${documents.verification} = 'rejected' then '–' end` })
      .where(inArray(documents.id, ids));
  }
  await tx
    .update(documents)
    .set({ ownerId: null })
    .where(and(eq(documents.ownerId, userId), eq(documents.kind, "PUBLIC_MEDIA")));
  return mine.map(({ key }) => key);
}

async function eraseRequests(tx: Db, userId: string, now: Date): Promise<string[]> {
  const mine = eq(dataRequests.userId, userId);
  const archives = await tx.select({ key: dataRequests.archiveKey }).from(dataRequests).where(mine);
  await tx
    .update(dataRequests)
    .set({ email: null, message: null, archiveKey: null, archiveBytes: null, archiveExpiresAt: null })
    .where(mine);
  await tx
    .update(dataRequests)
    .set({ status: "answered", answeredAt: now })
    .where(and(mine, inArray(dataRequests.status, ["open", "running"])));
  return archives.flatMap(({ key }) => key ?? []);
}

/** The log's rows stand with their hashes; the values they hold about the person go. */
async function blankAudit(tx: Db, userId: string) {
  const own = and(eq(auditLog.actorId, userId), inArray(auditLog.entityType, ["saved_view", "data_request", "document"]));
  const named = sql`${auditLog.changes}::text like ${`%${userId}%`}`;
  await tx
    .update(auditLog)
    .set({ changes: null })
    .where(and(isNotNull(auditLog.changes), or(eq(auditLog.entityId, userId), own, named)));
}

const ledgerKey = "erasures/ledger.json";
const Ledger = z.record(z.uuid(), z.iso.datetime());

async function readLedger(files: FileStore): Promise<z.infer<typeof Ledger>> {
  const bytes = await files.get(ledgerKey);
  return bytes ? Ledger.parse(JSON.parse(new TextDecoder().decode(bytes))) : {};
}

/**
 * The ledger lies with the files, not in the database: a database brought back from a backup has forgotten its
 * erasures. It holds ids and moments alone.
 */
async function writeLedger(db: Db, files: FileStore, userId: string, now: Date) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('erasure ledger'))`);
    const ledger = { ...(await readLedger(files)), [userId]: now.toISOString() };
    await files.put(ledgerKey, new TextEncoder().encode(JSON.stringify(ledger)), "application/json");
  });
}

/** Erases again whom a restored backup brought back. Answers how many. */
export async function replayErasures(services: Needs, now: Date): Promise<number> {
  const { db, files } = services;
  const ids = Object.keys(await readLedger(files));
  let replayed = 0;
  for (let at = 0; at < ids.length; at += 500) {
    const back = await db
      .select({ id: users.id })
      .from(users)
      .leftJoin(erasures, eq(erasures.userId, users.id))
      .where(and(inArray(users.id, ids.slice(at, at + 500)), isNull(erasures.userId)));
    for (const { id } of back) await erasePerson(services, null, id, now);
    replayed += back.length;
  }
  return replayed;
}
