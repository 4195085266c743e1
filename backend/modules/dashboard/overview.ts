import { and, asc, count, desc, eq, gt, gte, inArray, lte, ne, or, sql, sum } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { listArticles } from "#backend/modules/articles/reading";
import { articles } from "#backend/modules/articles/tables";
import { mayPublish, onLine } from "#backend/modules/articles/visibility";
import { messageThread } from "#backend/modules/contact/receiving";
import { applicationThread } from "#backend/modules/jobs/applications";
import { memberships } from "#backend/modules/memberships/tables";
import { deedsOf } from "#backend/modules/monthly-records/deeds";
import { pledges } from "#backend/modules/pledges/tables";
import { sectorsOf } from "#backend/modules/sector-managers/own";
import { sectors } from "#backend/modules/teams/tables";
import { users } from "#backend/modules/users/tables";
import { waitingThreads } from "#backend/threads/routes";
import { ArticleListQuery } from "#contract/articles";
import type { Dashboard } from "#contract/dashboard";
import { franceDay } from "#contract/france-time";
import type { Locale } from "#contract/locale";
import { readIn } from "#contract/read-in";

type Moment = { now: Date; today: string };

export async function describeDashboard(db: Db, actor: Actor, locale: Locale, moment: Moment): Promise<Dashboard> {
  const writes = actor.role === "ADMIN" || actor.role === "VOLUNTEER";
  const news = await listArticles(db, ArticleListQuery.parse({ perPage: 3 }), locale, moment);
  return {
    membership: await membershipOf(db, actor, moment.today),
    team: writes ? await teamOf(db, actor, locale) : null,
    sectors: await sectorsOf(db, actor),
    writing: writes ? await writingFor(db, actor, moment.now) : null,
    letters: actor.role === "ADMIN" ? await lettersOf(db, moment.now) : null,
    news: news.items,
  };
}

async function membershipOf(db: Db, actor: Actor, today: string) {
  const [current] = await db
    .select({ until: memberships.endDate })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, actor.id),
        eq(memberships.status, "active"),
        lte(memberships.startDate, today),
        gte(memberships.endDate, today),
      ),
    );
  return current ?? null;
}

async function teamOf(db: Db, actor: Actor, locale: Locale) {
  if (!actor.sectorId) return null;
  const [team] = await db
    .select({ name: sectors.name, slogan: sectors.slogan, people: count(users.id) })
    .from(sectors)
    .leftJoin(users, and(eq(users.sectorId, sectors.id), inArray(users.role, ["ADMIN", "VOLUNTEER"]), eq(users.accountState, "validated")))
    .where(eq(sectors.id, actor.sectorId))
    .groupBy(sectors.id);
  return team ? { ...team, slogan: team.slogan ? readIn(locale, team.slogan).text : null } : null;
}

async function lettersOf(db: Db, now: Date) {
  return { messages: await waitingThreads(db, messageThread, now), applications: await waitingThreads(db, applicationThread, now) };
}

const rowsShown = 5;

async function writingFor(db: Db, actor: Actor, now: Date) {
  const french = sql<string>`${articles.title}->>'fr'`;
  const publisher = mayPublish(actor);
  const inReview = eq(articles.status, "in_review");
  const ahead = and(eq(articles.status, "scheduled"), gt(articles.publishedAt, now));
  const toReview = publisher
    ? await db
        .select({
          id: articles.id,
          title: french,
          author: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
          since: articles.updatedAt,
        })
        .from(articles)
        .innerJoin(users, eq(users.id, articles.authorId))
        .where(inReview)
        .orderBy(asc(articles.updatedAt))
        .limit(rowsShown)
    : [];
  const mine = await db
    .select({ id: articles.id, title: french, status: articles.status, updatedAt: articles.updatedAt })
    .from(articles)
    .where(and(eq(articles.authorId, actor.id), or(inArray(articles.status, ["draft", "in_review"]), ahead)))
    .orderBy(desc(articles.updatedAt))
    .limit(rowsShown);
  return {
    toReview: toReview.map((row) => ({ ...row, since: row.since.toISOString() })),
    waiting: publisher ? await db.$count(articles, inReview) : 0,
    mine: mine.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })),
    scheduled: publisher ? await db.$count(articles, ahead) : 0,
    outdatedEnglish: publisher ? await db.$count(articles, and(eq(articles.english, "outdated"), ne(articles.status, "archived"))) : 0,
  };
}

export async function publicFigures(db: Db, now: Date) {
  const teams = await db
    .select({ city: sectors.city })
    .from(sectors)
    .where(and(eq(sectors.kind, "local_team"), eq(sectors.status, "published")))
    .orderBy(sql`${sectors.latitude} desc nulls last`, asc(sectors.name));
  const active = (role: "VOLUNTEER" | "DONATOR_MERCHANT") =>
    db.$count(users, and(eq(users.role, role), eq(users.accountState, "validated")));
  const [euro] = await db
    .select({ cents: sum(pledges.amountCents).mapWith(Number) })
    .from(pledges)
    .where(and(eq(pledges.allocation, "euro"), eq(pledges.status, "received"), gte(pledges.createdAt, startOfYear(now))));
  return {
    teams: teams.length,
    cities: teams.flatMap(({ city }) => city ?? []),
    articles: await db.$count(articles, onLine(now)),
    volunteers: await active("VOLUNTEER"),
    shops: await active("DONATOR_MERCHANT"),
    euroCents: euro?.cents ?? 0,
    ...(await deedsOf(db)),
  };
}

/** Midnight of 1 January in France, which is an hour before that of UTC. */
function startOfYear(now: Date): Date {
  return new Date(`${franceDay(now).slice(0, 4)}-01-01T00:00:00+01:00`);
}
