import { and, desc, eq, lte } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/refusal";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { PublicLegalKey, PublicLegalText } from "#contract/law/legal-documents";
import { legalDocuments } from "./tables.ts";

type Wanted = { key: PublicLegalKey; version?: number; locale: Locale };

/** A public text as it was published: the requested version, or the newest, which is in force. */
export async function readPublicText(db: Db, { key, version, locale }: Wanted, now: Date): Promise<PublicLegalText | null> {
  const versions = await db
    .select({ id: legalDocuments.id, version: legalDocuments.documentVersion, publishedAt: legalDocuments.publishedAt })
    .from(legalDocuments)
    .where(and(eq(legalDocuments.key, key), lte(legalDocuments.publishedAt, now)))
    .orderBy(desc(legalDocuments.documentVersion))
    .limit(100);
  const wanted = version === undefined ? versions[0] : versions.find((one) => one.version === version);
  if (!wanted && version !== undefined) throw new Refusal("not_found");
  if (!wanted) return null;
  const [document] = await db.select().from(legalDocuments).where(eq(legalDocuments.id, wanted.id));
  if (!document) throw new Refusal("not_found");
  const body = readIn(locale, document.body);
  const instant = (at: Date | null) => (at ?? now).toISOString();
  return {
    id: document.id,
    key,
    version: document.documentVersion,
    title: readIn(locale, document.title).text,
    body: body.text,
    locale: body.locale,
    publishedAt: instant(document.publishedAt),
    versions: versions.map((one) => ({ version: one.version, publishedAt: instant(one.publishedAt) })),
  };
}
