import { and, eq, or, sql } from "drizzle-orm";
import { Hono } from "hono";
import { isReferredTo } from "#backend/content/dependents";
import type { Db } from "#backend/db/client";
import { idOf, privateFile } from "#backend/http/private-file";
import { done, type Env, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { findPictures, isShownOnLine } from "#backend/modules/articles/pictures";
import { deletedContentFiles } from "#backend/modules/deleted-contents/tables";
import { Refusal } from "#backend/refusal";
import { documentsApi } from "#contract/accounts/documents";
import { accountManagers } from "#contract/accounts/permissions";
import { supportingDocumentsApi } from "#contract/accounts/supporting-documents";
import { filePolicy } from "#contract/api/file-policy";
import { articlePicturesApi } from "#contract/publishing/article-pictures";
import { readArticlePicture } from "./article-pictures.ts";
import { readRecordFile, storeRecordFile } from "./record-files.ts";
import { getSupportingDocument, listSupportingDocuments, readSupportingDocument } from "./supporting-documents.ts";
import { documents } from "./tables.ts";
import { removeAvatar, storeArticlePicture, storeAvatar, storePublicPicture } from "./uploading.ts";

export const documentRoutes = [
  on(documentsApi.createPublicMedia, (call) => storePublicPicture(call, call.actor, call.body.file)),
  on(documentsApi.createRecordFile, (call) => storeRecordFile(call, call.actor, call.body.file)),
  on(articlePicturesApi.create, (call) => storeArticlePicture(call, call.actor, call.body.file)),
  on(articlePicturesApi.find, async ({ db, actor, query }) => ({
    items: await findPictures(db, actor, query.ids.split(",").slice(0, 100)),
  })),
  on(documentsApi.setAvatar, (call) => storeAvatar(call, call.actor, call.body.file)),
  on(documentsApi.removeAvatar, async (call) => {
    await removeAvatar(call, call.actor);
    return done;
  }),
  on(supportingDocumentsApi.list, ({ db, actor, query, clock }) => listSupportingDocuments(db, actor, query, clock())),
  on(supportingDocumentsApi.get, ({ db, actor, params, clock }) => getSupportingDocument(db, actor, params.id, clock())),
];

/** The file of a document that waits for a decision. */
export const documentFile = (services: Services) =>
  privateFile(services, "/api/admin/papers/:id/file", accountManagers, (actor, id) => readSupportingDocument(services, actor, id));

/** A file that belongs to a record of content, for staff. */
export const recordFileOf = (services: Services) =>
  privateFile(services, "/api/admin/record-files/:id", { roles: ["ADMIN"] }, (actor, id) => readRecordFile(services, actor, id));

/** A picture of an article, published or not, for those who write. */
export const articlePictureOf = (services: Services) =>
  privateFile(services, "/api/admin/article-pictures/:id/file", { roles: ["ADMIN", "VOLUNTEER"] }, (actor, id) =>
    readArticlePicture(services, actor, id),
  );

/** A picture of a deleted record is not public while the record is in the bin, unless another record shows it. */
const isOutOfBin = async (db: Db) =>
  or(
    sql`not exists (select from ${deletedContentFiles} where ${deletedContentFiles.documentId} = ${documents.id})`,
    await isReferredTo(db, documents, deletedContentFiles),
  );

/**
 * The bytes of public documents and of the pictures that published articles show, for the image layer. They may be deleted, or their article taken off
 * the site: a copy is cached for an hour at most.
 */
export function documentContent({ db, files, clock }: Pick<Services, "db" | "files" | "clock">): Hono<Env> {
  return new Hono<Env>().get("/api/documents/:id/content", async (http) => {
    const [document] = await db
      .select()
      .from(documents)
      .where(and(eq(documents.id, idOf(http)), or(eq(documents.visibility, "public"), isShownOnLine(db, clock())), await isOutOfBin(db)));
    const bytes = document && (await files.get(document.storageKey));
    if (!document || !bytes) throw new Refusal("not_found");
    return http.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      "content-type": document.mime,
      "cache-control": "public, max-age=3600, must-revalidate",
      "content-security-policy": filePolicy,
    });
  });
}
