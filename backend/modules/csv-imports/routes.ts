import { and, eq, lt } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { sheetsApi } from "#contract/publishing/csv-imports";
import { sheets } from "./tables.ts";

export const sheetRoutes: ServedEndpoint[] = [
  on(sheetsApi.keep, async ({ db, actor, body, clock }) => {
    const [stored] = await db
      .insert(sheets)
      .values({ ...body, ownerId: actor.id, createdAt: clock() })
      .returning({ id: sheets.id });
    if (!stored) throw new Refusal("unexpected");
    return stored;
  }),

  on(sheetsApi.get, async ({ db, actor, params }) => {
    const [sheet] = await db
      .select()
      .from(sheets)
      .where(and(eq(sheets.id, params.id), eq(sheets.ownerId, actor.id)));
    if (!sheet) throw new Refusal("not_found");
    return sheet;
  }),
];

/** A file is stored for one day. */
export async function purgeSheets(db: Db, now: Date) {
  await db.delete(sheets).where(lt(sheets.createdAt, new Date(now.getTime() - 86_400_000)));
}
