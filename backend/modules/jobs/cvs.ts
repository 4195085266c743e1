import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { Services } from "#backend/http/services";
import { documents } from "#backend/modules/documents/tables";
import { agrees } from "#backend/modules/documents/uploading";
import { fieldRefusal } from "#backend/refusal";

/**
 * Stores a CV for staff who answer applications only. It must be a PDF. `stored` is called with the file before its row is written: the
 * caller deletes it when the surrounding change fails.
 */
export async function storeCv(
  { db, files }: Pick<Services, "db" | "files">,
  file: File,
  stored: (storageKey: string) => void,
): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime !== "application/pdf" || !agrees(file, found)) throw fieldRefusal("cv", "jobs:error.cvKind");
  const id = crypto.randomUUID();
  const storageKey = `applications/${id}`;
  stored(storageKey);
  await files.put(storageKey, bytes, "application/pdf");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await db
    .insert(documents)
    .values({ id, kind: "CV", visibility: "owner", storageKey, mime: "application/pdf", bytes: bytes.byteLength, sha256 });
  return id;
}
