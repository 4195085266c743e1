import { sql } from "drizzle-orm";
import type { ShownType } from "#contract/api/entity-types";
import type { Database, Db } from "./db/client.ts";

/** The channel on which a trigger of the audit log publishes the entity type of each committed change. */
const channel = "maillon_changes";

/** The entity type that changed (`article`, `press`…), or null when changes may have been missed. */
export type ChangeListener = (kind: string | null) => void;

/** The changes of every process on the database, for caches. */
export type Changes = {
  subscribe(listener: ChangeListener): Promise<() => void>;
  close(): Promise<void>;
};

/** Subscribes to the database with the first listener. */
export function changesOf(database: Pick<Database, "listen">): Changes {
  const listeners = new Set<ChangeListener>();
  const publish = (kind: string | null) => {
    for (const listener of listeners) listener(kind);
  };
  let listening: Promise<() => Promise<void>> | undefined;
  return {
    async subscribe(listener) {
      listeners.add(listener);
      listening ??= database.listen(channel, { message: publish, lost: () => publish(null) });
      await listening;
      return () => void listeners.delete(listener);
    },
    async close() {
      const stop = await listening?.catch(() => undefined);
      await stop?.();
    },
  };
}

/** Publishes, once the transaction is committed, that records of a type changed which have no row of their own in the log. */
export async function announceChange(tx: Db, type: ShownType) {
  await tx.execute(sql`select pg_notify(${channel}, ${type})`);
}
