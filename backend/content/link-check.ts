import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { keepLook } from "#backend/content/link-reports";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";

type Needs = Pick<Services, "db" | "links" | "clock">;

/** Checks the page of a record during a request: with a shorter timeout than at night; a slow page is left to the nightly run. */
export async function lookNow({ db, links, clock }: Needs, table: PgTable & { id: PgColumn }, url: PgColumn, id: string) {
  const [row] = await db
    .select({ url })
    .from(table as PgTable)
    .where(eq(table.id, id));
  if (!row) throw new Refusal("not_found");
  if (typeof row.url !== "string") return { checked: false };
  const look = await links.look(row.url, 2_000);
  if (look.problem !== "silent") await keepLook(db, row.url, look, clock());
  return { checked: look.problem !== "silent" };
}
