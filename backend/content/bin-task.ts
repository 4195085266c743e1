import { and, eq, inArray } from "drizzle-orm";
import { deletedContents } from "#backend/modules/deleted-contents/tables";
import type { ItemResult, TaskWork, Undo } from "#backend/worker/task-kind";
import { readIn } from "#contract/formats/localized-text";
import type { ContentApi } from "#contract/publishing/content";
import type { RestoreRequest } from "#contract/publishing/content-bin";
import { contentOfType } from "#contract/publishing/content-names";
import { restoreEach } from "./bin.ts";
import { textOf } from "./row-mapping.ts";
import { rowsIn, type SubjectModel } from "./store.ts";

type Deletion = { restore: ContentApi["restore"]; batch: string };

/** The task that restores all of one deletion that are still in the bin. */
export function restoring({ entityType }: SubjectModel, { restore, batch }: Deletion): Undo {
  const { id, batch: deletion, entityType: type, deletedAt } = deletedContents;
  const where = and(eq(deletion, batch), eq(type, entityType));
  return {
    endpoint: restore,
    body: { batch },
    items: { table: deletedContents, key: id, where, order: [deletedAt] },
    storedAs: "deleted_contents",
  };
}

export function restoringTask(store: SubjectModel): TaskWork<RestoreRequest> {
  const { table, entityType, labelName } = store;
  const list = `/dashboard/admin/${contentOfType(entityType)}`;
  const inBin = (ids: string[]) => and(inArray(deletedContents.id, ids), eq(deletedContents.entityType, entityType));
  return {
    nameOf: () => "restore",
    listOf: () => list,
    async act({ db, actor, clock }, ids) {
      const results = new Map<string, ItemResult>();
      await restoreEach(db, store, actor, {
        where: inBin(ids),
        now: clock(),
        report: ({ id }, reason) => void results.set(id, reason && `content:bin.reason.${reason}`),
      });
      return results;
    },
    async describe({ db, locale }, ids) {
      const { id, name } = deletedContents;
      const deleted = await db.select({ id, name }).from(deletedContents).where(inBin(ids));
      const back = rowsIn(await db.select().from(table).where(inArray(table.id, ids)));
      const described = new Map<string, { name: string; path: string }>();
      for (const row of deleted) described.set(row.id, { name: readIn(locale, row.name).text, path: `${list}/bin` });
      for (const row of back) described.set(row.id, { name: textOf(row[labelName], locale), path: `${list}/${row.id}/edit` });
      return described;
    },
  };
}
