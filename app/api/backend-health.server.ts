/** Milliseconds between two checks of an unavailable backend. */
const betweenLooks = 1_000;

/**
 * The health of the backend as seen by this process: after a call that it could not answer it counts as unavailable, until another is answered or it reports
 * that it is ready. Meanwhile cached pages are sent without calling it.
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

  /** Records whether the backend could answer a call. */
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
