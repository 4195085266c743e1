import type { Database } from "./db/client.ts";

/** A trigger on the audit log says here what kind of thing changed, once the change is committed. */
const channel = "maillon_changes";

/** What kind of thing changed (`article`, `press`…), or null when changes may have been missed. */
export type ChangeListener = (kind: string | null) => void;

/** The changes of every process on the database, for those who keep copies of what it holds. */
export type Changes = {
  subscribe(listener: ChangeListener): Promise<() => void>;
  close(): Promise<void>;
};

/** Starts to hear the database when the first listener comes. */
export function changesOf(database: Pick<Database, "listen">): Changes {
  const listeners = new Set<ChangeListener>();
  const tell = (kind: string | null) => {
    for (const listener of listeners) listener(kind);
  };
  let listening: Promise<() => Promise<void>> | undefined;
  return {
    async subscribe(listener) {
      listeners.add(listener);
      listening ??= database.listen(channel, { message: tell, lost: () => tell(null) });
      await listening;
      return () => void listeners.delete(listener);
    },
    async close() {
      const stop = await listening?.catch(() => undefined);
      await stop?.();
    },
  };
}
