import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { Services } from "#backend/http/services";
import { agrees } from "#backend/modules/documents/uploading";
import { fieldRefusal } from "#backend/refusal";

/** Stores a CV for staff who answer applications only, which must be a PDF. Answers its row, which the caller inserts. */
export async function storeCv({ files }: Pick<Services, "files">, file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime !== "application/pdf" || !agrees(file, found)) throw fieldRefusal("cv", "jobs:error.cvKind");
  const id = crypto.randomUUID();
  const storageKey = `applications/${id}`;
  await files.put(storageKey, bytes, "application/pdf");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { id, kind: "CV", visibility: "owner", storageKey, mime: "application/pdf", bytes: bytes.byteLength, sha256 } as const;
}
