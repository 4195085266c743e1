import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { documents } from "#backend/modules/documents/tables";
import type { FileStore } from "#backend/ports/files";
import type { Db } from "../db/client.ts";

/** Side of the pictures in `logos/`, in pixels. */
const side = 256;

/** Stores the logo of an invented partner as if staff had uploaded it; returns its id. */
export async function addLogo(tx: Db, files: FileStore, name: string): Promise<string> {
  const bytes = new Uint8Array(readFileSync(`backend/demo/logos/${name}.webp`));
  const id = crypto.randomUUID();
  const file = { id, kind: "PUBLIC_MEDIA", visibility: "public", storageKey: `public-media/${id}`, mime: "image/webp" } as const;
  await files.put(file.storageKey, bytes, file.mime);
  await tx.insert(documents).values({
    ...file,
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    width: side,
    height: side,
  });
  return id;
}
