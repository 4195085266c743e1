import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { contentRoutes, onLine } from "#backend/content/routes";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import { idOf } from "#backend/http/private-file";
import { type Env, on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { recordFile } from "#backend/modules/documents/record-files";
import { documents } from "#backend/modules/documents/tables";
import { Refusal } from "#backend/refusal";
import { filePolicy } from "#contract/api/file-policy";
import { pressApi } from "#contract/publishing/press";
import { press } from "./tables.ts";
import { hasOwnPage, releasesOnLine } from "./visibility.ts";

const file = { mime: documents.mime, bytes: documents.bytes };
const { id, title, outlet, kind, day, url, quote, featured, body, updatedAt } = press;

export const pressRoutes: ServedEndpoint[] = [
  ...contentRoutes(pressApi.admin, { table: press, entityType: "press", label: title }),

  on(pressApi.list, ({ db, query }) => {
    const where = and(onLine(press), contains(press, query.q), query.kind && eq(kind, query.kind));
    return pageOfRows(db, press, query, { where, sorts: { day }, first: featured }, (found, order) =>
      db
        .select({ id, title, outlet, kind, day, url, quote, featured, ownPage: hasOwnPage, file })
        .from(press)
        .innerJoin(found, eq(found.id, id))
        .leftJoin(documents, eq(documents.id, press.fileId))
        .orderBy(...order),
    );
  }),

  on(pressApi.get, async ({ db, params }) => {
    const [release] = await db
      .select({ id, title, outlet, day, quote, body, updatedAt, file })
      .from(press)
      .leftJoin(documents, eq(documents.id, press.fileId))
      .where(and(eq(id, params.id), releasesOnLine()));
    if (!release) throw new Refusal("not_found");
    return { ...release, updatedAt: release.updatedAt.toISOString() };
  }),
];

/** The file of a published piece, for everyone. */
export function pressFile(services: Pick<Services, "db" | "files">): Hono<Env> {
  return new Hono<Env>().get("/api/press/:id/file", async (http) => {
    const [piece] = await services.db
      .select({ fileId: press.fileId })
      .from(press)
      .where(and(onLine(press), eq(id, idOf(http))));
    const found = piece?.fileId ? await recordFile(services, piece.fileId) : null;
    if (!found) throw new Refusal("not_found");
    return http.body(found.bytes as Uint8Array<ArrayBuffer>, 200, {
      "content-type": found.mime,
      "content-disposition": `attachment; filename="${found.name}"`,
      "cache-control": "no-cache",
      "content-security-policy": filePolicy,
    });
  });
}
