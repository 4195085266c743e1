import type { SessionUser } from "#contract/accounts/current-user";
import { isReported, type Report, scrubbed } from "#contract/api/error-reports";

/** The reporting library, as far as a page needs it. */
export type ReportLibrary = {
  init(options: object): unknown;
  setUser(user: SessionUser | null): void;
  captureException(error: unknown): void;
};

/** The most errors queued until the library has loaded. */
const storedErrors = 10;

/** Error reports of one page load. The library is fetched after the page has loaded; earlier errors are queued. */
export class BrowserReports {
  #library: ReportLibrary | undefined;
  #user: SessionUser | null = null;
  #waiting: unknown[] | null = null;

  /** Starts collecting errors; without this call, nothing is stored and nothing sent. */
  async start(options: { dsn: string; release?: string }, load: () => Promise<ReportLibrary>) {
    this.#waiting = [];
    const library = await load();
    const beforeSend = (report: Report) => scrubbed(report);
    library.init({ ...options, beforeSend, sendDefaultPii: false, tracesSampleRate: 0, defaultIntegrations: false });
    library.setUser(this.#user);
    for (const error of this.#waiting) library.captureException(error);
    this.#waiting = null;
    this.#library = library;
  }

  /** The signed-in person, or null once nobody is. */
  setUser(user: SessionUser | null) {
    this.#user = user;
    this.#library?.setUser(user);
  }

  /** Reports an error, unless it is a page's whose status says that it is not ours (S8-013). */
  report(error: unknown, status = 500) {
    if (!isReported(status)) return;
    if (this.#library) this.#library.captureException(error);
    else if (this.#waiting && this.#waiting.length < storedErrors) this.#waiting.push(error);
  }
}

/** The reports of this page. */
export const reports = new BrowserReports();

/** Starts the page's reports where it names an address for them. */
export function startBrowserReports() {
  const dsn = document.querySelector<HTMLMetaElement>("meta[name=error-reports]")?.content;
  if (!dsn) return;
  addEventListener("error", ({ error }) => error && reports.report(error));
  addEventListener("unhandledrejection", ({ reason }) => reports.report(reason));
  const release = document.querySelector<HTMLElement>("script[data-build]")?.dataset.build;
  void reports.start({ dsn, release }, async () => {
    if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded, { once: true }));
    const { init, setUser, captureException } = await import("@sentry/remix");
    return { init, setUser, captureException };
  });
}
