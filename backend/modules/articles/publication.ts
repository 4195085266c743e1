import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { TaskWork } from "#backend/worker/task-kind";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { readIn } from "#contract/formats/localized-text";
import {
  type ArticleBulk,
  type ArticleRecord,
  ArticleRowsQuery,
  type ArticleStatus,
  articleRecordsApi,
} from "#contract/publishing/articles";
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
} satisfies Record<string, Transition>;
export type TransitionName = keyof typeof transitions;

/** Moves an article to another state, if the person may and its state allows it. `at` schedules a publication. */
export async function moveArticle(services: Services, actor: Actor, id: string, name: TransitionName, at?: Date): Promise<ArticleRecord> {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const transition: Transition = transitions[name];
    const [article] = await tx
      .select()
      .from(articles)
      .where(and(eq(articles.id, id), visibleTo(actor)))
      .for("update");
    if (!article) throw new Refusal("not_found");
    if (transition.publishers && !mayPublish(actor)) throw new Refusal("forbidden");
    if (!transition.from.includes(article.status)) throw new Refusal("wrong_state", { current: await getArticleRecord(tx, actor, id) });
    if (transition.complete && !article.body.fr) throw fieldRefusal("body.fr", "articles:body.required");
    await apply(tx, actor, article, transition, clock(), at);
    if (name === "submit") await notifyPublishers({ ...services, db: tx }, actor, article, clock());
  });
  return getArticleRecord(db, actor, id);
}

async function apply(tx: Db, actor: Actor | null, article: Article, transition: Transition, now: Date, at?: Date) {
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
  });
}

async function notifyPublishers(services: Services, actor: Actor, article: Article, now: Date) {
  const publishers = await services.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  const values = { title: article.title.fr, author: `${actor.firstName} ${actor.lastName}`, articleId: article.id };
  for (const { id } of publishers) {
    const once = `article_in_review:${article.id}:${id}:${now.toISOString()}`;
    if (id !== actor.id) await queueMail(services, id, "article_in_review", values, once, { aboutId: actor.id });
  }
}

/** Applies one action to the chosen rows: all in one transaction, each with its audit row, or in a task. A dry run only counts and names. */
export async function moveArticles(services: Services, actor: Actor, body: ArticleBulk) {
  const { db, clock } = services;
  const { action, selection, dryRun } = body;
  const transition: Transition = transitions[action];
  const chosen: SQL | undefined =
    "ids" in selection
      ? and(visibleTo(actor), inArray(articles.id, selection.ids))
      : rowsMatching(actor, ArticleRowsQuery.parse(selection.query));
  if (!dryRun && (await isForTask(db, articles, chosen))) {
    const items = { table: articles, key: articles.id, where: chosen, order: [articles.createdAt] };
    return { count: 0, changed: 0, names: [], task: await startTask(services, actor, { endpoint: articleRecordsApi.bulk, body }, items) };
  }
  return db.transaction(async (tx) => {
    const count = await tx.$count(articles, chosen);
    const movable = and(chosen, allowing(transition));
    if (dryRun) return { count, changed: await tx.$count(articles, movable), names: await titlesOf(tx, movable), task: null };
    const rows = await tx.select().from(articles).where(movable).for("update");
    for (const article of rows) await apply(tx, actor, article, transition, clock());
    return { count, changed: rows.length, names: [], task: null };
  });
}

const allowing = ({ from, complete }: Transition) =>
  and(inArray(articles.status, [...from]), complete ? sql`${articles.body}->>'fr' <> ''` : undefined);

/** The same for the articles of a task. */
export const movingTask: TaskWork<ArticleBulk> = {
  nameOf: ({ action }) => `article.${action}`,
  listOf: () => "/dashboard/admin/news",
  async act({ db, actor, body, clock }, ids) {
    const transition: Transition = transitions[body.action];
    const chosen = and(inArray(articles.id, ids), visibleTo(actor));
    const found = await db.select({ id: articles.id }).from(articles).where(chosen);
    const rows = await db
      .select()
      .from(articles)
      .where(and(chosen, allowing(transition)))
      .orderBy(articles.id)
      .for("update");
    for (const article of rows) await apply(db, actor, article, transition, clock());
    const moved = new Set(rows.map(({ id }) => id));
    return new Map(found.map(({ id }) => [id, moved.has(id) ? null : `tasks:reason.article.${body.action}`]));
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
