import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Localized } from "#contract/formats/localized";
import type { AuditRow } from "#contract/law/audit";

type Changes = AuditRow["changes"];

/** The current names of records that changes refer to by id, in one query over `sources`; deleted ones have none. */
export async function namesIn(db: Db, sources: SQL[], changes: Changes[]): Promise<(one: Changes) => Record<string, Localized>> {
  const ids = [...new Set(changes.flatMap(idsIn))];
  const named = sql`select id, name from (${sql.join(sources, sql` union all `)}) named where id in ${ids}`;
  const { rows } = ids.length > 0 ? await db.execute<{ id: string; name: Localized }>(named) : { rows: [] };
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (one) => Object.fromEntries(idsIn(one).flatMap((id) => (names.has(id) ? [[id, names.get(id) as Localized]] : [])));
}

/** Ids that are a whole value: within a text or a URL they do not count. */
function idsIn(changes: Changes): string[] {
  return JSON.stringify(changes ?? {}).match(/(?<=")[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")/g) ?? [];
}
