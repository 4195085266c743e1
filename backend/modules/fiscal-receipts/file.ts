import { and, eq, type SQL } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { PrivateFile } from "#backend/http/private-file";
import { fiscalReceipts } from "./tables.ts";

/** The file of a receipt as it was issued; null where there is none for whoever asks (`whose`), or once it was erased. */
export async function receiptFile(db: Db, id: string, whose?: SQL): Promise<PrivateFile | null> {
  const { pdf, displayNumber } = fiscalReceipts;
  const [row] = await db
    .select({ pdf, displayNumber })
    .from(fiscalReceipts)
    .where(and(eq(fiscalReceipts.id, id), whose));
  return row?.pdf ? { bytes: row.pdf, mime: "application/pdf", name: `${row.displayNumber}.pdf` } : null;
}
