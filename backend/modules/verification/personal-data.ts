import { type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import { by, type PersonalData } from "#backend/privacy/personal-data";
import { type OldRows, type RetentionDeps, timestamp } from "#backend/privacy/retention";
import { purgeAnswers } from "./supporting-documents.ts";

export const personalData: PersonalData[] = [
  { table: "beneficiary_files", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  {
    table: "account_decisions",
    columns: ["user_id"],
    ...by("user_id"),
    erasure: "anonymise",
    because: "decisions",
    anonymise: (tx, which) => tx.execute(sql`update account_decisions it set reason = '–' where it.reason <> '–' and (${which})`),
  },
];

export const retention: OldRows[] = [
  {
    kind: "papers",
    table: "documents",
    // The day was set when the document was decided. Photographs that a portrait let go of may be shown elsewhere: `purgeLooseFiles` asks.
    where: (now) => sql`it.kind <> 'PUBLIC_MEDIA' and it.purged_at is null and it.purge_at <= ${timestamp(now)}`,
    act: purgeSupportingDocuments,
    byParts: true,
  },
];

const batch = 500;

/** Bytes first: a run that dies between the two finds the row again and loses nothing. */
async function purgeSupportingDocuments({ db, files }: RetentionDeps, where: SQL, now: Date): Promise<number> {
  let purged = 0;
  for (;;) {
    const { rows } = await db.execute<{ id: string; key: string }>(
      sql`select it.id, it.storage_key as key from documents it where ${where} limit ${batch}`,
    );
    if (rows.length === 0) break;
    for (const { key } of rows) await files.remove(key);
    const ids = rows.map(({ id }) => id);
    await db.transaction(async (tx) => {
      await tx.execute(sql`update documents set purged_at = ${timestamp(now)}, file_name = null where id in ${ids}`);
      await recordChanges(
        tx,
        null,
        ids.map((entityId) => ({ action: "document.purge", entityType: "document", entityId })),
      );
    });
    purged += rows.length;
  }
  await purgeAnswers(db, now);
  return purged;
}
