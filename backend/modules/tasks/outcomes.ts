import { and, asc, eq, gt } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import { redirectFor } from "#contract/accounts/access";
import { type ExportedList, exportedLists } from "#contract/accounts/exports";
import { isUnderWay, listOfTask, type TaskItem } from "#contract/accounts/tasks";
import type { Locale } from "#contract/formats/locale";
import { openPosition, sealPosition } from "./positions.ts";
import { taskItems, tasks } from "./tables.ts";

/** Items of one part. */
const partSize = 500;

/**
 * What became of each item of a task that is over, some at a time. Names are those of now that the reader may see, and that they may export: it
 * is the same as a file of the list.
 */
export async function readOutcomes(services: Services, actor: Actor, locale: Locale, { id, from }: { id: string; from?: string }) {
  const { db, taskKinds, limits } = services;
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), eq(tasks.ownerId, actor.id)));
  const kind = task && taskKinds.get(task.kind);
  if (!task || !kind || kind.task.fileOf) throw new Refusal("not_found");
  if (isUnderWay(task)) throw new Refusal("wrong_state");
  if (from === undefined) await limits.take("exportByPerson", actor.id);
  const after = from === undefined ? 0 : openPosition(services, id, from);
  const rows = await db
    .select()
    .from(taskItems)
    .where(and(eq(taskItems.taskId, id), gt(taskItems.position, after)))
    .orderBy(asc(taskItems.position))
    .limit(partSize);
  const list = `${listOfTask(kind.task.listOf(task.query))}/export.csv` as ExportedList;
  const mayExport = list in exportedLists && redirectFor(actor, exportedLists[list].access) === null;
  const mayName = mayExport && redirectFor(actor, kind.endpoint.access) === null;
  const ids = rows.map(({ itemId }) => itemId);
  const described = mayName && ids.length > 0 ? await kind.task.describe({ db, actor, locale, body: task.query }, ids) : null;
  const items = rows.map(
    ({ itemId, position, outcome, reason }): TaskItem => ({
      ...{ id: itemId, position, outcome, reason },
      name: described?.get(itemId)?.name ?? null,
    }),
  );
  if (from === undefined) {
    const after = { query: `task=${id}`, rows: task.total };
    await recordChange(db, actor, { action: "list.export", entityType: "list", entityId: list, after });
  }
  const last = rows.length === partSize ? rows.at(-1) : undefined;
  return { items, next: last ? sealPosition(services, id, last.position) : null };
}
