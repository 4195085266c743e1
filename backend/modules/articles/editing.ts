import { and, eq, notInArray, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { documents } from "#backend/modules/documents/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { Localized } from "#contract/formats/localized";
import type { ArticleDraft, ArticleEdit, ArticleRecord } from "#contract/publishing/articles";
import { tiePictures } from "./pictures.ts";
import { getArticleRecord } from "./records.ts";
import { nameArticle } from "./slugs.ts";
import { type ArticleSnapshot, articleRevisions, articles, articleTags, tags } from "./tables.ts";
import { editableBy } from "./visibility.ts";

/** Starts a draft in the person's name. */
export async function createArticle(db: Db, actor: Actor, draft: ArticleDraft, now: Date): Promise<ArticleRecord> {
  const id = await db.transaction(async (tx) => {
    await checkReferences(tx, draft);
    const texts = textsOf(draft);
    const [article] = await tx
      .insert(articles)
      .values({
        ...texts,
        ...settingsOf(draft),
        authorId: actor.id,
        updatedBy: actor.id,
        frenchChangedAt: now,
        englishConfirmedAt: draft.englishIsCurrent ? now : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: articles.id });
    if (!article) throw new Refusal("unexpected");
    await nameArticle(tx, article.id, texts.title, draft.slug);
    await tagArticle(tx, article.id, draft.tagIds);
    await tiePictures(tx, actor, { articleId: article.id, body: texts.body, now });
    await storeRevision(tx, actor, article.id, texts, now, { changed: ["title"] });
    await recordChange(tx, actor, { action: "article.create", entityType: "article", entityId: article.id, after: { title: texts.title } });
    return article.id;
  });
  return getArticleRecord(db, actor, id);
}

/** Saves an edit that started from `edit.version`; someone else's save in between is a 409 with the current record. */
export async function updateArticle(db: Db, actor: Actor, id: string, edit: ArticleEdit, now: Date): Promise<ArticleRecord> {
  await saveTexts(db, actor, id, now, { version: edit.version, texts: textsOf(edit), edit });
  return getArticleRecord(db, actor, id);
}

/** Restores the texts of an earlier revision, as a new revision. */
export async function restoreRevision(db: Db, actor: Actor, id: string, number: number, now: Date): Promise<ArticleRecord> {
  const { version } = await getArticleRecord(db, actor, id);
  const [revision] = await db
    .select()
    .from(articleRevisions)
    .where(and(eq(articleRevisions.articleId, id), eq(articleRevisions.number, number)));
  if (!revision) throw new Refusal("not_found");
  await saveTexts(db, actor, id, now, { version, texts: revision.snapshot, restoredFrom: number });
  return getArticleRecord(db, actor, id);
}

type Save = { version: number; texts: ArticleSnapshot; edit?: ArticleEdit; restoredFrom?: number };

async function saveTexts(db: Db, actor: Actor, id: string, now: Date, { version, texts, edit, restoredFrom }: Save) {
  await db.transaction(async (tx) => {
    const allowed = and(editableBy(actor), notInArray(articles.status, ["archived", "deleted"]));
    const current = await lockVersion(tx, articles, { id, version, allowed }, () => getArticleRecord(tx, actor, id));
    if (current.status !== "draft" && !texts.body.fr) throw fieldRefusal("body.fr", "articles:body.required");
    if (edit) await checkReferences(tx, edit);
    const changed = changedFields(current, texts);
    const values = { ...texts, ...(edit && settingsOf(edit)), version: version + 1 };
    await tx
      .update(articles)
      .set({
        ...values,
        updatedBy: actor.id,
        updatedAt: now,
        ...(changed.some((field) => field.endsWith(".fr")) && { frenchChangedAt: now }),
        ...(edit?.englishIsCurrent && { englishConfirmedAt: now }),
      })
      .where(eq(articles.id, id));
    await nameArticle(tx, id, texts.title, edit?.slug ?? {});
    if (edit) await tagArticle(tx, id, edit.tagIds);
    await tiePictures(tx, actor, { articleId: id, body: texts.body, now, earlier: !edit });
    if (changed.length > 0) await storeRevision(tx, actor, id, texts, now, { changed, restoredFrom });
    await recordChange(tx, actor, {
      action: restoredFrom ? "article.restore" : "article.edit",
      entityType: "article",
      entityId: id,
      before: audited(current),
      after: audited({ ...current, ...values }),
    });
  });
}

/** The body stays out: the revisions hold it. */
function audited({ title, lead, sectorId, pinnedUntil, coverImageId, version }: typeof articles.$inferSelect) {
  return { title, lead, sectorId, pinnedUntil, coverImageId, version };
}

function changedFields(before: ArticleSnapshot, after: ArticleSnapshot): string[] {
  return (["title", "lead", "body"] as const).flatMap((field) =>
    (["fr", "en"] as const)
      .filter((locale) => (before[field][locale] ?? "") !== (after[field][locale] ?? ""))
      .map((locale) => `${field}.${locale}`),
  );
}

function textsOf({ title, lead, body }: ArticleDraft): ArticleSnapshot {
  return { title: clean(title), lead: clean(lead), body: clean(body) };
}

/** Line ends of one kind, and no control characters: a first protection against injected content. */
function clean(text: { fr: string; en?: string | undefined }): Localized {
  const scrub = (value: string) => value.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
  return { fr: scrub(text.fr), ...(text.en && { en: scrub(text.en) }) };
}

function settingsOf({ teamId, cover, pinnedUntil }: ArticleDraft) {
  return {
    sectorId: teamId ?? null,
    pinnedUntil: pinnedUntil ?? null,
    coverTone: cover.tone,
    coverPattern: cover.pattern,
    coverObject: cover.object,
    coverImageId: cover.imageId ?? null,
    coverAlt: cover.alt.fr ? { fr: cover.alt.fr, ...(cover.alt.en && { en: cover.alt.en }) } : null,
  };
}

async function checkReferences(tx: Db, { teamId, tagIds, cover }: ArticleDraft) {
  if (teamId && !(await tx.$count(sectors, eq(sectors.id, teamId)))) throw fieldRefusal("teamId", "articles:team.unknown");
  if (tagIds.length > 0 && (await tx.$count(tags, sql`${tags.id} in ${tagIds}`)) !== new Set(tagIds).size)
    throw fieldRefusal("tagIds", "articles:tags.unknown");
  const isPicture = and(eq(documents.id, cover.imageId ?? ""), eq(documents.kind, "PUBLIC_MEDIA"));
  if (cover.imageId && !(await tx.$count(documents, isPicture))) throw fieldRefusal("cover.imageId", "articles:cover.unknown");
}

async function tagArticle(tx: Db, articleId: string, tagIds: string[]) {
  await tx.delete(articleTags).where(eq(articleTags.articleId, articleId));
  const unique = [...new Set(tagIds)];
  if (unique.length > 0) await tx.insert(articleTags).values(unique.map((tagId) => ({ articleId, tagId })));
}

async function storeRevision(
  tx: Db,
  actor: Actor,
  articleId: string,
  snapshot: ArticleSnapshot,
  now: Date,
  about: { changed: string[]; restoredFrom?: number },
) {
  const number = sql`coalesce((select max(number) from ${articleRevisions} where article_id = ${articleId}), 0) + 1`;
  await tx.insert(articleRevisions).values({ articleId, number, snapshot, authorId: actor.id, at: now, ...about });
}
