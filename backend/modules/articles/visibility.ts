import { and, eq, lte, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import { hasPermission } from "#contract/accounts/roles";
import { articles } from "./tables.ts";

/**
 * What a visitor may read: published, or scheduled for a time that has come. The states are part of the statement, since the index of these
 * articles cannot serve a prepared one that takes them as parameters.
 */
export function onLine(now: Date): SQL | undefined {
  return and(sql`${articles.status} in ('published', 'scheduled')`, lte(articles.publishedAt, now));
}

/** What a member of staff may open: everything for those who publish, their own for volunteers. What they may not see is a 404. */
export function visibleTo(actor: Pick<Actor, "id" | "role" | "permissions">): SQL | undefined {
  return mayPublish(actor) ? undefined : eq(articles.authorId, actor.id);
}

/** What a member of staff may change: volunteers who may not publish, only their own drafts. */
export function editableBy(actor: Actor): SQL | undefined {
  return mayPublish(actor)
    ? undefined
    : and(eq(articles.authorId, actor.id), or(eq(articles.status, "draft"), eq(articles.status, "in_review")));
}

export function mayPublish(actor: Pick<Actor, "role" | "permissions">): boolean {
  return actor.role === "ADMIN" || (actor.role === "VOLUNTEER" && hasPermission(actor, "NEWS_PUBLISH"));
}

/** Whether an article is pinned; never null, so that it can be sorted by. */
export const isPinned = (today: string) => sql<boolean>`coalesce(${pinnedAfter(today)}, false)`;

/**
 * The same as a condition that the index of pinned articles serves. The planner knows how many have no such day, and not how many come after a
 * parameter: with the latter alone it estimates a third of all articles for pinned.
 */
export const pinnedAfter = (today: string) => sql`(${articles.pinnedUntil} is not null and ${articles.pinnedUntil} > ${today})`;
