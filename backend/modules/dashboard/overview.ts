import { and, asc, desc, eq, gt, gte, inArray, isNull, notInArray, or, type SQL, sql, sum } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { accountsDecidedBy, managesAccounts } from "#backend/identity/account-scope";
import { newestArticles } from "#backend/modules/articles/queries";
import { articles } from "#backend/modules/articles/tables";
import { mayPublish, onLine } from "#backend/modules/articles/visibility";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { isValidOn, memberships } from "#backend/modules/memberships/tables";
import { impactOf, impactRows } from "#backend/modules/monthly-records/impact-totals";
import { pageTexts } from "#backend/modules/page-texts/tables";
import { payments } from "#backend/modules/payments/tables";
import { isOwn, maxSectors } from "#backend/modules/sector-managers/my-sectors";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { isComplete } from "#backend/modules/verification/completeness";
import { isDonor } from "#contract/accounts/roles";
import type { Dashboard } from "#contract/charity/dashboard";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { publicLegalKeys } from "#contract/law/legal-documents";
import { agendaFor, type Moment, nextColumns, nextOf } from "./own-days.ts";
import { fileColumns, fileShown } from "./own-file.ts";
import { giftsOf } from "./own-gifts.ts";
import { shopColumn } from "./own-shop.ts";
import { runningOutColumn } from "./running-out.ts";

/** Few statements, since each costs more than what it reads: all single-row figures are in one statement. */
export async function describeDashboard(
  db: Db,
  actor: Actor,
  locale: Locale,
  moment: Moment,
): Promise<Omit<Dashboard, "missingFacts"> & { hasHistory: boolean | null; publishedTexts: string[] | null }> {
  const writes = actor.role === "ADMIN" || actor.role === "VOLUNTEER";
  const publishes = mayPublish(actor);
  // Administrators see the queues instead of the news.
  const news = actor.role === "ADMIN" ? [] : await newestArticles(db, newsShown, locale, moment);
  const figures = await figuresFor(db, actor, { ...moment, publishes });
  const {
    until,
    accounts,
    kits,
    toReview,
    scheduledFirst,
    outdatedFirst,
    hasHistory,
    publishedTexts,
    registration,
    ending,
    hours,
    accepted,
    sent,
    near,
    shop,
    runningOut,
    ...waiting
  } = figures;
  const around = writes || actor.sectorId ? await sectorsAround(db, actor) : [];
  const team = around.find(({ isTeam }) => isTeam);
  return {
    membership: until ? { until } : null,
    team: team ? teamShown(team, locale, writes) : null,
    sectors: around.filter(({ isOwn }) => isOwn),
    writing: writes
      ? {
          ...waiting,
          toReview: (toReview ?? []).map(withSince),
          scheduledFirst: scheduledFirst ?? [],
          outdatedFirst: outdatedFirst ?? [],
          mine: await unpublishedOf(db, actor, moment.now),
        }
      : null,
    accounts,
    gifts: isDonor(actor.role) ? await giftsOf(db, actor, moment) : null,
    agenda: await agendaFor(db, actor, moment),
    next: actor.role === "VOLUNTEER" ? nextOf({ registration, ending, hours }) : null,
    file: accepted ? fileShown({ accepted, sent, near }, actor, moment) : null,
    shop,
    runningOut: runningOut ?? [],
    kits: kits ?? [],
    news,
    hasHistory,
    publishedTexts,
  };
}

const newsShown = 3;
const rowsShown = 5;
const french = sql<string>`${articles.title}->>'fr'`;
const inReview = eq(articles.status, "in_review");
const ahead = (now: Date) => and(eq(articles.status, "scheduled"), gt(articles.publishedAt, now));
const inBin = and(eq(articles.status, "deleted"), eq(articles.deletedFrom, "draft"));
const isOutdated = and(eq(articles.english, "outdated"), notInArray(articles.status, ["archived", "deleted"]));

/** Whether the page of the charity's history has a date in French. */
const historyIsWritten = sql<boolean>`exists (select 1 from ${pageTexts}, jsonb_object_keys(${pageTexts.texts}->'fr') as key
  where ${pageTexts.page} = 'story' and starts_with(key, 'timeline.'))`;

/** Keys of the public legal texts that have a version in force. */
const publishedTexts = sql<string[]>`array(select ${legalDocuments.key} from ${legalDocuments}
  where ${inArray(legalDocuments.key, [...publicLegalKeys])} and ${legalDocuments.publishedAt} is not null and ${legalDocuments.retiredAt} is null)`;

/** The end of the current membership, and the number of waiting articles and threads, for those who may see them. */
async function figuresFor(db: Db, actor: Actor, { now, today, publishes }: Moment & { publishes: boolean }) {
  const none = sql<0>`0`;
  const nothing = sql<null>`null`;
  const answers = actor.role === "ADMIN";
  // Administrators open the filtered lists.
  const listed = publishes && !answers;
  const next =
    actor.role === "VOLUNTEER" ? nextColumns(db, actor, { now, today }) : { registration: nothing, ending: nothing, hours: nothing };
  const file = actor.role === "BENEFICIARY" ? fileColumns(db, actor) : { accepted: nothing, sent: nothing, near: nothing };
  const [row] = await db
    .select({
      until: sql<string | null>`(select max(${memberships.validUntil})::text from ${memberships} where ${isMember(actor, today)})`,
      waiting: publishes ? db.$count(articles, inReview) : none,
      scheduled: publishes ? db.$count(articles, ahead(now)) : none,
      outdatedEnglish: publishes ? db.$count(articles, isOutdated) : none,
      scheduledFirst: listed ? firstArticles(db, ahead(now), articles.publishedAt) : nothing,
      outdatedFirst: listed ? firstArticles(db, isOutdated, articles.updatedAt) : nothing,
      toReview: publishes ? waitingForReview(db) : nothing,
      accounts: managesAccounts(actor) ? waitingAccounts(db, actor, today) : nothing,
      kits: actor.role === "ADMIN" || actor.role === "VOLUNTEER" ? kitsByMonth : nothing,
      hasHistory: answers ? historyIsWritten : nothing,
      publishedTexts: answers ? publishedTexts : nothing,
      shop: actor.role === "DONATOR_MERCHANT" ? shopColumn(db, actor) : nothing,
      runningOut: managesAccounts(actor) ? runningOutColumn(db, actor, today) : nothing,
      ...next,
      ...file,
    })
    .from(sql`(values (1)) as figures`);
  if (!row) throw new Error("A statement without a condition answered no row.");
  return row;
}

const isWaiting = sql`${users.accountState} = 'to_validate'`;

function waitingAccounts(db: Db, actor: Actor, today: string) {
  const isTheirs = and(isWaiting, accountsDecidedBy(actor, today));
  const oldest = db.select({ id: users.id }).from(users).where(isTheirs).orderBy(users.stateChangedAt, users.id).limit(1);
  const complete = db
    .select({ count: sql`count(*)` })
    .from(users)
    .where(and(isTheirs, isComplete(db, today)));
  return sql<NonNullable<Dashboard["accounts"]>>`json_build_object('oldest', ${oldest}, 'complete', ${complete})`;
}

/** Kits of the twelve newest months with figures, the newest last. */
const kitsByMonth = sql<Dashboard["kits"]>`(select coalesce(json_agg(json_build_object('month', month, 'kits', kits) order by month), '[]')
  from (select done.month, sum(done.kits)::int as kits from ${impactRows()} done group by done.month order by done.month desc limit 12) months)`;

function isMember(actor: Actor, today: string) {
  return and(eq(memberships.userId, actor.id), isValidOn(today));
}

/** The person's team, with how many people it counts, and the sectors that they answer for. */
async function sectorsAround(db: Db, actor: Actor) {
  const ofSector = inArray(users.role, ["ADMIN", "VOLUNTEER"]);
  // A null team for people without one: PostgreSQL cannot sort by a bare constant.
  const team = actor.sectorId ? eq(sectors.id, actor.sectorId) : isNull(sectors.id);
  const members = db.$count(users, and(eq(users.sectorId, sectors.id), ofSector, eq(users.accountState, "validated")));
  return db
    .select({
      id: sectors.id,
      name: sectors.name,
      slogan: sectors.slogan,
      phone: sectors.phone,
      email: sectors.email,
      isTeam: sql<boolean>`${team}`,
      isOwn: sql<boolean>`${isOwn(db, actor)}`,
      people: sql<number>`case when ${team} then ${members} else 0 end`.mapWith(Number),
    })
    .from(sectors)
    .where(or(team, isOwn(db, actor)))
    .orderBy(desc(team), asc(sectors.name), asc(sectors.id))
    .limit(maxSectors + 1);
}

type Team = Awaited<ReturnType<typeof sectorsAround>>[number];

/** The team as its people see it; only those who work for the charity read how many it counts. */
function teamShown({ name, phone, email, people, slogan }: Team, locale: Locale, counted: boolean): Dashboard["team"] {
  return { name, phone, email, people: counted ? people : null, slogan: slogan ? readIn(locale, slogan).text : null };
}

type Reviewed = NonNullable<Dashboard["writing"]>["toReview"][number];

/** The oldest of those that wait for a decision. */
function waitingForReview(db: Db) {
  const oldest = db
    .select({ id: articles.id, title: french.as("title"), author: authorName.as("author"), since: sql`${articles.updatedAt}`.as("since") })
    .from(articles)
    .innerJoin(users, eq(users.id, articles.authorId))
    .where(inReview)
    .orderBy(asc(articles.updatedAt))
    .limit(rowsShown)
    .as("oldest");
  return sql<Reviewed[]>`(select coalesce(json_agg(oldest), '[]') from ${oldest})`;
}

type Titled = NonNullable<Dashboard["writing"]>["scheduledFirst"];

function firstArticles(db: Db, condition: SQL | undefined, order: AnyPgColumn) {
  const first = db
    .select({ id: articles.id, title: french.as("title") })
    .from(articles)
    .where(condition)
    .orderBy(asc(order), asc(articles.id))
    .limit(rowsShown)
    .as("first");
  return sql<Titled>`(select coalesce(json_agg(first), '[]') from ${first})`;
}

const authorName = fullName(users);
const withSince = (article: Reviewed) => ({ ...article, since: new Date(article.since).toISOString() });

/**
 * A person's own articles that are not published; last, the drafts in the bin, which they may restore. The newest of each state are found on an index: an
 * author may have written thousands.
 */
async function unpublishedOf(db: Db, actor: Actor, now: Date) {
  const newest = (condition: SQL | undefined) =>
    db
      .select({ id: articles.id, title: french.as("title"), status: articles.status, updatedAt: articles.updatedAt })
      .from(articles)
      .where(and(eq(articles.authorId, actor.id), condition))
      .orderBy(desc(articles.updatedAt))
      .limit(rowsShown);
  const rows = await unionAll(newest(eq(articles.status, "draft")), newest(inReview), newest(ahead(now)), newest(inBin));
  return rows
    .toSorted((a, b) => Number(a.status === "deleted") - Number(b.status === "deleted") || b.updatedAt.getTime() - a.updatedAt.getTime())
    .slice(0, rowsShown)
    .map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

export async function publicFigures(db: Db, now: Date) {
  const localSectors = await db
    .select({ city: sectors.city })
    .from(sectors)
    .where(and(eq(sectors.kind, "local_team"), eq(sectors.status, "published")))
    .orderBy(sql`${sectors.latitude} desc nulls last`, asc(sectors.name));
  const active = (role: "VOLUNTEER" | "DONATOR_MERCHANT") =>
    db.$count(users, and(eq(users.role, role), eq(users.accountState, "validated")));
  const [euro] = await db
    .select({ cents: sum(payments.signedCents).mapWith(Number) })
    .from(payments)
    .where(and(eq(payments.allocation, "euro"), gte(payments.receivedOn, `${franceDay(now).slice(0, 4)}-01-01`)));
  const { totals, months } = await impactOf(db);
  return {
    sectors: localSectors.length,
    cities: localSectors.flatMap(({ city }) => city ?? []),
    articles: await db.$count(articles, onLine(now)),
    volunteers: await active("VOLUNTEER"),
    shops: await active("DONATOR_MERCHANT"),
    euroCents: euro?.cents ?? 0,
    ...totals,
    months,
  };
}
