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
  const whom: Whom = userId ? [userId] : { address: email ?? "" };
  const mine = await filesOf(db, personalData, whom);
  const steps = personalData.length + mine.length + 1;
  const entries: Record<string, Uint8Array> = {};
  const tables = new Map<string, Record<string, unknown>[]>();
  let stepsDone = 0;
  const stepDone = () => db.update(dataRequests).set({ stepsDone: ++stepsDone, steps }).where(eq(dataRequests.id, id));
  for (const table of personalData) {
    const rows = await rowsOf(db, table, whom);
    tables.set(table.table, [...(tables.get(table.table) ?? []), ...rows]);
    await stepDone();
  }
  for (const [name, rows] of tables) if (rows.length > 0) entries[`${name}.json`] = strToU8(JSON.stringify(distinct(rows), null, 2));
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

async function rowsOf(db: Db, { table, about, hidden = [] }: PersonalData, whom: Whom): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(it) as row from ${sql.identifier(table)} it where ${about(whom)}`,
  );
  return rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))));
}

/** A row found in several ways is in the copy once. */
function distinct(rows: Record<string, unknown>[]) {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
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
