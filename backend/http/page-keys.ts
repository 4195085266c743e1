/** Longer than a page may take to render, in milliseconds. */
const lifetime = 10_000;
const maxKeys = 1_000;

/** Reads the keys by which web tiers in other processes identify a browser's request: the same object for the same key while a page is rendered. */
export function createPageKeys(now = () => performance.now()): (key: string | null) => object | undefined {
  const known = new Map<string, { since: number; page: object }>();
  const dropOld = () => {
    for (const [key, { since }] of known) {
      if (known.size <= maxKeys && now() - since < lifetime) return;
      known.delete(key);
    }
  };
  return (key) => {
    if (!key || key.length > 64) return undefined;
    dropOld();
    const one = known.get(key) ?? { since: now(), page: {} };
    known.set(key, one);
    return one.page;
  };
}
