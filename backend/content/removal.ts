import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { Refusal } from "#backend/refusal";
import { withTask } from "#backend/worker/task-kind";
import type { ContentApi } from "#contract/publishing/content";
import type { StoredContent as Row } from "./base-columns.ts";
import { listBin, purgeFromBin, putInBin, restoreFromBin } from "./bin.ts";
import { restoring, restoringTask } from "./bin-task.ts";
import { countDependents } from "./dependents.ts";
import { refused } from "./row-mapping.ts";
import { lockRow, type SubjectModel } from "./store.ts";

/** Deletion, and the bin. */
export function removalRoutes({ remove, bin, restore, purge }: ContentApi, store: SubjectModel): ServedEndpoint[] {
  const { table, namedBy } = store;
  return [
    on(remove, ({ db, actor, params: { id }, clock }) =>
      db.transaction(async (tx) => {
        const before = await lockRow(tx, store, id);
        if (before.status === "published") throw new Refusal("wrong_state");
        const count = (await countDependents(tx, { table, namedBy }, [id], "all")).get(id);
        if (count) throw new Refusal("in_use", { count });
        const batch = crypto.randomUUID();
        const inBin = await removeRecord(tx, store, actor, { before, batch, now: clock() });
        return { ...done, batch: inBin ? batch : null };
      }),
    ),
    on(bin, ({ db, query }) => listBin(db, store, query)),
    withTask(
      on(restore, async (call) => {
        const { db, actor, body, clock } = call;
        const undo = "batch" in body && restoring(store, { restore, batch: body.batch });
        if (!undo || !(await isForTask(db, undo.items.table, undo.items.where))) return restoreFromBin(db, store, actor, body, clock());
        const request = { endpoint: restore, body: undo.body, logged: { batch: body.batch } };
        return { restored: 0, refused: 0, refusals: [], task: await startTask(call, actor, request, undo.items) };
      }),
      restoringTask(store),
    ),
    on(purge, async ({ db, actor, params }) => {
      await purgeFromBin(db, store, actor, params.id);
      return done;
    }),
  ];
}

type Removal = { before: Row; batch: string; now: Date };

/** Deletes a record, and returns whether it is in the bin. */
export async function removeRecord(tx: Db, store: SubjectModel, actor: Actor, { before, batch, now }: Removal): Promise<boolean> {
  const { table, entityType, skipsBin } = store;
  const inBin = !skipsBin?.(before);
  if (inBin) await putInBin(tx, store, actor, { record: before, batch, now });
  await tx.delete(table).where(eq(table.id, before.id)).catch(refused);
  await recordChange(tx, actor, { action: `${entityType}.remove`, entityType, entityId: before.id, before });
  if (!inBin) await recordChange(tx, actor, { action: `${entityType}.delete_for_good`, entityType, entityId: before.id });
  return inBin;
}
