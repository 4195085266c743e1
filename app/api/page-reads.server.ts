import { isOn } from "#contract/api/performance-layers";

/** Stands for one request of a browser at the backend. Compared by identity in this process; `id` is for one elsewhere. */
export type PageKey = { readonly id: string };

const newKey = (): PageKey => ({ id: crypto.randomUUID() });

/**
 * What one request of a browser has read from the backend: who asks the same again is given the same answer, and the backend may remember who
 * is calling by the key. A change forgets both, when it begins and when it is made.
 */
export class PageReads {
  #key = newKey();
  #answers = new Map<string, Promise<unknown>>();

  get key(): PageKey {
    return this.#key;
  }

  /** The answer of this name, from `ask` when there is none yet. A failure reaches everyone who waits for it, and is not cached. */
  read<T>(name: string, ask: () => Promise<T>): Promise<T> {
    if (!isOn("page-reads")) {
      this.#forget();
      return ask();
    }
    const known = this.#answers.get(name) as Promise<T> | undefined;
    if (known) return known;
    const answer = ask();
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
