import { and, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { TaskWork } from "#backend/worker/task-kind";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { readIn } from "#contract/formats/localized-text";
import type { ArticleBulk, ArticleObstacle } from "#contract/publishing/article-bulk";
import type { PublicationRequest, SendBack } from "#contract/publishing/article-publication";
import { type ArticleRecord, ArticleRowsQuery, type ArticleStatus, articleRecordsApi } from "#contract/publishing/articles";
import { mailOutcome, notifyPublishers } from "./mailing.ts";
import { getArticleRecord, rowsMatching } from "./records.ts";
import { articles } from "./tables.ts";
import { mayPublish, visibleTo } from "./visibility.ts";

type Article = typeof articles.$inferSelect;
type Transition = {
  /** States it may start from. */
  from: readonly ArticleStatus[];
  action: string;
  /** Whether it takes the right to publish; otherwise the author may do it too. */
  publishers: boolean;
  /** Whether the French text must be complete. */
  complete?: boolean;
  to(article: Article, now: Date, at?: Date): Partial<Article> & { status: ArticleStatus };
};

/** The transitions of an article. Nothing else writes its status. */
const transitions = {
  submit: { from: ["draft"], action: "article.submit", publishers: false, complete: true, to: () => ({ status: "in_review" }) },
  sendBack: { from: ["in_review"], action: "article.send_back", publishers: false, to: () => ({ status: "draft" }) },
  publish: {
    from: ["draft", "in_review", "scheduled"],
    action: "article.publish",
    publishers: true,
    complete: true,
    to: (_, now, at) => (at && at > now ? { status: "scheduled", publishedAt: at } : { status: "published", publishedAt: now }),
  },
  unpublish: {
    from: ["published", "scheduled"],
    action: "article.unpublish",
    publishers: true,
    to: () => ({ status: "draft", publishedAt: null }),
  },
  archive: {
    from: ["draft", "in_review", "scheduled", "published"],
    action: "article.archive",
    publishers: true,
    to: () => ({ status: "archived" }),
  },
  /** Reopens it as a draft, which must be published again. */
  reopen: { from: ["archived"], action: "article.reopen", publishers: true, to: () => ({ status: "draft", publishedAt: null }) },
  /** To the bin. Authors may do it with their drafts; with what is archived, only those who publish. */
  remove: {
    from: ["draft", "archived"],
    action: "article.remove",
    publishers: false,
    to: ({ status }, now) => ({ status: "deleted", deletedAt: now, deletedFrom: status === "archived" ? "archived" : "draft" }),
  },
  undelete: {
    from: ["deleted"],
    action: "article.undelete",
    publishers: false,
    to: ({ deletedFrom }) => ({ status: deletedFrom ?? "draft", deletedAt: null, deletedFrom: null }),
  },
} satisfies Record<string, Transition>;
export type TransitionName = keyof typeof transitions;

type MoveRequest = PublicationRequest & Partial<SendBack>;

/** Moves an article to another state, if the person may and its state allows it. `at` schedules a publication. */
export async function moveArticle(
  services: Services,
  actor: Actor,
  id: string,
  name: TransitionName,
  { at, version, reason }: MoveRequest = {},
): Promise<ArticleRecord> {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const transition: Transition = transitions[name];
    const [article] = await tx
      .select()
      .from(articles)
      .where(and(eq(articles.id, id), visibleTo(actor)))
      .for("update");
    if (!article) throw new Refusal("not_found");
    if (isForPublishers(name, article) && !mayPublish(actor)) throw new Refusal("forbidden");
    if (!transition.from.includes(article.status)) throw new Refusal("wrong_state", { current: await getArticleRecord(tx, actor, id) });
    if (name === "publish" && !isAsRead(article, version)) throw new Refusal("stale", { current: await getArticleRecord(tx, actor, id) });
    if (transition.complete && !article.body.fr) throw fieldRefusal("body.fr", "articles:body.required");
    const inTx = { ...services, db: tx };
    const more = { at: at ? new Date(at) : undefined, reason: name === "sendBack" ? reasonFor(actor, article, reason) : undefined };
    await decide(inTx, actor, article, transition, more);
    if (name === "submit") await notifyPublishers(inTx, actor, article, clock());
  });
  return getArticleRecord(db, actor, id);
}

/** An author deletes their own drafts and restores them; an archived article is for those who publish, also in the bin. */
const isForPublishers = (name: TransitionName, { status, deletedFrom }: Article) =>
  transitions[name].publishers ||
  (name === "remove" && status === "archived") ||
  (name === "undelete" && status === "deleted" && deletedFrom === "archived");

/** What waits for a review goes on line only as somebody has read it. */
const isAsRead = (article: Article, version: number | undefined) =>
  version === undefined ? article.status !== "in_review" : version === article.version;

/** An author withdraws their own article without a reason; others give one. */
function reasonFor(actor: Actor, article: Article, reason: string | undefined) {
  if (article.authorId === actor.id) return undefined;
  if (!reason) throw fieldRefusal("reason", "articles:sendBack.required");
  return reason;
}

type More = { at?: Date; reason?: string };

/** Moves it, and writes to its author what became of it. */
async function decide(services: Services, actor: Actor, article: Article, transition: Transition, { at, reason }: More = {}) {
  const after = await apply(services.db, actor, article, transition, services.clock(), { at, reason });
  await mailOutcome(services, actor, article, { ...after, reason });
}

async function apply(tx: Db, actor: Actor | null, article: Article, transition: Transition, now: Date, { at, reason }: More = {}) {
  const after = transition.to(article, now, at);
  await tx
    .update(articles)
    .set({ ...after, version: article.version + 1, updatedAt: now })
    .where(eq(articles.id, article.id));
  await recordChange(tx, actor, {
    action: transition.action,
    entityType: "article",
    entityId: article.id,
    before: { status: article.status, publishedAt: article.publishedAt },
    after: { status: after.status, publishedAt: after.publishedAt === undefined ? article.publishedAt : after.publishedAt },
    reason,
  });
  return after;
}

/** Applies one action to the chosen rows: all in one transaction, each with its audit row, or in a task. A dry run only counts and names. */
export async function moveArticles(services: Services, actor: Actor, body: ArticleBulk) {
  const { db } = services;
  const { action, selection, dryRun } = body;
  const transition: Transition = transitions[action];
  const chosen: SQL | undefined =
    "ids" in selection
      ? and(visibleTo(actor), inArray(articles.id, selection.ids))
      : rowsMatching(actor, ArticleRowsQuery.parse(selection.query));
  if (!dryRun && (await isForTask(db, articles, chosen))) {
    const items = { table: articles, key: articles.id, where: chosen, order: [articles.createdAt] };
    return { ...none, task: await startTask(services, actor, { endpoint: articleRecordsApi.bulk, body }, items) };
  }
  return db.transaction(async (tx) => {
    const count = await tx.$count(articles, chosen);
    const obstacle = obstacleTo(action);
    const movable = and(chosen, isNull(obstacle));
    const left = await leftOf(tx, and(chosen, isNotNull(obstacle)), obstacle);
    if (dryRun) {
      const changed = await tx.$count(articles, movable);
      return { count, changed, names: await titlesOf(tx, movable), left, leftCount: count - changed, task: null };
    }
    const rows = await tx.select().from(articles).where(movable).for("update");
    for (const article of rows) await decide({ ...services, db: tx }, actor, article, transition);
    return { count, changed: rows.length, names: [], left, leftCount: count - rows.length, task: null };
  });
}

const none = { count: 0, changed: 0, names: [], left: [], leftCount: 0 };

/** Why an action on several articles leaves one as it is; null for one that it moves. What waits for a review is published from its own page alone, where somebody reads it. */
function obstacleTo(action: ArticleBulk["action"]): SQL<ArticleObstacle | null> {
  const { from, complete }: Transition = transitions[action];
  const states = action === "publish" ? from.filter((status) => status !== "in_review") : from;
  const empty = complete ? sql`coalesce(${articles.body}->>'fr', '') = ''` : sql`false`;
  const state = action === "remove" ? sql`'inUse'` : action === "undelete" ? sql`'notDeleted'` : articles.status;
  return sql`case when not (${inArray(articles.status, [...states])}) then ${state} when ${empty} then 'noText' end`;
}

/** The same for the articles of a task. */
export const movingTask: TaskWork<ArticleBulk> = {
  nameOf: ({ action }) => `article.${action}`,
  listOf: () => "/dashboard/admin/news",
  async act(call, ids) {
    const { db, actor, body } = call;
    const transition: Transition = transitions[body.action];
    const chosen = and(inArray(articles.id, ids), visibleTo(actor));
    const obstacle = obstacleTo(body.action);
    const found = await db.select({ id: articles.id, obstacle }).from(articles).where(chosen);
    const rows = await db
      .select()
      .from(articles)
      .where(and(chosen, isNull(obstacle)))
      .orderBy(articles.id)
      .for("update");
    for (const article of rows) await decide(call, actor, article, transition);
    const moved = new Set(rows.map(({ id }) => id));
    const reasonOf = (code: ArticleObstacle | null) => (code ? `articles:bulk.obstacle.${code}` : "tasks:reason.refused");
    return new Map(found.map((row) => [row.id, moved.has(row.id) ? null : reasonOf(row.obstacle)]));
  },
  async describe({ db, actor, locale }, ids) {
    const { id, title } = articles;
    const rows = await db
      .select({ id, title })
      .from(articles)
      .where(and(inArray(id, ids), visibleTo(actor)));
    return new Map(rows.map((row) => [row.id, { name: readIn(locale, row.title).text, path: `/dashboard/admin/news/${row.id}/view` }]));
  },
};

async function titlesOf(db: Db, where: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ title: articles.title })
    .from(articles)
    .where(where)
    .orderBy(sql`${articles.title}->>'fr'`, articles.id)
    .limit(maxPreviewedNames);
  return rows.map(({ title }) => title.fr);
}

async function leftOf(db: Db, where: SQL | undefined, obstacle: SQL<ArticleObstacle | null>) {
  const { title, id } = articles;
  const rows = await db.select({ title, obstacle }).from(articles).where(where).orderBy(sql`${title}->>'fr'`, id).limit(maxPreviewedNames);
  return rows.map((row) => ({ name: row.title.fr, obstacle: row.obstacle ?? "" }));
}

/** Marks scheduled articles as published once their time has come; they were visible already. */
export async function publishDueArticles(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(articles)
      .where(and(eq(articles.status, "scheduled"), lte(articles.publishedAt, now)))
      .limit(100)
      .for("update", { skipLocked: true });
    const publicationTime = {
      ...transitions.publish,
      to: (article: Article) => ({ status: "published" as const, publishedAt: article.publishedAt }),
    };
    for (const article of due) await apply(tx, null, article, publicationTime, now);
    return due.length;
  });
}
