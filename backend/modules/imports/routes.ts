import { lt, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { sheetsApi, undoHours } from "#contract/accounts/imports";
import { addLines, readLines, readRows, readSheet } from "./queries.ts";
import { importMappings, sheets } from "./tables.ts";

export const sheetRoutes: ServedEndpoint[] = [
  on(sheetsApi.keep, async ({ db, actor, body, clock }) => {
    const [stored] = await db
      .insert(sheets)
      .values({ ...body, ownerId: actor.id, createdAt: clock() })
      .returning({ id: sheets.id });
    if (!stored) throw new Refusal("unexpected");
    return stored;
  }),
  on(sheetsApi.add, async ({ db, actor, params, body }) => {
    await addLines(db, actor, params.id, body.lines);
    return done;
  }),
  on(sheetsApi.get, (call) => readSheet(call, call.actor, call.params.id)),
  on(sheetsApi.lines, ({ db, actor, params, query }) => readLines(db, actor, params.id, query.after)),
  on(sheetsApi.rows, (call) => readRows(call, call.actor, call.params.id, call.query, call.locale)),
];

const day = 86_400_000;

/** A file is stored for one day after its import or its undoing, or after it was sent; the names of columns for a year after their last use. */
export async function purgeSheets(db: Db, now: Date) {
  const over = new Date(now.getTime() - undoHours * 3_600_000);
  await db.delete(sheets).where(lt(sql`coalesce(greatest(${sheets.startedAt}, ${sheets.undoneAt}), ${sheets.createdAt})`, over));
  await db.delete(importMappings).where(lt(importMappings.usedAt, new Date(now.getTime() - 365 * day)));
}
