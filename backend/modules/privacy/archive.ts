import { setImmediate } from "node:timers/promises";
import { and, asc, eq, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { strToU8 } from "fflate";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { filesAbout, type PersonalData, type Whom } from "#backend/privacy/personal-data";
import { dataCopyDays } from "#contract/law/privacy";

import { dataRequests } from "./tables.ts";
import { zipOf } from "./zip.ts";

type Deps = Pick<Services, "db" | "files" | "clock" | "log" | "translate" | "settings" | "wakeMail" | "declarations">;
type Request = typeof dataRequests.$inferSelect;

const day = 86_400_000;

/** Creates the requested copies of personal data. A copy of a crashed process is created again. */
export async function buildWaitingArchives(services: Deps): Promise<number> {
  const { db, log } = services;
  const waiting = await db
    .select()
    .from(dataRequests)
    .where(
      and(
        eq(dataRequests.kind, "access"),
        eq(dataRequests.status, "running"),
        or(isNotNull(dataRequests.userId), isNotNull(dataRequests.email)),
      ),
    )
    .orderBy(asc(dataRequests.receivedAt))
    .limit(100);
  for (const request of waiting) {
    await buildArchive(services, request).catch((error) => log.error({ err: error, request: request.id }, "a copy of data failed"));
  }
  return waiting.length;
}

async function buildArchive(services: Deps, { id, userId, email }: Request) {
  const { db, files, clock } = services;
  const { personalData } = services.declarations;
  const whom: Whom = userId ? [userId] : { email: email ?? "" };
  const mine = await filesOf(db, personalData, whom);
  const steps = personalData.length + mine.length + 1;
  const entries: Record<string, Uint8Array> = {};
  const tables = new Map<string, Copied>();
  let stepsDone = 0;
  const stepDone = () => db.update(dataRequests).set({ stepsDone: ++stepsDone, steps }).where(eq(dataRequests.id, id));
  for (const table of personalData) {
    const copied = tables.get(table.table) ?? { rows: new Set(), parts: [] };
    tables.set(table.table, copied);
    await copyRows(db, table, { whom, copied });
    await stepDone();
  }
  for (const [name, { parts }] of tables) if (parts.length > 0) entries[`${name}.json`] = Buffer.concat([...parts, strToU8("\n]\n")]);
  for (const { storageKey, id: file, mime } of mine) {
    const bytes = await files.get(storageKey);
    if (bytes) entries[`files/${file}.${mime.split("/").at(-1)}`] = bytes;
    await stepDone();
  }
  const archive = await zipOf(entries, clock());
  const archiveKey = `exports/${id}.zip`;
  await files.put(archiveKey, archive, "application/zip");
  await finish(services, id, userId, { archiveKey, archiveBytes: archive.byteLength, stepsDone: steps, steps });
}

async function finish(services: Deps, id: string, userId: string | null, archive: Partial<Request>) {
  const now = services.clock();
  const archiveExpiresAt = new Date(now.getTime() + dataCopyDays * day);
  await services.db.transaction(async (tx) => {
    const made = await tx
      .update(dataRequests)
      .set({ ...archive, status: "answered", answeredAt: now, archiveExpiresAt, updatedAt: now })
      .where(and(eq(dataRequests.id, id), eq(dataRequests.status, "running")))
      .returning({ id: dataRequests.id });
    if (made.length === 0) return;
    await recordChange(tx, null, { action: "data_request.copied", entityType: "data_request", entityId: id });
    // People without account get the copy from the staff who verified their identity.
    if (!userId) return;
    const [person] = await tx.select({ locale: users.locale }).from(users).where(eq(users.id, userId));
    const format = new Intl.DateTimeFormat(person?.locale === "en" ? "en-GB" : "fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });
    await queueMail({ ...services, db: tx }, userId, "export_ready", { expiresAt: format.format(archiveExpiresAt) }, `export_ready ${id}`);
  });
}

/** The rows of a table as JSON, to know each again, and the beginning of a JSON array of them. */
type Copied = { rows: Set<string>; parts: Uint8Array[] };

/** The rows that are read and encoded without a pause for other requests: some milliseconds of work. */
const rowsAtOnce = 500;

/** Copies the rows of these people, some at a time. A row that is found in several ways is in the copy once. */
async function copyRows(db: Db, { table, about, hidden = [] }: PersonalData, { whom, copied }: { whom: Whom; copied: Copied }) {
  const shown = sql`to_jsonb(it) - ${sql.param(hidden)}::text[]`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      declare copied_rows no scroll cursor for select jsonb_pretty(${shown}) as row from ${sql.identifier(table)} it where ${about(whom)}`);
    for (;;) {
      const { rows } = await tx.execute<{ row: string }>(sql`fetch ${sql.raw(String(rowsAtOnce))} from copied_rows`);
      const added = rows.map(({ row }) => row).filter((row) => !copied.rows.has(row));
      for (const row of added) copied.rows.add(row);
      if (added.length > 0) copied.parts.push(strToU8(`${copied.parts.length > 0 ? ",\n" : "[\n"}${added.join(",\n")}`));
      if (rows.length < rowsAtOnce) return;
      await setImmediate();
    }
  });
}

async function filesOf(db: Db, personalData: PersonalData[], whom: Whom) {
  const { rows } = await db.execute<{ id: string; storage_key: string; mime: string }>(sql`
    select it.id, it.storage_key, it.mime from documents it where it.purged_at is null and ${filesAbout(personalData, whom)}`);
  return rows.map(({ storage_key: storageKey, ...file }) => ({ ...file, storageKey }));
}

/** The finished copy, for its owner, and for staff who requested it on the owner's behalf, until it expires. */
export async function readArchive(db: Db, files: Services["files"], now: Date, which: SQL | undefined): Promise<Uint8Array | null> {
  const [request] = await db.select().from(dataRequests).where(which);
  if (!request?.archiveKey || !request.archiveExpiresAt || request.archiveExpiresAt <= now) return null;
  return files.get(request.archiveKey);
}

/** Removes expired copies. */
export async function purgeArchives({ db, files }: Pick<Services, "db" | "files">, now: Date) {
  const old = await db
    .select({ id: dataRequests.id, archiveKey: dataRequests.archiveKey })
    .from(dataRequests)
    .where(and(isNotNull(dataRequests.archiveKey), lte(dataRequests.archiveExpiresAt, now)))
    .limit(500);
  for (const { archiveKey } of old) if (archiveKey) await files.remove(archiveKey);
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await db.update(dataRequests).set({ archiveKey: null, archiveBytes: null }).where(inArray(dataRequests.id, ids));
}
