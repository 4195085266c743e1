import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import { franceDay, hourText, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { ArticleStatus } from "#contract/publishing/articles";
import type { articles } from "./tables.ts";

type Article = typeof articles.$inferSelect;

/** Asks those who publish to read an article. */
export async function notifyPublishers(services: Services, actor: Actor, article: Article, now: Date) {
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

const topics = {
  draft: "article_sent_back",
  scheduled: "article_scheduled",
  published: "article_published",
  archived: "article_archived",
  in_review: null,
  deleted: "article_deleted",
} as const satisfies Record<ArticleStatus, string | null>;

type Outcome = { status: ArticleStatus; publishedAt?: Date | null; reason?: string };

/**
 * Tells the author of an article that was in review what became of it, unless they decided themselves; one who read when it appears that this was moved
 * or taken back; and one whose draft was deleted. `article` is as it was before.
 */
export async function mailOutcome(services: Services, actor: Actor, article: Article, { status, publishedAt, reason = "" }: Outcome) {
  const topic = article.status === "scheduled" && status === "draft" ? "article_unscheduled" : topics[status];
  const { id, authorId, version, title } = article;
  if (!topic || authorId === actor.id) return;
  if (!concernsAuthor(article, status) && !(isMoved(article, publishedAt) && (await knowsItsDay(services, article)))) return;
  const [author] = await services.db
    .select({ locale: users.locale })
    .from(users)
    .where(and(eq(users.id, authorId), eq(users.accountState, "validated")));
  if (!author) return;
  const { locale } = author;
  const values = {
    ...{ articleId: id, title: title.fr },
    ...(topic === "article_sent_back" && { reason }),
    ...(topic === "article_scheduled" && publishedAt && dayOf(locale, publishedAt)),
    ...(topic === "article_unscheduled" && article.publishedAt && dayOf(locale, article.publishedAt)),
  };
  await queueMail(services, authorId, topic, values, `${topic}:${id}:${version}`);
}

const dayOf = (locale: Locale, at: Date) => ({ date: writtenDay(locale, franceDay(at)), startTime: hourText(locale, at) });

/** What becomes of an article in review, and of a draft that its author can restore. */
const concernsAuthor = (before: Article, status: ArticleStatus) =>
  before.status === "in_review" || (before.status === "draft" && status === "deleted");

/** Whether an article that was scheduled does not appear when it should have. */
const isMoved = (before: Article, publishedAt: Date | null | undefined) =>
  before.status === "scheduled" && publishedAt?.getTime() !== before.publishedAt?.getTime();

/** Whether the author of an article has a notice of when it appears. */
async function knowsItsDay({ db }: Services, { id, authorId }: Article): Promise<boolean> {
  const { userId, topic, dedupeKey } = notices;
  const about = and(eq(userId, authorId), eq(topic, "article_scheduled"), sql`starts_with(${dedupeKey}, ${`article_scheduled:${id}:`})`);
  return (await db.$count(notices, about)) > 0;
}
