import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { LinkLook } from "#backend/ports/links";
import { failuresToTell, type LinkCheck } from "#contract/publishing/link-checks";
import { linkChecks } from "../modules/links/tables.ts";

/** Writes down what a look found; how often in a row a page was not there is counted from what stands there. */
export async function keepLook(db: Db, url: string, { status, problem }: LinkLook, now: Date) {
  const failures = problem ? sql`${linkChecks.failures} + 1` : 0;
  await db
    .insert(linkChecks)
    .values({ url, status, problem, checkedAt: now, failures: problem ? 1 : 0 })
    .onConflictDoUpdate({ target: linkChecks.url, set: { status, problem, checkedAt: now, failures } });
}

/** What is known of pages, by their address. */
export async function linkReports(db: Db, urls: unknown[]): Promise<Map<unknown, LinkCheck>> {
  const checked = urls.filter((url) => typeof url === "string");
  if (checked.length === 0) return new Map();
  const rows = await db.select().from(linkChecks).where(inArray(linkChecks.url, checked));
  return new Map(
    rows.map(({ url, checkedAt, status, problem, failures }) => [
      url,
      { checkedAt: checkedAt.toISOString(), status, problem, toCheck: failures >= failuresToTell },
    ]),
  );
}

/** Whether the page at an address was not there several times in a row. */
export function isToCheck(url: SQLWrapper): SQL {
  return sql`exists (select 1 from ${linkChecks} where ${linkChecks.url} = ${url} and ${linkChecks.failures} >= ${failuresToTell})`;
}
