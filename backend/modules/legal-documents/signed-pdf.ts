import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { blocksOf, taggedPdf } from "#backend/pdf/tagged-pdf";
import { type Locale, languageTags } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { OwnSignature } from "#contract/law/legal-editing";
import { legalDocuments, signatures } from "./tables.ts";

/** What a person signed, the last first, in their language. */
export async function ownSignatures(db: Db, userId: string, locale: Locale): Promise<OwnSignature[]> {
  const rows = await db
    .select({ id: signatures.id, signedAt: signatures.signedAt, title: legalDocuments.title, number: legalDocuments.documentVersion })
    .from(signatures)
    .innerJoin(legalDocuments, eq(legalDocuments.id, signatures.legalDocumentId))
    .where(eq(signatures.userId, userId))
    .orderBy(desc(signatures.signedAt))
    .limit(100);
  return rows.map(({ title, signedAt, ...row }) => ({ ...row, title: readIn(locale, title).text, signedAt: signedAt.toISOString() }));
}

type Deps = Pick<Services, "db" | "translate" | "settings">;

/**
 * The signed text as a PDF for its signer: the same bytes each time, since text and signature never change. It is
 * tagged text in the language that was signed, with its own typeface, so that readers and screen readers have it too.
 */
export async function signedPdf({ db, translate, settings }: Deps, userId: string, id: string): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ signature: signatures, text: legalDocuments, firstName: users.firstName, lastName: users.lastName })
    .from(signatures)
    .innerJoin(legalDocuments, eq(legalDocuments.id, signatures.legalDocumentId))
    .innerJoin(users, eq(users.id, signatures.userId))
    .where(and(eq(signatures.id, id), eq(signatures.userId, userId)));
  if (!row) return null;
  const { signature, text } = row;
  const { locale } = signature;
  const t = (key: string, values = {}) => translate(locale, `documents:signed.${key}`, values);
  const when = new Intl.DateTimeFormat(languageTags[locale], {
    timeZone: "Europe/Paris",
    dateStyle: "long",
    timeStyle: "medium",
  }).format(signature.signedAt);
  const proof = [
    t("by", { name: `${row.firstName} ${row.lastName}` }),
    t("at", { when }),
    t("version", { version: text.documentVersion }),
    t("hash", { hash: signature.textHash }),
    ...(signature.ip ? [t("ip", { ip: signature.ip })] : []),
  ];
  const title = text.title[locale] ?? text.title.fr;
  return taggedPdf({
    title,
    author: settings.organisation,
    locale,
    at: signature.signedAt,
    blocks: [
      ...blocksOf(text.body[locale] ?? text.body.fr),
      { tag: "H2", text: t("title") },
      ...proof.map((line) => ({ tag: "P", text: line }) as const),
    ],
  });
}
