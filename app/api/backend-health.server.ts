/** Milliseconds between two checks of an unavailable backend. */
const checkInterval = 1_000;

/**
 * The health of the backend as seen by this process: after a call that it could not answer it counts as unavailable, until another is answered or it reports
 * that it is ready. Meanwhile cached pages are sent without calling it.
 */
export class BackendHealth {
  readonly #ready: () => Promise<boolean>;
  #unreachable = false;
  #looking = false;

  constructor(ready: () => Promise<boolean>) {
    this.#ready = ready;
  }

  get unreachable(): boolean {
    return this.#unreachable;
  }

  /** Records whether the backend could answer a call. */
  recordOutcome(answered: boolean) {
    this.#unreachable = !answered;
    if (this.#unreachable) this.#scheduleCheck();
  }

  #scheduleCheck() {
    if (this.#looking) return;
    this.#looking = true;
    setTimeout(() => void this.#check(), checkInterval).unref();
  }

  async #check() {
    const ready = this.#unreachable ? await this.#ready().catch(() => false) : true;
    this.#looking = false;
    if (ready) this.#unreachable = false;
    else this.#scheduleCheck();
  }
}
