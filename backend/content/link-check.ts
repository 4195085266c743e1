import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { storeCheck } from "#backend/content/link-reports";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";

type Deps = Pick<Services, "db" | "links" | "clock">;

/** Checks the page of a record during a request: with a shorter timeout than at night; a slow page is left to the nightly run. */
export async function checkNow({ db, links, clock }: Deps, table: PgTable & { id: PgColumn }, url: PgColumn, id: string) {
  const [row] = await db
    .select({ url })
    .from(table as PgTable)
    .where(eq(table.id, id));
  if (!row) throw new Refusal("not_found");
  if (typeof row.url !== "string") return { checked: false };
  const checked = await links.check(row.url, 2_000);
  if (checked.problem !== "silent") await storeCheck(db, row.url, checked, clock());
  return { checked: checked.problem !== "silent" };
}
