import { AsyncLocalStorage } from "node:async_hooks";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { PageOf } from "#contract/api/endpoint";

/** The rows of a list, in its order. */
export type ChosenRows = { table: PgTable; key: PgColumn; where: SQL | undefined; order: SQLWrapper[] };

type Reading = { ids: (string | number)[] | null; chosen?: ChosenRows };
const wholeReads = new AsyncLocalStorage<Reading>();

/** What `pageOfRows` reads in place of a page: which rows the list has (`ids` is null), or these rows. */
export const wholeReading = () => wholeReads.getStore();

/** Which rows a list has, by its own filters and order; it is not read. */
export async function rowsOfList(readList: () => unknown): Promise<ChosenRows> {
  const reading: Reading = { ids: null };
  await wholeReads.run(reading, async () => readList());
  if (!reading.chosen) throw new Error("this list is not read page by page");
  return reading.chosen;
}

/** Those rows of a list with these ids, in its order, as a page of it has them. */
export function rowsWithIds<Page extends PageOf<unknown>>(ids: (string | number)[], readList: () => Promise<Page>): Promise<Page> {
  return wholeReads.run({ ids }, readList);
}
