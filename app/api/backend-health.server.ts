/** Milliseconds between two looks at a backend that does not answer. */
const betweenLooks = 1_000;

/**
 * What the calls of this process came to: after one that the backend could not answer it counts as away, until another is answered or it says
 * that it is ready. Meanwhile what is known already is shown without asking it.
 */
export class BackendHealth {
  readonly #ready: () => Promise<boolean>;
  #away = false;
  #looking = false;

  constructor(ready: () => Promise<boolean>) {
    this.#ready = ready;
  }

  get away(): boolean {
    return this.#away;
  }

  /** Takes in whether the backend could answer a call. */
  recordOutcome(answered: boolean) {
    this.#away = !answered;
    if (this.#away) this.#lookSoon();
  }

  #lookSoon() {
    if (this.#looking) return;
    this.#looking = true;
    setTimeout(() => void this.#look(), betweenLooks).unref();
  }

  async #look() {
    const ready = this.#away ? await this.#ready().catch(() => false) : true;
    this.#looking = false;
    if (ready) this.#away = false;
    else this.#lookSoon();
  }
}
