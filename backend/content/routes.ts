import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { noRegisters } from "#backend/ports/registers";
import type { ContentApi } from "#contract/publishing/content";
import { changeMany } from "./bulk.ts";
import { setMany } from "./bulk-edit.ts";
import { importSheet } from "./import.ts";
import { checkNow } from "./link-check.ts";
import { listingRoutes } from "./listing.ts";
import { removalRoutes, removeRecord } from "./removal.ts";
import { textOf } from "./row-mapping.ts";
import { addRecords, saveRecord, savingRoutes } from "./saving.ts";
import { setState, stateRoutes } from "./state.ts";
import { type ContentTable, type Store, type Subject, storeOf } from "./store.ts";

/** The back-office routes of one subject of content. */
export function contentRoutes<Table extends ContentTable>(subjectApi: unknown, subject: Subject<Table>): ServedEndpoint[] {
  // Each subject's own API has narrower types than the code for all subjects.
  const api = subjectApi as ContentApi;
  const store = storeOf(api, subject);
  return [
    // Before the paths with an id.
    ...removalRoutes(api, store),
    ...listingRoutes(api, store),
    ...importRoutes(api, store),
    ...savingRoutes(api, store),
    ...stateRoutes(api, store),
    ...bulkRoutes(api, store),
    ...linkRoutes(api, store),
  ];
}

function importRoutes({ importRows, Draft }: ContentApi, store: Store): ServedEndpoint[] {
  return [
    on(importRows, (call) =>
      importSheet(call, {
        ...{ path: importRows.path, Draft },
        add: (tx, drafts) => addRecords(tx, store, { ...call, registers: noRegisters }, drafts),
      }),
    ),
  ];
}

/** The bulk actions of the list. */
function bulkRoutes({ bulk, setting }: ContentApi, store: Store): ServedEndpoint[] {
  const { table, namedBy, labelName, check, chosenIn } = store;
  const ofBulk = on(bulk, (call) => {
    const batch = crypto.randomUUID();
    return changeMany(call.db, call.body, {
      batch,
      table,
      namedBy,
      where: chosenIn(call.body.selection),
      nameOf: (row) => textOf(row[labelName], call.locale),
      check: async (tx, row) => check?.(tx, row, { settings: call.settings, step: row.status }),
      apply: (tx, row, action) =>
        action === "remove"
          ? removeRecord(tx, store, call.actor, { before: row, batch, now: call.clock() })
          : setState(tx, store, call, row, action),
    });
  });
  if (!setting) return [ofBulk];
  const ofSetting = on(setting.call, (call) =>
    setMany(call.db, call.body, {
      ...{ table, schemas: setting.schemas, where: chosenIn(call.body.selection) },
      nameOf: (row) => textOf(row[labelName], call.locale),
      apply: (tx, before, values) =>
        saveRecord(tx, store, call, { action: "edit", before, values: { ...values, version: sql`${table.version} + 1` } }),
    }),
  );
  return [ofBulk, ofSetting];
}

function linkRoutes({ checkLink }: ContentApi, { table, url }: Store): ServedEndpoint[] {
  return checkLink && url ? [on(checkLink, (call) => checkNow(call, table, url, call.params.id))] : [];
}

/** Published rows of a subject. */
export function onLine(table: PgTable & { status: PgColumn }): SQL {
  return eq(table.status, "published");
}
