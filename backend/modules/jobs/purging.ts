import { eq, inArray, lt } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { documents } from "#backend/modules/documents/tables";
import { applicationMonths } from "#contract/applications";
import { applications } from "./tables.ts";

const batch = 200;

/** Applications go when the time has passed that the form promised, with their files. */
export async function purgeApplications({ db, files }: Pick<Services, "db" | "files">, now: Date): Promise<number> {
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - applicationMonths);
  const old = await db
    .select({ id: applications.id, cvId: applications.cvId, key: documents.storageKey })
    .from(applications)
    .leftJoin(documents, eq(documents.id, applications.cvId))
    .where(lt(applications.createdAt, limit))
    .orderBy(applications.createdAt)
    .limit(batch);
  for (const { key } of old) if (key) await files.remove(key);
  if (old.length === 0) return 0;
  await db.transaction(async (tx) => {
    const ids = old.map(({ id }) => id);
    const cvs = old.flatMap(({ cvId }) => cvId ?? []);
    await tx.delete(applications).where(inArray(applications.id, ids));
    if (cvs.length > 0) await tx.delete(documents).where(inArray(documents.id, cvs));
  });
  return old.length;
}
