import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { hashOf } from "#backend/identity/secrets";
import { recordChanges } from "#backend/modules/audit/recording";
import { users } from "#backend/modules/users/tables";
import { closeAccounts } from "#backend/modules/users/transitions";
import type { FileStore } from "#backend/ports/files";
import { filesAbout, personalTables, type Whom } from "./personal-data.ts";
import { anonymisePledges } from "./pledges.ts";
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
    const keys = await takeOut(tx, ids, now);
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

/** The same for an address without account: what was sent from it and written to it. */
export async function eraseAddress(services: Needs, address: string, now: Date) {
  await writeLedger(services.db, services.files, [hashOf(address.toLowerCase())], now);
  await emptyAddress(services, { address }, now);
}

async function emptyAddress({ db, files }: Needs, whom: Whom, now: Date) {
  const gone = await db.transaction((tx) => takeOut(tx, whom, now));
  for (const key of gone) await files.remove(key);
}

/** What the list of tables says of them, but their accounts. Answers with the files to remove. */
async function takeOut(tx: Db, whom: Whom, now: Date): Promise<string[]> {
  await blankAudit(tx, whom);
  const keys = [...(await eraseFiles(tx, whom, now)), ...(await blankRequests(tx, whom, now))];
  await anonymisePledges(tx, rowsOf("pledges", whom, ["anonymise"]));
  await tx.execute(sql`update signatures it set address = null where it.address is not null and ${rowsOf("signatures", whom)}`);
  await tx.execute(sql`update account_decisions it set reason = '–' where it.reason <> '–' and ${rowsOf("account_decisions", whom)}`);
  for (const { table, about, erasure } of personalTables)
    if (erasure === "delete") await tx.execute(sql`delete from ${sql.identifier(table)} it where ${about(whom)}`);
  await tx.execute(sql`delete from documents where id in (select it.id from documents it where it.owner_id is null and it.kind = 'CV'
    and it.purged_at is not null and not exists (select from applications where cv_id = it.id))`);
  return keys;
}

/** Rows of these people in a table, whichever way they are found. */
function rowsOf(name: string, whom: Whom, fates = ["delete", "anonymise"]) {
  const ways = personalTables.filter(({ table, erasure }) => table === name && fates.includes(erasure));
  return sql`(${sql.join(
    ways.map(({ about }) => sql`(${about(whom)})`),
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
async function eraseFiles(tx: Db, whom: Whom, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    update documents it set purged_at = ${now.toISOString()} where it.kind <> 'PUBLIC_MEDIA' and it.purged_at is null and (${filesAbout(whom)}) returning it.storage_key as key`);
  await tx.execute(sql`
    update documents it set file_name = null, reject_reason = case when it.verification = 'rejected' then '–' end where ${filesAbout(whom)}`);
  if (Array.isArray(whom)) await disown(tx, whom);
  return rows.map(({ key }) => key);
}

async function disown(tx: Db, ids: string[]) {
  await tx.execute(sql`delete from documents where owner_id in ${ids} and kind <> 'PUBLIC_MEDIA' and verification is null`);
  await tx.execute(sql`update documents set owner_id = null where owner_id in ${ids} and kind = 'PUBLIC_MEDIA'`);
}

/** That they asked, and when, stays; the words, the address and the copies go. */
async function blankRequests(tx: Db, whom: Whom, now: Date): Promise<string[]> {
  const mine = rowsOf("data_requests", whom);
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
async function blankAudit(tx: Db, whom: Whom) {
  const their = (table: string) => sql`select it.id::text from ${sql.identifier(table)} it where ${rowsOf(table, whom)}`;
  const named = Array.isArray(whom)
    ? sql`entity_id in ${whom} or (actor_id in ${whom} and entity_type in ('saved_view', 'data_request', 'document'))
      or changes::text ~ ${whom.join("|")}`
    : sql`position(${whom.address.toLowerCase()} in lower(changes::text)) > 0`;
  await tx.execute(sql`
    update audit_log set changes = null, reason = null
    where (changes is not null or reason is not null) and (
      ${named}
      or (entity_type in ('message', 'application', 'pledge', 'testimonial', 'data_request', 'document') and entity_id in (
        ${sql.join(["messages", "applications", "pledges", "testimonials", "data_requests", "documents"].map(their), sql` union all `)})))`);
}

const ledgerKey = "erasures/ledger.json";
const Ledger = z.record(z.string(), z.iso.datetime());

async function readLedger(files: FileStore): Promise<z.infer<typeof Ledger>> {
  const bytes = await files.get(ledgerKey);
  return bytes ? Ledger.parse(JSON.parse(new TextDecoder().decode(bytes))) : {};
}

/**
 * The ledger lies with the files, not in the database: a database brought back from a backup has forgotten its
 * erasures. It holds moments alone, by the number of an account or the hash of an address.
 */
async function writeLedger(db: Db, files: FileStore, keys: string[], now: Date) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('erasure ledger'))`);
    const ledger = { ...(await readLedger(files)), ...Object.fromEntries(keys.map((key) => [key, now.toISOString()])) };
    await files.put(ledgerKey, new TextEncoder().encode(JSON.stringify(ledger)), "application/json");
  });
}

/** Erases again whom a restored backup brought back. Answers how many. */
export async function replayErasures(services: Needs, now: Date): Promise<number> {
  const { db, files } = services;
  const ledger = await readLedger(files);
  const ids = Object.keys(ledger).filter((key) => z.uuid().safeParse(key).success);
  let replayed = await replayAddresses(services, ledger, now);
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

/** Addresses that have rows from before their erasure; whoever wrote again since is left alone. */
async function replayAddresses(services: Needs, ledger: z.infer<typeof Ledger>, now: Date): Promise<number> {
  const hashes = Object.keys(ledger).filter((key) => !z.uuid().safeParse(key).success);
  if (hashes.length === 0) return 0;
  const ways = personalTables.flatMap(({ table, address, erasure }) => (address && erasure !== "keep" ? [{ table, address }] : []));
  const sent = ways.map(({ table, address }) => {
    const column = sql.identifier(address);
    return sql`select lower(${column}::text) as address, created_at from ${sql.identifier(table)} where ${column} is not null`;
  });
  const hash = sql`translate(encode(sha256(convert_to(address, 'UTF8')), 'base64'), '+/=', '-_')`;
  const { rows } = await services.db.execute<{ address: string; hash: string; since: string }>(sql`
    select address, ${hash} as hash, min(created_at) as since from (${sql.join(sent, sql` union all `)}) sent
    where ${hash} in ${hashes} group by address`);
  const back = rows.filter(({ hash: key, since }) => new Date(since) < new Date(ledger[key] ?? 0));
  for (const { address, hash: key } of back) await emptyAddress(services, { address, until: new Date(ledger[key] ?? 0) }, now);
  return back.length;
}
