import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { SummaryReader, SummarySource } from "#backend/dashboard/summary-records";
import { referenceNumber } from "#backend/db/reference-numbers";

type Thread = { table: PgTable & Record<"id" | "number" | "status", PgColumn>; waiting: string };

type ReadBy = (reader: SummaryReader) => SQL | undefined;
type Words = { kind: "message" | "application"; letter: string };

const byAdministrators: ReadBy = ({ role }) => (role === "ADMIN" ? undefined : sql`false`);

/** Threads in the summaries by mail, by their reference number. `readBy` is the condition on those that the reader may open: administrators all, others none. */
export const summarisedThreads = ({ table, waiting }: Thread, { kind, letter }: Words, readBy = byAdministrators): SummarySource => ({
  topic: "messages",
  async find({ db, translate }, reader, ids) {
    const { id, number, status } = table;
    const rows = await db
      .select({ id: sql<string>`${id}`, number: sql<number>`${number}`, status: sql<string>`${status}` })
      .from(table as PgTable)
      .where(and(inArray(id, [...ids]), readBy(reader)));
    return rows.map((row) => {
      const name = translate(reader.locale, `mails:frame.summary.${kind}`, { ticket: referenceNumber(letter, row.number) });
      return [row.id, { name, isDone: row.status !== waiting }];
    });
  },
});
