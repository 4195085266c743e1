import { isOn } from "#contract/api/performance-layers";

/** Identifies one request of a browser at the backend. Compared by identity in this process; `id` is for one elsewhere. */
export type PageKey = { readonly id: string };

const newKey = (): PageKey => ({ id: crypto.randomUUID() });

/**
 * The reads of one browser request: a repeated call gets the same response, and the backend may cache who
 * is calling by the key. A change clears both, at its start and at its end.
 */
export class PageReads {
  #key = newKey();
  #answers = new Map<string, Promise<unknown>>();

  get key(): PageKey {
    return this.#key;
  }

  /** The cached response with this name, or a new one from `fetch`. A failure reaches every waiting caller, and is not cached. */
  read<T>(name: string, fetch: () => Promise<T>): Promise<T> {
    if (!isOn("page-reads")) {
      this.#forget();
      return fetch();
    }
    const known = this.#answers.get(name) as Promise<T> | undefined;
    if (known) return known;
    const answer = fetch();
    this.#answers.set(name, answer);
    const answers = this.#answers;
    answer.catch(() => answers.delete(name));
    return answer;
  }

  async change<T>(make: () => Promise<T>): Promise<T> {
    this.#forget();
    try {
      return await make();
    } finally {
      this.#forget();
    }
  }

  #forget() {
    this.#answers = new Map();
    this.#key = newKey();
  }
}
