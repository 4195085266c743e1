const known = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Finds something once while a page is made: all calls that the web tier makes for one request of a browser come with the same `page`, an object
 * that no browser can name. What is found for a call that changes something is not taken from the cache, which it empties.
 */
export function oncePerPage<T>(
  { page, reads }: { page: object | undefined; reads: boolean },
  name: string,
  find: () => Promise<T>,
): Promise<T> {
  if (!page) return find();
  if (!reads) {
    known.delete(page);
    return find();
  }
  const ofPage = known.get(page) ?? new Map<string, Promise<unknown>>();
  known.set(page, ofPage);
  const before = ofPage.get(name) as Promise<T> | undefined;
  if (before) return before;
  const found = find();
  ofPage.set(name, found);
  found.catch(() => ofPage.delete(name));
  return found;
}
