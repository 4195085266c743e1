import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { legalDocuments } from "#backend/modules/legal-documents/tables";

/** The version of the terms of use in force; null while none is published. */
export async function currentTermsVersion(db: Db): Promise<number | null> {
  const [terms] = await db
    .select({ version: legalDocuments.documentVersion })
    .from(legalDocuments)
    .where(and(eq(legalDocuments.key, "cgu"), isNotNull(legalDocuments.publishedAt), isNull(legalDocuments.retiredAt)))
    .orderBy(desc(legalDocuments.documentVersion))
    .limit(1);
  return terms?.version ?? null;
}
