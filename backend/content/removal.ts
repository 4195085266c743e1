import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { on, type Served } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import type { ContentApi } from "#contract/publishing/content";
import type { StoredContent as Row } from "./base-columns.ts";
import { countDependents } from "./dependents.ts";
import { refused } from "./row-mapping.ts";
import { lockRow, type Store } from "./store.ts";

export function removalRoutes({ remove }: ContentApi, store: Store): Served[] {
  const { table, namedBy } = store;
  return [
    on(remove, ({ db, actor, params: { id } }) =>
      db.transaction(async (tx) => {
        const before = await lockRow(tx, store, id);
        if (before.status === "published") throw new Refusal("wrong_state");
        const count = (await countDependents(tx, { table, namedBy }, [id], "all")).get(id);
        if (count) throw new Refusal("in_use", { count });
        await removeRecord(tx, store, actor, before);
        return { success: true as const };
      }),
    ),
  ];
}

export async function removeRecord(tx: Db, { table, entityType }: Store, actor: Actor, before: Row) {
  await tx.delete(table).where(eq(table.id, before.id)).catch(refused);
  await recordChange(tx, actor, { action: `${entityType}.remove`, entityType, entityId: before.id, before });
}
