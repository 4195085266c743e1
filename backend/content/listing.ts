import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { Locale } from "#contract/formats/locale";
import type { ContentApi, ContentQuery, ContentRecord } from "#contract/publishing/content";
import { countDependents } from "./dependents.ts";
import { linkReports } from "./link-reports.ts";
import { namesIn, shape, textOf } from "./row-mapping.ts";
import { sortsOf } from "./sorts.ts";
import { rowsIn, type SubjectModel } from "./store.ts";

/** Reads of the back-office: the list of a subject, its records as choices in other forms, one record. */
export function listingRoutes({ choices, list, records, get, ordered, used }: ContentApi, store: SubjectModel): ServedEndpoint[] {
  const { table, label, labelText } = store;
  const page = ({ db, query, locale, actor }: Listing) => pageOf(db, store, { query, locale, used, actor });
  return [
    on(choices, async ({ db, locale, actor }) => {
      const rows = await db
        .select({ id: sql<string>`${table.id}`, label })
        .from(table)
        .where(and((store.choosable ?? store.within)(actor), sql`${table.status} <> 'archived'`))
        .orderBy(ordered ? asc(table.position) : asc(labelText), asc(table.id))
        .limit(500);
      return { items: rows.map((row) => ({ id: row.id, label: textOf(row.label, locale), names: namesIn(row.label) })) };
    }),
    on(list, page),
    on(records, page),
    on(get, ({ db, params, actor }) => readRecord(db, store, params.id, store.within(actor))),
  ];
}

type Listing = { db: Db; query: ContentQuery; locale: Locale; actor: Actor };
type Listed = { query: ContentQuery; locale: Locale; used: boolean; actor: Actor };

function pageOf(db: Db, store: SubjectModel, { query, locale, used, actor }: Listed) {
  const { table, namedBy, references = {}, texts, times, url, matching } = store;
  const sorts = { ...sortsOf(table, references, locale), ...store.sorts };
  return pageOfRows(db, table, query, { where: and(store.within(actor), matching(query)), sorts }, async (found, order) => {
    const selected = await db
      .select({ row: table as PgTable, ...(store.facts && { facts: store.facts(actor) }) })
      .from(table)
      .innerJoin(found, eq(found.id, table.id))
      .orderBy(...order);
    const rows = rowsIn(selected.map(({ row }) => row));
    const links = await linkReports(db, url ? rows.map((row) => row.url) : []);
    const dependents = await countDependents(db, { table, namedBy }, used ? idsOf(rows) : [], "all");
    return rows.map((row, at) => ({
      ...shape(row, texts, times),
      ...selected[at]?.facts,
      link: links.get(row.url),
      dependents: used ? (dependents.get(row.id) ?? 0) : undefined,
    }));
  });
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** A record as its form shows it; `within`: the condition on those that the reader may see. */
export async function readRecord(
  db: Db,
  { table, namedBy, texts, times, url }: SubjectModel,
  id: string,
  within?: SQL,
): Promise<ContentRecord> {
  const [found] = await db
    .select({ row: table as PgTable, updatedBy: sql<string>`coalesce(${fullName(users)}, '')` })
    .from(table)
    .leftJoin(users, eq(users.id, table.updatedBy))
    .where(and(eq(table.id, id), within));
  const [row] = rowsIn(found ? [found.row] : []);
  if (!found || !row) throw new Refusal("not_found");
  const dependents = await countDependents(db, { table, namedBy }, [id], "shown");
  const links = await linkReports(db, url ? [row.url] : []);
  return { ...shape(row, texts, times), link: links.get(row.url), updatedBy: found.updatedBy, dependents: dependents.get(id) ?? 0 };
}
