import * as z from "zod";
import { StoredDocument } from "../accounts/documents.ts";
import { endpoint } from "../api/endpoint.ts";
import { shortText } from "../formats/validation.ts";

const writers = { roles: ["ADMIN", "VOLUNTEER"] } as const;

/** A picture that a text may show, with its size in pixels. */
export const TextPicture = z.object({ id: z.uuid(), width: z.int(), height: z.int() });
export type TextPicture = z.infer<typeof TextPicture>;

/** The pictures that articles show in their text. Each is visible to who brought it, then to who may open an article with it; to all while such an article is published. */
export const articlePicturesApi = {
  create: endpoint({
    method: "POST",
    path: "/api/admin/article-pictures",
    access: writers,
    bodyType: "multipart",
    body: z.object({ file: z.instanceof(File) }),
    response: StoredDocument,
    status: 201,
  }),
  /** Those of these pictures, at most a hundred ids with commas between, that the current user may use. */
  find: endpoint({
    method: "GET",
    path: "/api/admin/article-pictures",
    access: writers,
    query: z.object({
      ids: shortText(4_000).regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/),
    }),
    response: z.object({ items: z.array(TextPicture) }),
  }),
};
