import { type SQL, sql } from "drizzle-orm";
import type { FoundKind } from "#backend/dashboard/office-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { FoundRecords } from "#contract/charity/office-search";

type Rows = Record<string, unknown>[];

/** The newest records of each kind that match, among those that the reader may see, in one statement. */
export async function findRecords(
  { db, declarations }: Pick<Services, "db" | "declarations">,
  actor: Actor,
  q: string,
): Promise<FoundRecords> {
  const none = Object.fromEntries(Object.keys(FoundRecords.shape).map((kind) => [kind, [] as Rows]));
  const sources = q.trim() ? declarations.officeSearch : [];
  const found = sources.flatMap((source) => {
    const query = source.find(db, actor, q);
    return query ? [{ ...source, query }] : [];
  });
  if (found.length === 0) return none as FoundRecords;
  const columns = Object.fromEntries(found.map(({ kind, query }) => [kind, rowsOf(query)]));
  const [row] = await db.select(columns).from(sql`(values (1)) as found`);
  if (!row) throw new Error("A statement without a condition answered no row.");
  const read = found.map(({ kind, moment }): [FoundKind, Rows] => [kind, (row[kind] ?? []).map((one) => withMoment(one, moment))]);
  return { ...none, ...Object.fromEntries(read) } as FoundRecords;
}

const rowsOf = (query: SQL) => sql<Rows>`(select coalesce(json_agg(it), '[]') from (${query}) it)`;
const withMoment = (row: Rows[number], moment?: string) =>
  moment ? { ...row, [moment]: new Date(String(row[moment])).toISOString() } : row;
