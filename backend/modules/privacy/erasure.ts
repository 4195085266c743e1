import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { removeExportsWith } from "#backend/modules/tasks/erasing";
import { users } from "#backend/modules/users/tables";
import { closeAccounts } from "#backend/modules/users/transitions";
import type { FileStore } from "#backend/ports/files";
import { anyOf, filesAbout, type PersonalData, type Whom } from "#backend/privacy/personal-data";
import { hashOf } from "#backend/secrets";
import { removeAfterCommit } from "./removed-files.ts";
import { erasedEmails, erasures, filesToRemove, retentionProgress } from "./tables.ts";

type Deps = Pick<Services, "db" | "files" | "declarations">;
type Erasing = Pick<Deps, "db" | "declarations">;

/**
 * Locks what an erasure changes elsewhere, before anything else is locked. Whoever locks the accounts of people with places at events, and erases them in the
 * same transaction, calls this first; accounts that nobody ever opened have none.
 */
export async function lockForErasure({ db, declarations: { personalData } }: Erasing, whom: Whom): Promise<void> {
  for (const { lockFirst } of personalData) await lockFirst?.(db, whom);
}

/**
 * Erases people: data only about them is deleted, what the law requires is retained under a pseudonym. It may be part of a larger
 * transaction: files and ledger are outside the database, and {@link finishErasures} handles them after the commit. The number of
 * statements does not grow with the number of people; give a few hundred at once.
 */
export async function erasePeople({ db, declarations }: Erasing, actor: Actor | null, ids: string[], now: Date) {
  if (ids.length === 0) return;
  await db.transaction(async (tx) => {
    await lockForErasure({ db: tx, declarations }, ids);
    await closeAccounts(tx, ids, now);
    await takeOut(tx, declarations.personalData, ids, now);
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
  });
}

/** The same for an address without account: what was sent from it and written to it. */
export async function eraseEmail({ db, declarations }: Erasing, email: string, now: Date) {
  const erased = { at: now, inLedger: false };
  await db.transaction(async (tx) => {
    await lockForErasure({ db: tx, declarations }, { email });
    await takeOut(tx, declarations.personalData, { email }, now);
    await tx
      .insert(erasedEmails)
      .values({ emailHash: hashOf(email.toLowerCase()), ...erased })
      .onConflictDoUpdate({ target: erasedEmails.emailHash, set: erased });
  });
}

/** The tables that modules declare, without the accounts. */
async function takeOut(tx: Db, personalData: PersonalData[], whom: Whom, now: Date) {
  const records = loggedRecords(personalData, whom).map(({ ids }) => ids);
  const accounts = Array.isArray(whom) ? [sql`select id from users where id in ${whom}`] : [];
  await removeExportsWith(tx, sql`(${sql.join([...accounts, ...records], sql` union all `)})`, now);
  await blankAudit(tx, personalData, whom);
  // A file that something else still rests on stays as that does.
  const erasable = personalData.filter(({ erasure }) => erasure !== "keep");
  const keys = [...(await eraseFiles(tx, filesAbout(erasable, whom), whom, now)), ...(await blankRequests(tx, personalData, whom, now))];
  for (const data of personalData) if (data.erasure === "anonymise") await data.anonymise?.(tx, data.about(whom));
  for (const { table, about, erasure } of personalData)
    if (erasure === "delete") await tx.execute(sql`delete from ${sql.identifier(table)} it where ${about(whom)}`);
  await tx.execute(sql`delete from documents where id in (select it.id from documents it where it.owner_id is null and it.kind = 'CV'
    and it.purged_at is not null and not exists (select from applications where cv_id = it.id))`);
  await removeAfterCommit(tx, keys);
}

function pseudonym(now: Date) {
  return {
    email: sql`${users.id}::text || '@erased.invalid'`,
    firstName: "–",
    lastName: sql`left(${users.id}::text, 8)`,
    passwordHash: null,
    birthDate: null,
    phone: null,
    preferredContact: null,
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

/** Private files, CVs and the portrait are deleted; the row of a supporting document stays with its verifier, pictures of public pages stay without owner. */
async function eraseFiles(tx: Db, theirs: SQL, whom: Whom, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    update documents it set purged_at = ${now.toISOString()} where it.kind <> 'PUBLIC_MEDIA' and it.purged_at is null and ${theirs} returning it.storage_key as key`);
  await tx.execute(sql`
    update documents it set file_name = null, reject_reason = case when it.verification = 'rejected' then '–' end where ${theirs}`);
  if (Array.isArray(whom)) await disown(tx, whom);
  return rows.map(({ key }) => key);
}

async function disown(tx: Db, ids: string[]) {
  await tx.execute(sql`delete from documents where owner_id in ${ids} and kind <> 'PUBLIC_MEDIA' and verification is null`);
  await tx.execute(sql`update documents set owner_id = null where owner_id in ${ids} and kind = 'PUBLIC_MEDIA'`);
}

/** The request and its date stay; texts, e-mail address and copies are erased. */
async function blankRequests(tx: Db, personalData: PersonalData[], whom: Whom, now: Date): Promise<string[]> {
  const mine = anyOf(personalData.filter(({ table }) => table === "data_requests").map(({ about }) => about(whom)));
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

/** The records about these people that the log names by their ids. */
const loggedRecords = (personalData: PersonalData[], whom: Whom) =>
  personalData.flatMap(({ table, about, loggedAs }) =>
    loggedAs ? [{ loggedAs, ids: sql`select it.id from ${sql.identifier(table)} it where ${about(whom)}` }] : [],
  );

/** The log's rows stay with their hashes; values and reasons about these people are blanked. */
async function blankAudit(tx: Db, personalData: PersonalData[], whom: Whom) {
  await tx.execute(sql`
    update audit_log set changes = null, reason = null
    where (changes is not null or reason is not null) and seq in (${loggedAbout(personalData, whom)})`);
}

/** The log's rows about these people, each part by an index: the log is the longest table. */
export function loggedAbout(personalData: PersonalData[], whom: Whom): SQL {
  const logged = loggedRecords(personalData, whom);
  const kinds = [...new Set(logged.map(({ loggedAs }) => loggedAs))];
  const records = sql.join(
    logged.map(({ ids }) => sql`select id::text from (${ids}) records`),
    sql` union all `,
  );
  const named = Array.isArray(whom)
    ? sql`select seq from audit_log where entity_id in ${whom}
        union select seq from audit_log where actor_id in ${whom} and entity_type in ('saved_view', 'data_request', 'document')
        union select seq from audit_log where changes is not null and ids_in(changes) && array[${sql.join(whom, sql`, `)}]::text[]`
    : sql`select seq from audit_log
        where changes::text like '%@%' and lower(changes::text) like ${`%${whom.email.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`}`;
  return sql`${named} union select about.seq from (${records}) record join audit_log about on about.entity_id = record.id and about.entity_type in ${kinds}`;
}

const ledgerKey = "erasures/ledger.json";
const Ledger = z.record(z.string(), z.iso.datetime());

async function readLedger(files: FileStore): Promise<z.infer<typeof Ledger>> {
  const bytes = await files.get(ledgerKey);
  return bytes ? Ledger.parse(JSON.parse(new TextDecoder().decode(bytes))) : {};
}

/**
 * The ledger is stored with the files, not in the database: a database restored from a backup has lost its
 * erasures. It holds only times, by the id of an account or the hash of an e-mail address.
 */
async function writeLedger(tx: Db, files: FileStore, erased: { key: string; at: Date }[]) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('erasure ledger'))`);
  const ledger = { ...(await readLedger(files)), ...Object.fromEntries(erased.map(({ key, at }) => [key, at.toISOString()])) };
  await files.put(ledgerKey, new TextEncoder().encode(JSON.stringify(ledger)), "application/json");
}

/** Writes the erasures that are committed into the ledger, and removes the bytes of their files. May be run again after any failure. */
export async function finishErasures({ db, files }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    const people = await tx.select({ key: erasures.userId, at: erasures.at }).from(erasures).where(eq(erasures.inLedger, false));
    const { emailHash, at, inLedger } = erasedEmails;
    const emails = await tx.select({ key: emailHash, at }).from(erasedEmails).where(eq(inLedger, false));
    if (people.length + emails.length === 0) return;
    await writeLedger(tx, files, [...people, ...emails]);
    // Once more: an export may have read them until the erasure was committed.
    const last = people.at(-1) ?? emails.at(-1);
    // Exports of the log go with an address alone, too.
    const ids = people.length > 0 ? sql`${people.map(({ key }) => key)}` : sql`(null::uuid)`;
    if (last) await removeExportsWith(tx, ids, last.at);
    for (const { key, at: moment } of people)
      await tx
        .update(erasures)
        .set({ inLedger: true })
        .where(and(eq(erasures.userId, key), eq(erasures.at, moment)));
    for (const { key, at: moment } of emails)
      await tx
        .update(erasedEmails)
        .set({ inLedger: true })
        .where(and(eq(emailHash, key), eq(at, moment)));
  });
  const gone = await db.select().from(filesToRemove);
  for (const { storageKey } of gone) {
    await files.remove(storageKey);
    await db.delete(filesToRemove).where(eq(filesToRemove.storageKey, storageKey));
  }
}

/** Erases people again whom a restored backup contains. Returns how many. */
export async function replayErasures(services: Deps, now: Date): Promise<number> {
  const { db, files } = services;
  await finishErasures(services);
  const ledger = await readLedger(files);
  const ids = Object.keys(ledger).filter((key) => z.uuid().safeParse(key).success);
  let replayed = await replayEmails(services, ledger, now);
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
  await finishErasures(services);
  return replayed;
}

/** E-mail addresses with rows from before their erasure; rows since then are not touched. */
async function replayEmails(services: Deps, ledger: z.infer<typeof Ledger>, now: Date): Promise<number> {
  const hashes = Object.keys(ledger).filter((key) => !z.uuid().safeParse(key).success);
  if (hashes.length === 0) return 0;
  const { personalData } = services.declarations;
  const ways = personalData.flatMap(({ table, emailColumn, erasure }) =>
    emailColumn && erasure !== "keep" ? [{ table, emailColumn }] : [],
  );
  const sent = ways.map(({ table, emailColumn }) => {
    const column = sql.identifier(emailColumn);
    return sql`select lower(${column}::text) as email, created_at from ${sql.identifier(table)} where ${column} is not null`;
  });
  const hash = sql`translate(encode(sha256(convert_to(email, 'UTF8')), 'base64'), '+/=', '-_')`;
  const { rows } = await services.db.execute<{ email: string; hash: string; since: string }>(sql`
    select email, ${hash} as hash, min(created_at) as since from (${sql.join(sent, sql` union all `)}) sent
    where ${hash} in ${hashes} group by email`);
  const back = rows.filter(({ hash: key, since }) => new Date(since) < new Date(ledger[key] ?? 0));
  for (const { email, hash: key } of back) {
    const until = new Date(ledger[key] ?? 0);
    await services.db.transaction(async (tx) => {
      await lockForErasure({ ...services, db: tx }, { email, until });
      await takeOut(tx, personalData, { email, until }, now);
    });
  }
  return back.length;
}
