import type { FileStore } from "#backend/ports/files";

/** Files in memory, so that a test sees what is left. */
export function filesInMemory(): FileStore & { stored: Map<string, Uint8Array> } {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    put: async (key, bytes) => void stored.set(key, bytes),
    get: async (key) => stored.get(key) ?? null,
    remove: async (key) => void stored.delete(key),
  };
}
