import { and, desc, eq, lte } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { documents } from "#backend/modules/documents/tables";
import { fieldRefusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import { organisationSettings } from "./tables.ts";

/** The size of the picture in a file, in pixels: some six centimetres wide, sharp in print. */
const printed = { width: 720, height: 240 } as const;

/**
 * The picture of the signature that was in force at an instant, as a PNG without transparency and in sRGB, as PDF/A wants it; null where there was
 * none. The same instant gives the same picture, whatever was saved since.
 */
export async function signatureAt({ db, files }: Pick<Services, "db" | "files">, at: Date): Promise<Uint8Array | null> {
  const { part, validFrom, number, createdAt, signatureId } = organisationSettings;
  const [version] = await db
    .select({ signatureId })
    .from(organisationSettings)
    .where(and(eq(part, "receipts"), lte(validFrom, franceDay(at)), lte(createdAt, at)))
    .orderBy(desc(validFrom), desc(number))
    .limit(1);
  if (!version?.signatureId) return null;
  const [row] = await db.select({ key: documents.storageKey }).from(documents).where(eq(documents.id, version.signatureId));
  const stored = row && (await files.get(row.key));
  if (!stored) return null;
  const { default: sharp } = await import("sharp");
  const drawn = await sharp(stored)
    .resize({ ...printed, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .png()
    .toBuffer();
  return new Uint8Array(drawn);
}

/** Refuses as a signature what is no private picture of a record. */
export async function requireSignature(tx: Db, id: string) {
  const [row] = await tx.select({ kind: documents.kind, mime: documents.mime }).from(documents).where(eq(documents.id, id));
  if (row?.kind !== "RECORD_FILE" || !row.mime.startsWith("image/")) throw fieldRefusal("signatureId", "organisation:error.signature");
}
