import { eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { importRoutes } from "#backend/modules/imports/serving";
import type { ContentApi } from "#contract/publishing/content";
import { bulkRoutes } from "./bulk-routes.ts";
import { contentImport } from "./importing.ts";
import { checkNow } from "./link-check.ts";
import { listingRoutes } from "./listing.ts";
import { removalRoutes } from "./removal.ts";
import { savingRoutes } from "./saving.ts";
import { stateRoutes } from "./state.ts";
import { type ContentTable, type Subject, type SubjectModel, subjectModelOf } from "./store.ts";

/** The back-office routes of one subject of content. */
export function contentRoutes<Table extends ContentTable>(subjectApi: unknown, subject: Subject<Table>): ServedEndpoint[] {
  // Each subject's own API has narrower types than the code for all subjects.
  const api = subjectApi as ContentApi;
  const store = subjectModelOf(api, subject);
  return [
    // Before the paths with an id.
    ...removalRoutes(api, store),
    ...listingRoutes(api, store),
    ...importRoutes(api.imports, contentImport(api, store)),
    ...savingRoutes(api, store),
    ...stateRoutes(api, store),
    ...bulkRoutes(api, store),
    ...linkRoutes(api, store),
  ];
}

function linkRoutes({ checkLink }: ContentApi, { table, url }: SubjectModel): ServedEndpoint[] {
  return checkLink && url ? [on(checkLink, (call) => checkNow(call, table, url, call.params.id))] : [];
}

/** Published rows of a subject. */
export function onLine(table: PgTable & { status: PgColumn }): SQL {
  return eq(table.status, "published");
}
