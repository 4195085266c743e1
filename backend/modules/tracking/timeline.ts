import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { isHelped } from "#backend/identity/restricted";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { FactValues, TimelineDeps, TimelineSource } from "#backend/timeline/source";
import type { OwnTimeline, TimelineFact } from "#contract/accounts/own-timeline";
import { timelinePage } from "#contract/accounts/own-timeline";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { Locale } from "#contract/formats/locale";
import { trackingEntries } from "./tables.ts";

/** What staff share with the person: without who of the team does what next. */
export const sharedEntries: TimelineSource = {
  kind: "entry",
  from: sql`${trackingEntries}`,
  where: (userId) => sql`${trackingEntries.subjectUserId} = ${userId} and ${trackingEntries.visibility} = 'subject'`,
  id: trackingEntries.id,
  at: sql`${trackingEntries.occurredAt}`,
  values: sql`jsonb_build_object('kind', ${trackingEntries.kind}, 'title', ${trackingEntries.title}, 'body', ${trackingEntries.body}, 'corrects', ${trackingEntries.correctsId})`,
  texts: ({ kind, title, body, corrects }, { translate }) => ({
    title: translate(corrects ? "tracking:fact.correction" : "tracking:fact.entry", { kind: translate(`tracking:kind.${kind}`), title }),
    text: String(body ?? ""),
  }),
  figure: "tracking:figure.entries",
};

type Position = { at: string; id: string };
type Row = { kind: string; id: string; at: Date | string; values: FactValues };

/** A page of facts of all sources, each read from its own index: past ones from the latest, or those to come from the next. */
async function readFacts(db: Db, sources: TimelineSource[], userId: string, which: Which) {
  if (sources.length === 0) return [];
  const { now, coming, before, limit } = which;
  const way = sql.raw(coming ? "asc" : "desc");
  const branches = sources.map(({ kind, from, where, id, at, values }) => {
    const side = coming ? sql`${at} > ${instant(now)}` : sql`${at} <= ${instant(now)}`;
    const older = before
      ? sql` and ${at} <= ${before.at}::timestamptz and (${at}, ${id}::text) < (${before.at}::timestamptz, ${before.id})`
      : sql``;
    return sql`(select ${kind}::text as kind, ${id}::text as id, ${at} as at, ${values} as values from ${from}
      where ${where(userId)} and ${side}${older} order by ${at} ${way}, ${id}::text ${way} limit ${limit})`;
  });
  const { rows } = await db.execute<Row>(
    sql`select kind, id, at, values from (${sql.join(branches, sql` union all `)}) facts order by at ${way}, id ${way} limit ${limit}`,
  );
  return rows;
}
type Which = { now: Date; coming?: boolean; before?: Position; limit: number };

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

function factOf({ declarations, translate }: TimelineDeps, locale: Locale, { kind, id, at, values }: Row): TimelineFact {
  const source = declarations.timeline.find((one) => one.kind === kind);
  const { title, text } = source?.texts(values, { locale, translate: (key, more) => translate(locale, key, more) }) ?? { title: kind };
  return { id, kind, at: new Date(at).toISOString(), title, text: text || null };
}

/** In one statement: how much of each kind has happened. */
async function readCounts({ db }: TimelineDeps, sources: TimelineSource[], userId: string, now: Date) {
  const counted = sources.filter(({ figure }) => figure);
  const columns = counted.map(
    ({ from, where, at }) => sql`(select count(*) from ${from} where ${where(userId)} and ${at} <= ${instant(now)})::int`,
  );
  const counts: SQL = columns.length > 0 ? sql`json_build_array(${sql.join(columns, sql`, `)})` : sql`'[]'::json`;
  const [row] = await db
    .select({ since: users.createdAt, counts: sql<number[]>`${counts}` })
    .from(users)
    .where(eq(users.id, userId));
  return { since: row?.since ?? now, counts: counted.map((source, at) => ({ source, count: row?.counts[at] ?? 0 })) };
}

/** The most that is to come on the page. */
const mostComing = 10;

/** The own time line: what is to come and the figures on its first page, then what has happened. */
export async function readTimeline(
  services: TimelineDeps,
  actor: Pick<Actor, "id">,
  locale: Locale,
  before?: Position,
  sources = services.declarations.timeline,
): Promise<OwnTimeline> {
  const { db, clock, translate } = services;
  const now = clock();
  const { since, counts } = await readCounts(services, sources, actor.id, now);
  const coming = before ? [] : await readFacts(db, sources, actor.id, { now, coming: true, limit: mostComing });
  const past = await readFacts(db, sources, actor.id, { now, before, limit: timelinePage + 1 });
  const factsOf = (rows: Row[]) => rows.map((row) => factOf(services, locale, row));
  return {
    since: since.toISOString(),
    figures: counts.map(({ source, count }) => ({
      kind: source.kind,
      count,
      label: source.figure ? translate(locale, source.figure, { count }) : "",
    })),
    coming: factsOf(coming),
    items: factsOf(past.slice(0, timelinePage)),
    more: past.length > timelinePage,
  };
}

/** What staff read of a person's time line: without restricted facts of somebody who is helped, unless they have the right to those. */
export async function timelineForStaff(
  services: TimelineDeps,
  actor: Actor,
  { id, before }: { id: string; before?: Position },
  locale: Locale,
) {
  const { db, declarations } = services;
  const [person] = await db
    .select({ sectorId: users.sectorId, helped: isHelped })
    .from(users)
    .where(and(eq(users.id, id), ne(users.accountState, "left")));
  if (!person) throw new Refusal("not_found");
  const withheld = person.helped && !mayReadRestricted(actor, person.sectorId);
  if (person.helped && !withheld) await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: id });
  const sources = declarations.timeline.filter(({ restricted }) => !(restricted && withheld));
  return { ...(await readTimeline(services, { id }, locale, before, sources)), withheld };
}

/** The most facts that the PDF has. */
const mostInFile = 1_000;

/** All of it, for the file. */
export async function wholeTimeline(services: TimelineDeps, userId: string, locale: Locale) {
  const now = services.clock();
  const { db, declarations } = services;
  const coming = await readFacts(db, declarations.timeline, userId, { now, coming: true, limit: mostInFile });
  const past = await readFacts(db, declarations.timeline, userId, { now, limit: mostInFile });
  const factsOf = (rows: Row[]) => rows.map((row) => factOf(services, locale, row));
  return { coming: factsOf(coming), past: factsOf(past) };
}
