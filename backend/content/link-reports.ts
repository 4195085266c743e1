import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { LinkResult } from "#backend/ports/links";
import { failuresToNotify, type LinkCheck } from "#contract/publishing/link-checks";
import { linkChecks } from "../modules/links/tables.ts";

/** Stores the result of a check, and counts the failures in a row. */
export async function storeCheck(db: Db, url: string, { status, problem }: LinkResult, now: Date) {
  const failures = problem ? sql`${linkChecks.failures} + 1` : 0;
  await db
    .insert(linkChecks)
    .values({ url, status, problem, checkedAt: now, failures: problem ? 1 : 0 })
    .onConflictDoUpdate({ target: linkChecks.url, set: { status, problem, checkedAt: now, failures } });
}

/** The reports on pages, by URL. */
export async function linkReports(db: Db, urls: unknown[]): Promise<Map<unknown, LinkCheck>> {
  const checked = urls.filter((url) => typeof url === "string");
  if (checked.length === 0) return new Map();
  const rows = await db.select().from(linkChecks).where(inArray(linkChecks.url, checked));
  return new Map(
    rows.map(({ url, checkedAt, status, problem, failures }) => [
      url,
      { checkedAt: checkedAt.toISOString(), status, problem, toCheck: failures >= failuresToNotify },
    ]),
  );
}

/** Whether several checks of a URL in a row have failed. */
export function isToCheck(url: SQLWrapper): SQL {
  return sql`exists (select 1 from ${linkChecks} where ${linkChecks.url} = ${url} and ${linkChecks.failures} >= ${failuresToNotify})`;
}
