import { isNotNull, type SQL, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { furtherSupport } from "#backend/modules/further-support/tables";
import { partners } from "#backend/modules/partners/tables";
import { press } from "#backend/modules/press/tables";
import type { LinkResult } from "#backend/ports/links";
import { storeCheck } from "../../content/link-reports.ts";
import { linkChecks } from "./tables.ts";

const day = 86_400_000;
/** A working page is checked again after a week, a failing one the next night. */
const rest = { fine: 6.5 * day, missing: 0.5 * day };
const aNight = 120;
const atOnce = 8;

/**
 * Checks the external pages that published records link to: each once a week, and failing ones every night. When none of
 * several answers, our own connection is down, and nothing is stored.
 */
export async function checkLinks({ db, clock, links, log }: Pick<Services, "db" | "clock" | "links" | "log">) {
  const now = clock();
  const waiting = await dueLinks(db, now);
  const checked: { url: string; check: LinkResult }[] = [];
  const checkOn = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) checked.push({ url, check: await links.check(url) });
  };
  await Promise.all(Array.from({ length: atOnce }, checkOn));
  if (checked.length >= 3 && checked.every(({ check }) => check.problem === "silent" || check.problem === "unknown_host"))
    return log.warn({ links: checked.length }, "no page elsewhere answers: links are not checked");
  for (const { url, check } of checked) await storeCheck(db, url, check, now);
  await db.execute(sql`delete from ${linkChecks} where url not in (${urlsOf(() => sql`true`)})`);
}

async function dueLinks(db: Db, now: Date): Promise<string[]> {
  const before = (milliseconds: number) => sql`${new Date(now.getTime() - milliseconds).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ url: string }>(sql`
    select it.url from (${urlsOf(onLine)}) it left join ${linkChecks} seen on seen.url = it.url
    where seen.url is null or seen.checked_at < case when seen.failures = 0 then ${before(rest.fine)} else ${before(rest.missing)} end
    order by seen.checked_at nulls first, it.url limit ${aNight}`);
  return rows.map(({ url }) => url);
}

const linked = [furtherSupport, partners, press];

/** The distinct URLs of such records. */
function urlsOf(which: (table: (typeof linked)[number]) => SQL): SQL {
  return sql.join(
    linked.map((table) => sql`select ${table.url} as url from ${table} where ${isNotNull(table.url)} and ${which(table)}`),
    sql` union `,
  );
}
