import { organisationApi } from "#contract/charity/organisation";
import type { PublicOrganisation } from "#contract/charity/organisation-facts";
import { franceDay } from "#contract/formats/france-time";
import type { PublicSettings } from "./settings.server";
import { type Transport, untilAborted } from "./transport.server";

/** The entity type whose change causes a reload. */
export const organisationKind = "organisation";

/** Milliseconds after which it is reloaded without a change feed, and once more after each change: another backend may see it later. */
const shortly = 1_000;
const timeout = 2_000;

type Parts = {
  transport: Transport;
  /** The settings from the environment. */
  settings: PublicSettings;
  /** The same with the facts saved on the site. */
  withStored: (stored: PublicOrganisation) => PublicSettings;
  /** Called when the result has changed. */
  changed: () => void;
  clock?: () => number;
};

/** The settings of pages with the facts saved on the site, read from the backend when they change. */
export class OrganisationSettings {
  readonly #parts: Parts;
  readonly #clock: () => number;
  #settings: PublicSettings;
  #text = "";
  #reading: Promise<void> | null = null;
  #staleFrom = 0;
  #day = "";
  /** Whether changes are received. */
  live = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? Date.now;
    this.#settings = parts.settings;
  }

  /** The current settings; the last known ones while the backend is unavailable. */
  async current(): Promise<PublicSettings> {
    const now = this.#clock();
    if (now >= this.#staleFrom || this.#day !== franceDay(new Date(now))) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    return this.#settings;
  }

  /** Something changed: a pending read may be outdated. */
  changed(kind: string | null) {
    if (kind !== null && kind !== organisationKind) return;
    this.#reading = null;
    this.#staleFrom = 0;
    this.#again = true;
  }

  #again = true;

  async #read() {
    const now = this.#clock();
    const again = this.#again;
    this.#again = false;
    this.#staleFrom = this.live && !again ? Number.POSITIVE_INFINITY : now + shortly;
    this.#day = franceDay(new Date(now));
    const stored = await this.#fetch();
    if (!stored) {
      this.#staleFrom = Math.min(this.#staleFrom, this.#clock() + shortly);
      return;
    }
    const text = JSON.stringify(stored);
    if (text === this.#text) return;
    const first = this.#text === "";
    this.#text = text;
    this.#settings = this.#parts.withStored(stored);
    if (!first) this.#parts.changed();
  }

  async #fetch(): Promise<PublicOrganisation | null> {
    const { baseUrl, fetch } = this.#parts.transport;
    const signal = AbortSignal.timeout(timeout);
    try {
      const request = new Request(baseUrl + organisationApi.current.path, { signal });
      const answer = await untilAborted(fetch(request, { ip: "web tier", whole: true }), signal);
      return answer.ok ? (organisationApi.current.response.safeParse(await answer.json()).data ?? null) : null;
    } catch {
      return null;
    }
  }
}
