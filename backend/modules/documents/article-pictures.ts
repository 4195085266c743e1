import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { isUsableBy } from "#backend/modules/articles/pictures";
import { articlePictures } from "#backend/modules/articles/tables";
import { documents } from "./tables.ts";

/** The picture, for who may open an article with it. Articles are no secret among staff: an access is not recorded. */
export async function readArticlePicture(
  { db, files }: Pick<Services, "db" | "files">,
  actor: Actor,
  id: string,
): Promise<PrivateFile | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isUsableBy(db, actor)));
  const bytes = row && (await files.get(row.storageKey));
  return row && bytes ? { bytes, mime: row.mime, name: "picture.webp" } : null;
}

/** For how many days a picture is stored that no text shows any more, or whose form was never saved. */
export const unusedPictureDays = 30;

/** Deletes the pictures that no text has shown for {@link unusedPictureDays} days. */
export async function purgeArticlePictures({ db, files }: Pick<Services, "db" | "files">, now: Date) {
  const since = new Date(now.getTime() - unusedPictureDays * 86_400_000);
  const unused = and(
    eq(documents.kind, "ARTICLE_PICTURE"),
    lt(documents.createdAt, since),
    sql`not exists (select from ${articlePictures} where ${articlePictures.documentId} = ${documents.id}
      and (${articlePictures.unusedSince} is null or ${articlePictures.unusedSince} >= ${since.toISOString()}))`,
  );
  await db.transaction(async (tx) => {
    const found = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(unused)
      .orderBy(documents.id)
      .limit(500)
      .for("update", { skipLocked: true });
    if (found.length === 0) return;
    // Looked at again now that they are locked: a text that was being saved may show one since.
    const ids = found.map(({ id }) => id);
    const gone = await tx
      .delete(documents)
      .where(and(inArray(documents.id, ids), unused))
      .returning({ id: documents.id, key: documents.storageKey });
    await recordChanges(
      tx,
      null,
      gone.map(({ id }) => ({ action: "document.purge", entityType: "document", entityId: id })),
    );
    for (const { key } of gone) await files.remove(key);
  });
}
