import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { recordChanges } from "#backend/modules/audit/recording";
import { users } from "#backend/modules/users/tables";
import { closeAccounts } from "#backend/modules/users/transitions";
import type { FileStore } from "#backend/ports/files";
import { filesAbout, personalTables } from "./personal-data.ts";
import { anonymisePledges, paid } from "./pledges.ts";
import { erasures, retentionProgress } from "./tables.ts";

type Needs = Pick<Services, "db" | "files">;

/**
 * Takes people out: what is only about them goes, what the law keeps stays under a name that says nothing. The ledger is
 * written first, so that an erasure once begun is finished by the next replay whatever happens in between. The number of
 * statements does not grow with the number of people; give a few hundred at once.
 */
export async function erasePeople({ db, files }: Needs, actor: Actor | null, ids: string[], now: Date) {
  if (ids.length === 0) return;
  await writeLedger(db, files, ids, now);
  const gone = await db.transaction(async (tx) => {
    await closeAccounts(tx, ids, now);
    await blankAudit(tx, ids);
    const keys = [...(await eraseFiles(tx, ids, now)), ...(await blankRequests(tx, ids, now))];
    await tx.execute(sql`delete from pledges it where ${rowsOf("pledges", ids)} and not (${paid})`);
    await anonymisePledges(tx, rowsOf("pledges", ids));
    await tx.execute(sql`update signatures it set address = null where it.address is not null and ${rowsOf("signatures", ids)}`);
    await tx.execute(sql`update account_decisions it set reason = '–' where it.reason <> '–' and ${rowsOf("account_decisions", ids)}`);
    for (const { table, about, erasure } of personalTables)
      if (erasure === "delete") await tx.execute(sql`delete from ${sql.identifier(table)} it where ${about(ids)}`);
    await tx.execute(sql`delete from documents where id in (select it.id from documents it where it.owner_id is null and it.kind = 'CV'
      and it.purged_at is not null and not exists (select from applications where cv_id = it.id))`);
    await tx.update(users).set(pseudonym(now)).where(inArray(users.id, ids));
    await tx
      .insert(retentionProgress)
      .values(ids.map((userId) => ({ userId, state: "anonymised" as const, firstNoticeAt: now })))
      .onConflictDoUpdate({ target: retentionProgress.userId, set: { state: "anonymised", closedFrom: null } });
    await tx
      .insert(erasures)
      .values(ids.map((userId) => ({ userId, at: now })))
      .onConflictDoNothing();
    await recordChanges(
      tx,
      actor,
      ids.map((entityId) => ({ action: "user.erase", entityType: "user", entityId })),
    );
    return keys;
  });
  for (const key of gone) await files.remove(key);
}

/** Rows of these people in a table, whichever way they are found. */
function rowsOf(name: string, ids: string[]) {
  const ways = personalTables.filter(({ table, erasure }) => table === name && erasure !== "keep");
  return sql`(${sql.join(
    ways.map(({ about }) => sql`(${about(ids)})`),
    sql` or `,
  )})`;
}

function pseudonym(now: Date) {
  return {
    email: sql`${users.id}::text || '@erased.invalid'`,
    firstName: "–",
    lastName: sql`left(${users.id}::text, 8)`,
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

/** Private files, CVs and the portrait go; a paper's row stays with who saw it, pictures of public pages stay without owner. */
async function eraseFiles(tx: Db, ids: string[], now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    update documents it set purged_at = ${now.toISOString()} where it.kind <> 'PUBLIC_MEDIA' and it.purged_at is null and (${filesAbout(ids)}) returning it.storage_key as key`);
  await tx.execute(sql`
    update documents it set file_name = null, reject_reason = case when it.verification = 'rejected' then '–' end where ${filesAbout(ids)}`);
  await tx.execute(sql`delete from documents where owner_id in ${ids} and kind <> 'PUBLIC_MEDIA' and verification is null`);
  await tx.execute(sql`update documents set owner_id = null where owner_id in ${ids} and kind = 'PUBLIC_MEDIA'`);
  return rows.map(({ key }) => key);
}

/** That they asked, and when, stays; the words, the address and the copies go. */
async function blankRequests(tx: Db, ids: string[], now: Date): Promise<string[]> {
  const mine = rowsOf("data_requests", ids);
  const { rows } = await tx.execute<{ key: string }>(
    sql`select it.archive_key as key from data_requests it where it.archive_key is not null and ${mine}`,
  );
  await tx.execute(sql`
    update data_requests it set email = null, message = null, reason = case when it.status = 'refused' then '–' end,
      archive_key = null, archive_bytes = null, archive_expires_at = null,
      answered_at = case when it.status in ('open', 'running') then ${now.toISOString()}::timestamptz else it.answered_at end,
      status = case when it.status in ('open', 'running') then 'answered' else it.status end
    where ${mine}`);
  return rows.map(({ key }) => key);
}

/** The log's rows stand with their hashes; the values and the words they hold about these people go. */
async function blankAudit(tx: Db, ids: string[]) {
  const their = (table: string) => sql`select it.id::text from ${sql.identifier(table)} it where ${rowsOf(table, ids)}`;
  await tx.execute(sql`
    update audit_log set changes = null, reason = null
    where (changes is not null or reason is not null) and (
      entity_id in ${ids}
      or (actor_id in ${ids} and entity_type in ('saved_view', 'data_request', 'document'))
      or (entity_type in ('message', 'application', 'pledge', 'data_request', 'document') and entity_id in (
        ${sql.join(["messages", "applications", "pledges", "data_requests", "documents"].map(their), sql` union all `)}))
      or changes::text ~ ${ids.join("|")})`);
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
async function writeLedger(db: Db, files: FileStore, ids: string[], now: Date) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('erasure ledger'))`);
    const ledger = { ...(await readLedger(files)), ...Object.fromEntries(ids.map((id) => [id, now.toISOString()])) };
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
    await erasePeople(
      services,
      null,
      back.map(({ id }) => id),
      now,
    );
    replayed += back.length;
  }
  return replayed;
}
