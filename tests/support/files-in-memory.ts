import type { FileStore } from "#backend/ports/files";

/** Files in memory, so that a test sees what is left. */
export function filesInMemory(): FileStore & { kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? null,
    remove: async (key) => void kept.delete(key),
  };
}
