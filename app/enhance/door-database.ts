const name = "door";
const version = 2;
const stores = { scans: "nonce", lists: "eventId" } as const;

/** Acts on a store of the door's database in one transaction: it lasts as long as each request follows the answer of the one before. */
export async function within<T>(
  store: keyof typeof stores,
  mode: IDBTransactionMode,
  act: (rows: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await opened();
  try {
    return await act(database.transaction(store, mode).objectStore(store));
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    const { objectStoreNames: known } = request.result;
    for (const [store, keyPath] of Object.entries(stores)) if (!known.contains(store)) request.result.createObjectStore(store, { keyPath });
  };
  return resultOf(request);
}

export const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
