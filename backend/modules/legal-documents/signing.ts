import { createHash } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/refusal";
import { type Locale, locales } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { LegalText } from "#contract/law/legal-documents";
import { legalDocuments, signatures } from "./tables.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A text in force for the person's role; any other one does not exist for them. */
export async function getLegalText(db: Db, actor: Actor, id: string, locale: Locale): Promise<LegalText> {
  const text = await inForce(db, actor, id);
  const body = readIn(locale, text.body);
  const mine = and(eq(signatures.legalDocumentId, id), eq(signatures.userId, actor.id));
  return {
    id,
    key: text.key,
    version: text.documentVersion,
    title: readIn(locale, text.title).text,
    body: body.text,
    locale: body.locale,
    textHash: hashOf(body.text),
    signed: (await db.$count(signatures, mine)) > 0,
  };
}

/** Records a person's acceptance of a text, once; the hash must be that of the text in one of its languages. */
export async function signLegalText(
  db: Db,
  actor: Actor,
  id: string,
  { textHash, now, ip }: { textHash: string; now: Date; ip: string | null },
) {
  const text = await inForce(db, actor, id);
  const shown = locales.find((locale) => hashOf(text.body[locale] ?? "") === textHash);
  if (!shown) throw new Refusal("stale");
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(signatures)
      .values({ legalDocumentId: id, userId: actor.id, locale: shown, textHash, signedAt: now, ip })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) return;
    const after = { key: text.key, version: text.documentVersion, textHash };
    await recordChange(tx, actor, { action: "legal_document.sign", entityType: "legal_document", entityId: id, after });
  });
}

async function inForce(db: Db, actor: Actor, id: string) {
  const [text] = await db
    .select()
    .from(legalDocuments)
    .where(
      and(
        eq(legalDocuments.id, id),
        isNotNull(legalDocuments.publishedAt),
        isNull(legalDocuments.retiredAt),
        sql`${actor.role} = any(${legalDocuments.appliesTo})`,
      ),
    );
  if (!text) throw new Refusal("not_found");
  return text;
}
