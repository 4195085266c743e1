import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { fileTypeFromBuffer } from "file-type";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { removeAfterCommit } from "#backend/modules/privacy/removed-files";
import { Refusal } from "#backend/refusal";
import { imageTypes, maxDocumentBytes, type StoredDocument } from "#contract/accounts/documents";
import { documents } from "./tables.ts";

const maxPixels = 50_000_000;
const longestSide = 3072;
const folders = { PUBLIC_MEDIA: "public-media", AVATAR: "avatars", ARTICLE_PICTURE: "article-pictures" } as const;

/**
 * Stores a picture for public pages. The bytes must match the declared type; the picture is re-encoded
 * as WebP, so that nothing of the original file (place, camera, hidden content) survives.
 */
export async function storePublicPicture(services: Services, actor: Actor, file: File): Promise<StoredDocument> {
  const values = await keep(services, actor, file, "PUBLIC_MEDIA");
  return orRemove(
    services,
    values.storageKey,
    services.db.transaction((tx) => addDocument(tx, actor, values)),
  );
}

/** Stores a picture for the text of an article, re-encoded like every picture. Until an article shows it, it belongs to who brought it. */
export async function storeArticlePicture(services: Services, actor: Actor, file: File): Promise<StoredDocument> {
  const values = await keep(services, actor, file, "ARTICLE_PICTURE");
  return orRemove(
    services,
    values.storageKey,
    services.db.transaction((tx) => addDocument(tx, actor, { ...values, visibility: "owner", createdAt: services.clock() })),
  );
}

/** A person's portrait, re-encoded like every picture; the one before it goes. */
export async function storeAvatar(services: Services, actor: Actor, file: File): Promise<StoredDocument> {
  const values = await keep(services, actor, file, "AVATAR");
  const replaced = services.db.transaction(async (tx) => {
    await takeAvatar(tx, actor);
    return addDocument(tx, actor, values);
  });
  return orRemove(services, values.storageKey, replaced);
}

export async function removeAvatar({ db }: Pick<Services, "db">, actor: Actor) {
  await db.transaction((tx) => takeAvatar(tx, actor));
}

async function takeAvatar(tx: Db, actor: Actor) {
  const mine = and(eq(documents.ownerId, actor.id), eq(documents.kind, "AVATAR"));
  const gone = await tx.delete(documents).where(mine).returning({ id: documents.id, key: documents.storageKey });
  for (const { id } of gone) await recordChange(tx, actor, { action: "document.remove", entityType: "document", entityId: id });
  await removeAfterCommit(
    tx,
    gone.map(({ key }) => key),
  );
}

async function keep({ files, limits }: Services, actor: Actor, file: File, kind: keyof typeof folders) {
  if (file.size > maxDocumentBytes) throw new Refusal("too_large");
  await limits.take("uploadByPerson", actor.id);
  const picture = await redraw(new Uint8Array(await file.arrayBuffer()), file);
  const id = crypto.randomUUID();
  const storageKey = `${folders[kind]}/${id}`;
  await files.put(storageKey, picture.bytes, "image/webp");
  return {
    id,
    kind,
    ownerId: actor.id,
    visibility: "public" as const,
    storageKey,
    mime: "image/webp",
    bytes: picture.bytes.byteLength,
    sha256: createHash("sha256").update(picture.bytes).digest("hex"),
    width: picture.width,
    height: picture.height,
  };
}

/** Writes the row of a stored file, and who brought it. */
export async function addDocument(tx: Db, actor: Actor, values: typeof documents.$inferInsert): Promise<StoredDocument> {
  const [stored] = await tx.insert(documents).values(values).returning();
  if (!stored) throw new Refusal("unexpected");
  await recordChange(tx, actor, {
    action: "document.create",
    entityType: "document",
    entityId: stored.id,
    after: { kind: stored.kind, bytes: stored.bytes },
  });
  return stored;
}

/** Deletes a file again when its row cannot be inserted. */
export async function orRemove<Result>(
  { files, log }: Pick<Services, "files" | "log">,
  storageKey: string,
  written: Promise<Result>,
): Promise<Result> {
  return written.catch(async (error) => {
    await removeLoose({ files, log }, storageKey);
    throw error;
  });
}

/** Deletes a file without a row; a failure is logged, and does not change the response. */
export async function removeLoose({ files, log }: Pick<Services, "files" | "log">, storageKey: string) {
  await files.remove(storageKey).catch((left) => log.warn({ err: left, storageKey }, "file left without its row"));
}

/** Checks what a file is by its bytes and stores it: pictures are re-encoded, a PDF stays as it is. The caller inserts its row. */
export async function storeFile(files: Services["files"], folder: "papers" | "records" | "messages", file: File) {
  const { bytes, ...content } = await contentOf(file);
  const id = crypto.randomUUID();
  const storageKey = `${folder}/${id}`;
  await files.put(storageKey, bytes, content.mime);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const fileName = file.name.replace(/[^\p{L}\p{N}._ -]/gu, "").slice(-80) || "document";
  return { id, storageKey, bytes: bytes.byteLength, sha256, fileName, ...content };
}

async function contentOf(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime === "application/pdf" && !agrees(file, found)) throw new Refusal("unsupported_document");
  if (found?.mime === "application/pdf") return { bytes, mime: "application/pdf", width: null, height: null };
  const picture = await redraw(bytes, file).catch(() => {
    throw new Refusal("unsupported_document");
  });
  return { ...picture, mime: "image/webp" };
}

/** Whether the type and the name that came with a file are those of its bytes; a file without them says nothing else. */
export function agrees({ type, name }: Pick<File, "type" | "name">, found: { mime: string; ext: string }): boolean {
  const extension = name.split(".").at(-1)?.toLowerCase().replace("jpeg", "jpg");
  return (!type || type === found.mime) && (!name.includes(".") || extension === found.ext);
}

/** A picture re-encoded as WebP; anything that is none, or not what it says, is refused. */
export async function redraw(bytes: Uint8Array, file: Pick<File, "type" | "name">) {
  const found = await fileTypeFromBuffer(bytes);
  const known = imageTypes.find((mime) => mime === found?.mime);
  if (!found || !known || !agrees(file, found)) throw new Refusal("unsupported_file");
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
