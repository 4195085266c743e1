import { aliasedTable, and, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { auditLog } from "#backend/modules/audit/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { PageOf } from "#contract/api/endpoint";
import type { ArticleRecord, ArticleRevision, ArticleRow, ArticleRowsQuery } from "#contract/publishing/articles";
import { currentSlugs, slugFor } from "./cards.ts";
import { picturesOfArticle } from "./pictures.ts";
import { textMatches } from "./queries.ts";
import { articleRevisions, articles, articleTags } from "./tables.ts";
import { isPinned, mayPublish, visibleTo } from "./visibility.ts";

const french = sql<string>`${articles.title}->>'fr'`;
const sorts = { updatedAt: articles.updatedAt, publishedAt: articles.publishedAt, title: french };

/** Rows of the back-office list that match a query. */
export function listArticleRows(db: Db, actor: Actor, query: ArticleRowsQuery, today: string): Promise<PageOf<ArticleRow>> {
  const listed = { where: rowsMatching(actor, query), sorts };
  return pageOfRows(db, articles, query, listed, async (found, order) => {
    const rows = await db
      .select({
        id: articles.id,
        title: french,
        status: articles.status,
        english: articles.english,
        authorFirst: users.firstName,
        authorLast: users.lastName,
        team: sectors.name,
        publishedAt: articles.publishedAt,
        updatedAt: articles.updatedAt,
        pinned: isPinned(today),
      })
      .from(articles)
      .innerJoin(found, eq(found.id, articles.id))
      .innerJoin(users, eq(users.id, articles.authorId))
      .leftJoin(sectors, eq(sectors.id, articles.sectorId))
      .orderBy(...order);
    return rows.map(
      ({ authorFirst, authorLast, ...row }): ArticleRow => ({
        ...row,
        english: row.english ?? "none",
        author: `${authorFirst} ${authorLast}`,
        publishedAt: row.publishedAt?.toISOString() ?? null,
        updatedAt: row.updatedAt.toISOString(),
      }),
    );
  });
}

export function rowsMatching(
  actor: Actor,
  { q, status, english, team }: Pick<ArticleRowsQuery, "q" | "status" | "english" | "team">,
): SQL | undefined {
  return and(
    visibleTo(actor),
    q ? textMatches(q) : undefined,
    status ? eq(articles.status, status) : ne(articles.status, "deleted"),
    english && eq(articles.english, english),
    // Nobody updates the English of what is archived, unless the list is of that.
    english && status !== "archived" ? ne(articles.status, "archived") : undefined,
    team ? eq(articles.sectorId, team) : undefined,
  );
}

/** All columns of an article but the search vectors, which are as large as the text. */
const { searchFr: _french, searchEn: _english, ...written } = getTableColumns(articles);

/** An article as its editors see it, if the person may see it. */
export async function getArticleRecord(db: Db, actor: Actor, id: string): Promise<ArticleRecord> {
  const editors = aliasedTable(users, "editors");
  const [row] = await db
    .select({
      article: written,
      author: fullName(users),
      updatedByName: fullName(editors),
      slugs: currentSlugs,
      pictures: picturesOfArticle,
      tagIds: sql<string[]>`array(select ${articleTags.tagId} from ${articleTags} where ${articleTags.articleId} = ${articles.id})`,
      revisions: sql<number>`(select coalesce(max(${articleRevisions.number}), 0)::int from ${articleRevisions} where ${articleRevisions.articleId} = ${articles.id})`,
    })
    .from(articles)
    .innerJoin(users, eq(users.id, articles.authorId))
    .innerJoin(editors, eq(editors.id, articles.updatedBy))
    .where(and(eq(articles.id, id), visibleTo(actor)));
  if (!row) throw new Refusal("not_found");
  const { article, author, updatedByName, slugs, pictures, tagIds, revisions } = row;
  const publisher = mayPublish(actor);
  const open = article.status === "draft" || article.status === "in_review";
  const own = article.authorId === actor.id;
  return {
    id,
    title: article.title,
    slug: { fr: slugFor("fr", slugs) ?? "", en: slugFor("en", slugs) },
    lead: article.lead,
    body: article.body,
    pictures,
    tagIds,
    teamId: article.sectorId,
    cover: {
      tone: article.coverTone,
      pattern: article.coverPattern,
      object: article.coverObject,
      imageId: article.coverImageId,
      alt: article.coverAlt ?? { fr: "" },
    },
    pinnedUntil: article.pinnedUntil,
    status: article.status,
    english: article.english ?? "none",
    publishedAt: article.publishedAt?.toISOString() ?? null,
    author,
    updatedAt: article.updatedAt.toISOString(),
    updatedBy: updatedByName,
    pageViews: article.pageViews,
    revisions,
    version: article.version,
    deletedAt: article.deletedAt?.toISOString() ?? null,
    sentBack: article.status === "draft" ? await reasonOfReturn(db, id) : null,
    may: {
      edit: article.status !== "archived" && article.status !== "deleted" && (publisher || (open && own)),
      publish: publisher,
      submit: article.status === "draft",
      withdraw: article.status === "in_review" && own,
      sendBack: article.status === "in_review" && !own,
      remove: article.status === "draft" || (article.status === "archived" && publisher),
      undelete: article.status === "deleted" && (publisher || article.deletedFrom !== "archived"),
    },
  };
}

/** Why a draft came back from review, as the log has it, unless it became one in another way since. */
async function reasonOfReturn(db: Db, id: string): Promise<ArticleRecord["sentBack"]> {
  const { action, reason, at, entityType, entityId, actorId, seq } = auditLog;
  const becameDraft = inArray(action, ["article.send_back", "article.unpublish", "article.reopen"]);
  const [last] = await db
    .select({ action, reason, at, by: fullName(users) })
    .from(auditLog)
    .innerJoin(users, eq(users.id, actorId))
    .where(and(eq(entityId, id), eq(entityType, "article"), becameDraft))
    .orderBy(desc(seq))
    .limit(1);
  return last?.action === "article.send_back" && last.reason ? { reason: last.reason, by: last.by, at: last.at.toISOString() } : null;
}

/** What changed when, newest first. */
export async function listRevisions(db: Db, actor: Actor, id: string): Promise<ArticleRevision[]> {
  if ((await db.$count(articles, and(eq(articles.id, id), visibleTo(actor)))) === 0) throw new Refusal("not_found");
  const rows = await db
    .select({ revision: articleRevisions, author: fullName(users) })
    .from(articleRevisions)
    .innerJoin(users, eq(users.id, articleRevisions.authorId))
    .where(eq(articleRevisions.articleId, id))
    .orderBy(desc(articleRevisions.number))
    .limit(100);
  return rows.map(({ revision, author }) => ({
    number: revision.number,
    at: revision.at.toISOString(),
    author,
    changed: revision.changed,
    restoredFrom: revision.restoredFrom,
    ...revision.snapshot,
  }));
}
