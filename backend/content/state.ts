import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { on, type ServedEndpoint } from "#backend/http/routes";
import type { ContentApi, ContentStatus } from "#contract/publishing/content";
import type { StoredContent as Row } from "./base-columns.ts";
import { readRecord } from "./listing.ts";
import { moveRow } from "./reorder.ts";
import { saveRecord } from "./saving.ts";
import { lockRow, type Saving, type SubjectModel } from "./store.ts";

/** Changes of a record's state and position. */
export function stateRoutes({ setStatus, move }: ContentApi, store: SubjectModel): ServedEndpoint[] {
  return [
    on(setStatus, async (call) => {
      const { db, params, body } = call;
      await db.transaction(async (tx) => {
        const before = await lockRow(tx, store, params.id);
        await store.scope?.check(tx, call.actor, before, before);
        if (before.status !== body.status) await setState(tx, store, call, before, body.status);
      });
      return readRecord(db, store, params.id);
    }),

    on(move, ({ db, actor, params, body: { to } }) =>
      db.transaction((tx) => moveRow(tx, actor, store.table, store.entityType, params.id, to)),
    ),
  ];
}

const actions: Record<ContentStatus, string> = { draft: "withdraw", published: "publish", archived: "archive" };

export async function setState(tx: Db, store: SubjectModel, saving: Saving, before: Row, step: ContentStatus) {
  const { publishedAt, version } = store.table;
  const first = step === "published" ? { publishedAt: sql`coalesce(${publishedAt}, ${saving.clock().toISOString()})` } : {};
  await saveRecord(tx, store, saving, { action: actions[step], before, values: { ...first, version: sql`${version} + 1` }, step });
}
