import type { Db } from "#backend/db/client";
import { filesToRemove } from "./tables.ts";

/** Has files deleted once this transaction is committed, within a minute: were they deleted in it, a rollback would leave rows without files. */
export async function removeAfterCommit(tx: Db, storageKeys: string[]) {
  const gone = storageKeys.map((storageKey) => ({ storageKey }));
  if (gone.length > 0) await tx.insert(filesToRemove).values(gone).onConflictDoNothing();
}
