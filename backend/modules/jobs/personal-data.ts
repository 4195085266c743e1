import { type SQL, sql } from "drizzle-orm";
import { mailsAbout } from "#backend/modules/mails/personal-data";
import { by, byEmail, type PersonalData, throughReplies, throughSent, throughThread } from "#backend/privacy/personal-data";
import { type OldRows, oldSince, type RetentionDeps } from "#backend/privacy/retention";

/** What people sent without being logged in is found from the address that they have confirmed since. */
export const personalData: PersonalData[] = [
  {
    table: "documents",
    columns: ["id"],
    ...throughReplies("application", "applications"),
    hidden: ["storage_key"],
    loggedAs: "document",
    erasure: "anonymise",
  },
  {
    table: "documents",
    columns: ["id"],
    ...throughSent("id", "applications", "cv_id"),
    hidden: ["storage_key"],
    loggedAs: "document",
    erasure: "anonymise",
  },
  mailsAbout(throughSent("about_id", "applications")),
  {
    table: "application_replies",
    columns: ["application_id"],
    ...throughThread("application_id", "applications"),
    hidden: ["token_hash"],
    erasure: "delete",
  },
  {
    table: "applications",
    columns: ["name", "email"],
    ...byEmail("email"),
    hidden: ["dedupe_key"],
    loggedAs: "application",
    erasure: "delete",
  },
  { table: "application_replies", columns: ["author_id"], ...by("author_id"), erasure: "keep", because: "others" },
];

export const retention: OldRows[] = [{ ...oldSince("applications", "applications", "created_at"), act: eraseApplications, byParts: true }];

const batch = 500;

async function eraseApplications({ db, files }: RetentionDeps, where: SQL): Promise<number> {
  let erased = 0;
  for (;;) {
    const { rows } = await db.execute<{ id: string; cv: string | null; key: string | null }>(sql`
      select it.id, it.cv_id as cv, d.storage_key as key from applications it left join documents d on d.id = it.cv_id where ${where} limit ${batch}`);
    if (rows.length === 0) return erased;
    for (const { key } of rows) if (key) await files.remove(key);
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from applications where id in ${rows.map(({ id }) => id)}`);
      const cvs = rows.flatMap(({ cv }) => cv ?? []);
      if (cvs.length > 0) await tx.execute(sql`delete from documents where id in ${cvs}`);
    });
    erased += rows.length;
  }
}
