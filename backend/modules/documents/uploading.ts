import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/http/refusal";
import type { Services } from "#backend/http/services";
import { recordChange } from "#backend/modules/audit/recording";
import { imageTypes, maxDocumentBytes, type StoredDocument } from "#contract/documents";
import { documents } from "./tables.ts";

const maxPixels = 50_000_000;
const longestSide = 3072;

/**
 * Keeps a picture for public pages. What the bytes are must be what the sender said; the picture is drawn anew
 * as WebP, so that nothing of the original file (place, camera, hidden content) survives.
 */
export async function storePublicPicture(services: Services, actor: Actor, file: File): Promise<StoredDocument> {
  const { db, files, limits } = services;
  if (file.size > maxDocumentBytes) throw new Refusal("too_large");
  await limits.take("uploadByPerson", actor.id);
  const picture = await redraw(new Uint8Array(await file.arrayBuffer()), file);
  const id = crypto.randomUUID();
  const storageKey = `public-media/${id}`;
  await files.put(storageKey, picture.bytes, "image/webp");
  const values = {
    id,
    kind: "PUBLIC_MEDIA" as const,
    ownerId: actor.id,
    visibility: "public" as const,
    storageKey,
    mime: "image/webp",
    bytes: picture.bytes.byteLength,
    sha256: createHash("sha256").update(picture.bytes).digest("hex"),
    width: picture.width,
    height: picture.height,
  };
  return db.transaction(async (tx) => {
    const [stored] = await tx.insert(documents).values(values).returning();
    if (!stored) throw new Refusal("unexpected");
    await recordChange(tx, actor, {
      action: "document.create",
      entityType: "document",
      entityId: id,
      after: { kind: stored.kind, bytes: stored.bytes },
    });
    return stored;
  });
}

async function redraw(bytes: Uint8Array, { type, name }: File) {
  const found = await fileTypeFromBuffer(bytes);
  const known = imageTypes.find((mime) => mime === found?.mime);
  const extension = name.split(".").at(-1)?.toLowerCase().replace("jpeg", "jpg");
  if (!known || (type && type !== known) || (name.includes(".") && extension !== found?.ext)) throw new Refusal("unsupported_file");
  const { default: sharp } = await import("sharp");
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, pages: 1 })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    throw new Refusal("unsupported_file");
  }
}
