import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { Refusal } from "#backend/http/refusal";
import { type Env, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { documentsApi } from "#contract/documents";
import { documents } from "./tables.ts";
import { storePublicPicture } from "./uploading.ts";

export const documentRoutes = [on(documentsApi.createPublicMedia, (call) => storePublicPicture(call, call.actor, call.body.file))];

/** The bytes of public documents, for the image layer. Their address never changes meaning, so they may be kept for ever. */
export function documentContent({ db, files }: Pick<Services, "db" | "files">): Hono<Env> {
  return new Hono<Env>().get("/api/documents/:id{[0-9a-f-]{36}}/content", async (http) => {
    const [document] = await db
      .select()
      .from(documents)
      .where(and(eq(documents.id, http.req.param("id")), eq(documents.visibility, "public")));
    const bytes = document && (await files.get(document.storageKey));
    if (!document || !bytes) throw new Refusal("not_found");
    return http.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      "content-type": document.mime,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "sandbox; default-src 'none'",
    });
  });
}
