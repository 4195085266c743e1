import { and, eq, exists, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { documents } from "#backend/modules/documents/tables";
import { fieldRefusal } from "#backend/refusal";
import { locales } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { pictureIdsIn } from "#contract/formats/markdown-pictures";
import type { TextPicture } from "#contract/publishing/article-pictures";
import { articlePictures, articles } from "./tables.ts";
import { onLine, visibleTo } from "./visibility.ts";

const isPicture = eq(documents.kind, "ARTICLE_PICTURE");

/** Whether an article with this property has the document among its pictures. */
const shownBy = (db: Db, article: SQL | undefined, tie?: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(articlePictures)
      .innerJoin(articles, eq(articles.id, articlePictures.articleId))
      .where(and(eq(articlePictures.documentId, documents.id), tie, article)),
  );

/** Pictures that a published text shows: anyone may see them. */
export const isShownOnLine = (db: Db, now: Date) => and(isPicture, shownBy(db, onLine(now), isNull(articlePictures.unusedSince)));

/** Pictures that a person may use and see: their own, until an article has them, and those of the articles that they may open. */
export const isUsableBy = (db: Db, actor: Actor) => and(isPicture, or(eq(documents.ownerId, actor.id), shownBy(db, visibleTo(actor))));

/** Those of these pictures that a person may use. */
export async function findPictures(db: Db, actor: Actor, ids: string[]): Promise<TextPicture[]> {
  const rows = await db
    .select({ id: documents.id, width: documents.width, height: documents.height })
    .from(documents)
    .where(and(inArray(documents.id, ids), isUsableBy(db, actor)));
  return rows.map(({ id, width, height }) => ({ id, width: width ?? 0, height: height ?? 0 }));
}

/** The pictures of an article, in statements that read `articles` among others. */
export const picturesOfArticle = sql<
  TextPicture[]
>`(select coalesce(json_agg(json_build_object('id', ${documents.id}, 'width', ${documents.width}, 'height', ${documents.height})), '[]')
  from ${articlePictures} join ${documents} on ${documents.id} = ${articlePictures.documentId} where ${articlePictures.articleId} = ${articles.id})`;

type Tying = { articleId: string; body: Localized; now: Date; earlier?: boolean };

/**
 * Ties to an article the pictures that its text shows now; the others are unused from now on. From then on a picture belongs to the article and not
 * to who brought it. One that is gone, or somebody else's, is refused; an earlier version of a text that is restored goes without it.
 */
export async function tiePictures(tx: Db, actor: Actor, { articleId, body, now, earlier = false }: Tying) {
  const named = locales.map((locale) => ({ field: `body.${locale}`, ids: pictureIdsIn(body[locale] ?? "") }));
  const wanted = [...new Set(named.flatMap(({ ids }) => ids))];
  const used = wanted.length > 0 ? await usable(tx, actor, wanted) : [];
  const unknown = named.find(({ ids }) => ids.some((id) => !used.includes(id)));
  if (unknown && !earlier) throw fieldRefusal(unknown.field, "markdown:unknownPicture");
  const others = and(eq(articlePictures.articleId, articleId), used.length > 0 ? notInArray(articlePictures.documentId, used) : undefined);
  await tx
    .update(articlePictures)
    .set({ unusedSince: now })
    .where(and(others, isNull(articlePictures.unusedSince)));
  if (used.length === 0) return;
  await tx
    .insert(articlePictures)
    .values(used.map((documentId) => ({ articleId, documentId })))
    .onConflictDoUpdate({ target: [articlePictures.articleId, articlePictures.documentId], set: { unusedSince: null } });
  await tx.update(documents).set({ ownerId: null }).where(inArray(documents.id, used));
}

/** Locked, so that none is removed as unused before this change is done. */
async function usable(tx: Db, actor: Actor, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(inArray(documents.id, ids), isUsableBy(tx, actor)))
    .orderBy(documents.id)
    .for("update");
  return rows.map(({ id }) => id);
}
